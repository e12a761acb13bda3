-- What an assistant asks for is resolved when it is asked, and kept with what became of it.

ALTER TABLE request RENAME TO request_before;
CREATE TABLE request (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    origin      TEXT NOT NULL,
    caller      TEXT NOT NULL,               -- id of the program at the bridge; empty: the assistant
    client      TEXT NOT NULL,               -- its name, as it is shown
    talk        TEXT NOT NULL,               -- id of the assistant's conversation, else empty
    tool        TEXT NOT NULL,
    arguments   TEXT NOT NULL,               -- JSON, with ids in place of rows and hints
    digest      TEXT NOT NULL,               -- SHA-256 over caller, tool, arguments and sources
    sources     TEXT NOT NULL,               -- JSON, what had been read when it was asked
    accounts    TEXT NOT NULL,               -- JSON list of the ids of the accounts it is about
    asked       REAL NOT NULL,
    state       TEXT NOT NULL,               -- 'waiting', 'failed', 'allowed', 'refused', 'expired'
    reason      TEXT NOT NULL DEFAULT '',    -- why it failed, was refused or has expired
    answered    REAL NOT NULL DEFAULT 0,
    draft_id    TEXT NOT NULL DEFAULT '',    -- the draft that came of it
    told        INTEGER NOT NULL DEFAULT 0   -- whether who asked has read what became of it
) STRICT;
CREATE INDEX request_open ON request (id) WHERE state IN ('waiting', 'failed');

-- They were not resolved, so nobody can say what they would do now.
INSERT INTO request (id, origin, caller, client, talk, tool, arguments, digest, sources, accounts,
                     asked, state, reason)
    SELECT id, origin, '', client, '', tool, '{}', '', '[]', '[]', asked,
           CASE answer WHEN '' THEN 'expired' ELSE answer END,
           CASE answer WHEN '' THEN 'Draftdesk was updated before it was answered.' ELSE '' END
    FROM request_before;
DROP TABLE request_before;

-- Whose names for the tools a program is listed: empty for ours.
ALTER TABLE bridge_client ADD COLUMN family TEXT NOT NULL DEFAULT '';

-- The project whose quota calls count against; and a sign-in that another program keeps: the file it
-- is read from again in each session, and the address it must be of.
ALTER TABLE sign_in ADD COLUMN quota_project TEXT NOT NULL DEFAULT '';
ALTER TABLE sign_in ADD COLUMN source TEXT NOT NULL DEFAULT '';
ALTER TABLE sign_in ADD COLUMN address TEXT NOT NULL DEFAULT '';

-- Calls of a service, counted by the hour.
CREATE TABLE api_use (
    account_id  TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    hour        INTEGER NOT NULL,            -- hours since the epoch
    service     TEXT NOT NULL,               -- 'gmail', 'drive', 'calendar', 'imap', 'smtp'
    error       TEXT NOT NULL,               -- code of the error; empty: it went well
    calls       INTEGER NOT NULL,
    units       INTEGER NOT NULL,            -- of the service's quota, 0 where there is none
    PRIMARY KEY (account_id, hour, service, error)
) STRICT, WITHOUT ROWID;
