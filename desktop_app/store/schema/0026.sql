-- A mail for which nothing was prepared is tried again: how often it was, and from when.
ALTER TABLE prepared ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE prepared ADD COLUMN again REAL NOT NULL DEFAULT 0;
