-- Mail: accounts, messages, threads, labels, the full-text index.
-- A message's id is its date in seconds, bumped to the next free one: newest first is a
-- reverse scan of any table here, and a span of time is a span of ids.

CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- max_bump: the largest distance between a message's date and its id.
-- untidy: a large load has begun whose index is not merged and whose words are not counted.
-- last_thread: the highest thread id ever given; none is given twice.
INSERT INTO meta (name, value) VALUES ('max_bump', 0), ('untidy', 0), ('last_thread', 0);

CREATE TABLE account (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    identities BLOB NOT NULL,
    colour INTEGER NOT NULL,
    sample INTEGER NOT NULL,
    messages INTEGER NOT NULL DEFAULT 0
) STRICT;

-- What a list shows of a message, apart from what changes.
CREATE TABLE message (
    id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL,
    rfc822_key INTEGER NOT NULL,
    source_id TEXT NOT NULL,
    envelope BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX message_digest ON message (digest);
CREATE INDEX message_rfc822_key ON message (rfc822_key);
CREATE INDEX message_source_id ON message (source_id) WHERE source_id <> '';

-- The narrow table every filter reads. flags: see search/flags.py.
CREATE TABLE state (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    thread INTEGER NOT NULL,
    date INTEGER NOT NULL,
    size INTEGER NOT NULL,
    flags INTEGER NOT NULL
) STRICT;
CREATE INDEX state_thread ON state (thread);

-- The message's bytes, zstd.
CREATE TABLE raw (
    id INTEGER PRIMARY KEY,
    data BLOB NOT NULL
) STRICT;

CREATE TABLE thread (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    oldest INTEGER NOT NULL,
    newest INTEGER NOT NULL,
    message_count INTEGER NOT NULL,
    unread_count INTEGER NOT NULL,
    flags INTEGER NOT NULL,
    subject TEXT NOT NULL,
    people BLOB NOT NULL
) STRICT;

-- Every Message-ID seen, whether its mail is here or only referred to: hash -> thread.
CREATE TABLE threading (
    key INTEGER PRIMARY KEY,
    thread INTEGER NOT NULL
) STRICT;
CREATE INDEX threading_thread ON threading (thread);

CREATE TABLE label (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL,
    id TEXT NOT NULL,
    flag INTEGER NOT NULL,
    total INTEGER NOT NULL DEFAULT 0,
    unread INTEGER NOT NULL DEFAULT 0,
    UNIQUE (account, id)
) STRICT;
CREATE TABLE message_label (
    label INTEGER NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (label, message)
) STRICT, WITHOUT ROWID;
-- Only labels without a flag of their own need the way back.
CREATE TABLE message_user_label (
    message INTEGER NOT NULL,
    label INTEGER NOT NULL,
    PRIMARY KEY (message, label)
) STRICT, WITHOUT ROWID;

CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    written INTEGER NOT NULL,
    last_written INTEGER NOT NULL,
    received INTEGER NOT NULL,
    last_received INTEGER NOT NULL,
    UNIQUE (key, account)
) STRICT;
CREATE TABLE person_word (
    word TEXT NOT NULL,
    person INTEGER NOT NULL,
    PRIMARY KEY (word, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_search (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    query TEXT NOT NULL
) STRICT;

-- How far each source file of an import was read.
CREATE TABLE import_progress (
    account INTEGER NOT NULL,
    path TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (account, path)
) STRICT, WITHOUT ROWID;

-- Text arrives folded (search/fold.py): the ascii tokenizer only has to split it.
CREATE VIRTUAL TABLE fts USING fts5 (
    subject, sender, recipient, cc, bcc, body, filename, list, delivered,
    content = '', contentless_delete = 1, columnsize = 1, detail = full, tokenize = 'ascii'
);
CREATE VIRTUAL TABLE fts_vocabulary USING fts5vocab (fts, row);

-- Every word of the index and the number of messages it is in, for prefixes.
CREATE TABLE term (
    term TEXT PRIMARY KEY,
    messages INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX term_1 ON term (substr(term, 1, 1), messages);
CREATE INDEX term_2 ON term (substr(term, 1, 2), messages);
