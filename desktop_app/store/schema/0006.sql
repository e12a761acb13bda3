-- Conversations with an assistant, and the body of every request that left for a model.
CREATE TABLE conversation (
    id       TEXT PRIMARY KEY,
    title    TEXT NOT NULL,
    agent    TEXT NOT NULL,
    started  REAL NOT NULL,
    changed  REAL NOT NULL,
    history  BLOB NOT NULL                    -- zstd; what a model needs to go on
) STRICT;
CREATE INDEX conversation_changed ON conversation (changed);

CREATE TABLE conversation_turn (
    conversation  TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    position      INTEGER NOT NULL,
    prompt        TEXT NOT NULL,
    events        BLOB NOT NULL,              -- zstd; what the panel showed
    text          TEXT NOT NULL,              -- folded, to be searched
    at            REAL NOT NULL,
    PRIMARY KEY (conversation, position)
) STRICT, WITHOUT ROWID;

-- The accounts whose mail could be read in it: with one of them the conversation goes.
CREATE TABLE conversation_account (
    conversation  TEXT NOT NULL,
    account       TEXT NOT NULL,
    PRIMARY KEY (conversation, account)
) STRICT, WITHOUT ROWID;

CREATE TABLE sent_payload (
    id            INTEGER PRIMARY KEY,
    conversation  TEXT NOT NULL,
    at            REAL NOT NULL,
    endpoint      TEXT NOT NULL,
    model         TEXT NOT NULL,
    size          INTEGER NOT NULL,
    body          BLOB NOT NULL               -- zstd
) STRICT;
CREATE INDEX sent_payload_conversation ON sent_payload (conversation);

CREATE TABLE spent (
    conversation   TEXT NOT NULL,
    at             REAL NOT NULL,
    model          TEXT NOT NULL,
    requests       INTEGER NOT NULL,
    input_tokens   INTEGER NOT NULL,
    output_tokens  INTEGER NOT NULL,
    cost           REAL
) STRICT;
CREATE INDEX spent_at ON spent (at);
