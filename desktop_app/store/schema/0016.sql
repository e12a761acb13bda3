-- Triage: what a conversation wants of the person. Made from mail by mime/triage.py; a conversation
-- that wants nothing has no row. kind: see model/triage.py.
CREATE TABLE triage (
    thread   INTEGER PRIMARY KEY,
    kind     INTEGER NOT NULL,
    message  INTEGER NOT NULL,               -- the mail that decides
    reason   TEXT NOT NULL,
    said     INTEGER NOT NULL                -- the person has decided
) STRICT;
CREATE INDEX triage_by_kind ON triage (kind, message, said);

-- Conversations that are to be judged (again), the newest first. mark: grows when it is asked again.
CREATE TABLE triage_due (
    thread   INTEGER PRIMARY KEY,
    newest   INTEGER NOT NULL,
    mark     INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX triage_due_newest ON triage_due (newest);
INSERT INTO triage_due (thread, newest) SELECT id, newest FROM thread;

-- What the person has said of a conversation, by the mail that was its newest then.
CREATE TABLE triage_said (
    message     INTEGER PRIMARY KEY,
    account_id  TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    kind        INTEGER NOT NULL
) STRICT;

-- Senders whose mail the person has called news, or has said is none.
CREATE TABLE triage_sender (
    account_id  TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    sender      TEXT NOT NULL,               -- key of the address
    news        INTEGER NOT NULL,
    PRIMARY KEY (account_id, sender)
) STRICT, WITHOUT ROWID;
