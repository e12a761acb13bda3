-- Each row names the hash of the one before (store/programs/chain.py says what is hashed). A row
-- without a hash was written by a version that made none: it is chained when it is found.

ALTER TABLE audit ADD COLUMN kind TEXT NOT NULL DEFAULT 'older';  -- call, older, proposal, forgotten, cut
ALTER TABLE audit ADD COLUMN facts TEXT NOT NULL DEFAULT '{}';    -- JSON: what the kind says besides
ALTER TABLE audit ADD COLUMN salt TEXT NOT NULL DEFAULT '';       -- of the seal; empty: words forgotten
ALTER TABLE audit ADD COLUMN kept TEXT NOT NULL DEFAULT '';       -- JSON: further words, empty: none
ALTER TABLE audit ADD COLUMN seal TEXT NOT NULL DEFAULT '';       -- SHA-256 of the words with the salt
ALTER TABLE audit ADD COLUMN previous TEXT NOT NULL DEFAULT '';   -- hash of the row before
ALTER TABLE audit ADD COLUMN hash TEXT NOT NULL DEFAULT '';

CREATE TABLE day_head (                  -- the last row of each day that has ended
    day       INTEGER PRIMARY KEY,       -- days since the epoch, UTC
    number    INTEGER NOT NULL,          -- audit.id
    hash      TEXT NOT NULL
);

CREATE TABLE followed (                  -- drafts of assistants and programs that may still change
    draft     TEXT PRIMARY KEY,          -- draft.id in mail.db
    number    INTEGER NOT NULL,          -- of the row of the call that it came of
    origin    TEXT NOT NULL,             -- whose call that was
    client    TEXT NOT NULL,
    state     TEXT NOT NULL              -- as the record last said
) WITHOUT ROWID;
