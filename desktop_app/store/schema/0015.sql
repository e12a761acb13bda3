-- What a restored profile knows of mail that is not here yet: the id it had, so that drafts and
-- conversations find it again; its labels, which count where no server says them; its bytes where
-- nothing else has them.
CREATE TABLE expected_message (
    id          INTEGER PRIMARY KEY,
    digest      BLOB NOT NULL UNIQUE,
    account_id  TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    labels      TEXT NOT NULL,               -- JSON list
    source_id   TEXT NOT NULL,
    raw         BLOB                         -- zstd; NULL: its source has it
) STRICT;
CREATE INDEX expected_message_raw ON expected_message (id) WHERE raw IS NOT NULL;

-- Files and folders that mail was imported from, and whether they are to be read again.
CREATE TABLE mail_source (
    account_id  TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    path        TEXT NOT NULL,
    again       INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, path)
) STRICT, WITHOUT ROWID;
