-- Programs that were let in over HTTP (OAuth): the tokens they have.

-- Address of the document that names the program, or “registered” for one without; empty for a
-- program that was given its token in the window.
ALTER TABLE bridge_client ADD COLUMN origin TEXT NOT NULL DEFAULT '';

CREATE TABLE bridge_token (
    hash      BLOB PRIMARY KEY,              -- SHA-256 of the token
    client    TEXT NOT NULL,                 -- id of a bridge_client
    program   TEXT NOT NULL,                 -- the client_id that it was given to
    renews    INTEGER NOT NULL,              -- 1 for a refresh token
    used      INTEGER NOT NULL DEFAULT 0,    -- 1 once it was exchanged: whoever shows it again is a thief
    made      REAL NOT NULL,
    ends      REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX bridge_token_client ON bridge_token (client);
