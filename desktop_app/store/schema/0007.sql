-- Programs that may use the MCP bridge. Tokens are kept as hashes alone.
CREATE TABLE bridge_client (
    id          TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    token_hash  BLOB,                         -- SHA-256; NULL for programs started here
    accounts    TEXT NOT NULL,                -- JSON list of account ids
    groups_off  TEXT NOT NULL,                -- JSON list of tool groups
    created     REAL NOT NULL,
    last_call   REAL NOT NULL DEFAULT 0
) STRICT;
