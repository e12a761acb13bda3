-- Mails for which an answer was prepared, so that none is prepared twice. outcome: empty while the
-- draft may wait; else why there is none, or why it was withdrawn, as a sentence.
CREATE TABLE prepared (
    message     INTEGER PRIMARY KEY,
    account_id  TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    begun       REAL NOT NULL,
    draft_id    TEXT NOT NULL DEFAULT '',
    outcome     TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX prepared_begun ON prepared (begun);
CREATE INDEX prepared_draft ON prepared (draft_id) WHERE draft_id <> '' AND outcome = '';
