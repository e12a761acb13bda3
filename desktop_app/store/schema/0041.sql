-- Grants of programs at the bridge: what each may see and propose, and until when.

-- JSON of model.grant.Grant; empty: what every program had before there were grants.
ALTER TABLE bridge_client ADD COLUMN may TEXT NOT NULL DEFAULT '';

-- What programs with a bound on their drafts have proposed in the last day.
CREATE TABLE proposed (
    client  TEXT NOT NULL,
    what    TEXT NOT NULL,                   -- id of the draft or of the proposed change
    at      REAL NOT NULL,
    PRIMARY KEY (client, what)
) STRICT, WITHOUT ROWID;

-- Conversations that the person has opened in the window, while some grant asks for it.
CREATE TABLE opened (
    thread  INTEGER PRIMARY KEY,
    at      REAL NOT NULL
) STRICT;

-- 1 while everything of assistants and programs is stopped.
INSERT INTO meta (name, value) VALUES ('all_stopped', 0);
