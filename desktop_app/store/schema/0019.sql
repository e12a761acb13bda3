-- The places where a proposal had invisible characters, which were taken out: a JSON array.
ALTER TABLE draft ADD COLUMN taken_out TEXT NOT NULL DEFAULT '[]';
