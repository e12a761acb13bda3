-- What takes a recorded change back, where something does.
ALTER TABLE audit ADD COLUMN undo TEXT NOT NULL DEFAULT '';
