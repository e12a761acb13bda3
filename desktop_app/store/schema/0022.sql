-- Whose hand set each field of a draft last, who asks for it to be sent, and changes that others than
-- its writers propose: a change stands beside the draft until the person takes or refuses it.
ALTER TABLE draft ADD COLUMN hands TEXT NOT NULL DEFAULT '[]';   -- JSON of model.hands.Hand
ALTER TABLE draft ADD COLUMN asked_by TEXT NOT NULL DEFAULT '';  -- JSON of model.draft.Author

CREATE TABLE draft_change (
    id             TEXT PRIMARY KEY,
    draft_id       TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
    author         TEXT NOT NULL,
    base_revision  INTEGER NOT NULL,
    base           TEXT NOT NULL,              -- JSON of model.draft.DraftContent: what its author had read
    content        TEXT NOT NULL,              -- the same as they would have it
    sources        TEXT NOT NULL DEFAULT '[]',
    taken_out      TEXT NOT NULL DEFAULT '[]',
    state          TEXT NOT NULL,
    taken          INTEGER NOT NULL DEFAULT 0,  -- how many parts the person has taken, and refused
    refused        INTEGER NOT NULL DEFAULT 0,
    created        INTEGER NOT NULL,
    updated        INTEGER NOT NULL
);
CREATE INDEX draft_change_by_draft ON draft_change (draft_id, created);
CREATE UNIQUE INDEX draft_change_open ON draft_change (draft_id, author) WHERE state = 'open';
