-- Who has a draft's copy at the server in hand: the sync that uploads it, or the postman that sends
-- it. No foreign key to draft: a draft can be deleted while its copy goes up.
CREATE TABLE draft_claim (
    draft_id    TEXT PRIMARY KEY,
    account_id  TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    holder      TEXT NOT NULL,               -- 'sync', 'postman'
    token       TEXT NOT NULL,
    until       REAL NOT NULL                -- seconds since the epoch; later it can be taken over
) STRICT;

-- What was put at a server under a draft's name, so that a copy whose answer was lost is known again.
CREATE TABLE draft_copy (
    account_id  TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    draft_id    TEXT NOT NULL,
    digest      BLOB NOT NULL,               -- SHA-256 over what it says
    PRIMARY KEY (draft_id, digest)
) STRICT, WITHOUT ROWID;

-- Messages that the server can't hand out: each waits for its next try, and the rest goes on.
CREATE TABLE set_aside (
    account_id  TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    remote_id   TEXT NOT NULL,
    thread_id   TEXT NOT NULL,
    reason      TEXT NOT NULL,               -- a sentence
    tries       INTEGER NOT NULL,
    next_try    REAL NOT NULL,               -- seconds since the epoch
    PRIMARY KEY (account_id, remote_id)
) STRICT, WITHOUT ROWID;
