-- Text of attachments, read beside the window (workers/file_reading.py). A file's id is its mail's
-- times 256, and its number in the mail: a span of mails is a span of files, and newest first is a
-- reverse scan. `state` is a FileState, `body` the text that was read, 0 where there is none.
CREATE TABLE file_text (
    id INTEGER PRIMARY KEY,
    part TEXT NOT NULL,
    name TEXT NOT NULL,
    state TEXT NOT NULL,
    characters INTEGER NOT NULL,
    body INTEGER NOT NULL
) STRICT;

-- Texts, zstd, in the order in which they were read: rows that are added before others leave half of
-- each page empty.
CREATE TABLE file_body (
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL
) STRICT;

-- Mails whose attachments are still to be read. The row goes in the transaction that stores what was
-- read, so that an end at any moment loses nothing and reads nothing into two rows.
CREATE TABLE file_due (message INTEGER PRIMARY KEY) STRICT;
INSERT INTO file_due (message) SELECT id FROM state WHERE flags & 65536;

-- As `fts`: text arrives folded.
CREATE VIRTUAL TABLE fts_file USING fts5 (
    words, content = '', contentless_delete = 1, columnsize = 1, detail = full, tokenize = 'ascii'
);
