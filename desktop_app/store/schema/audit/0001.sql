-- Who called which tool, what was decided, and what came of it (store/audit.py).

CREATE TABLE audit (
    id        INTEGER PRIMARY KEY,
    at        REAL NOT NULL,             -- seconds since the epoch
    origin    TEXT NOT NULL,
    client    TEXT NOT NULL,
    tool      TEXT NOT NULL,
    effect    TEXT NOT NULL,
    decision  TEXT NOT NULL,
    outcome   TEXT NOT NULL,
    summary   TEXT NOT NULL,
    undo      TEXT NOT NULL              -- what takes it back, where something does
);
CREATE INDEX audit_by_time ON audit (at DESC);
