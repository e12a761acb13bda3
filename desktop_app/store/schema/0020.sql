-- Numbers that a program is told count nothing: they are drawn, and rows keep their order by `place`.
ALTER TABLE request RENAME COLUMN id TO place;
ALTER TABLE request ADD COLUMN id INTEGER NOT NULL DEFAULT 0;
UPDATE request SET id = place;
CREATE UNIQUE INDEX request_id ON request (id);

ALTER TABLE undo RENAME COLUMN id TO place;
ALTER TABLE undo ADD COLUMN id INTEGER NOT NULL DEFAULT 0;
UPDATE undo SET id = place;
CREATE UNIQUE INDEX undo_id ON undo (id);

-- The key under which a program at the bridge is told ids of mail; see store/told_ids.py.
INSERT INTO meta (name, value) VALUES ('ids_key_high', random()), ('ids_key_low', random());
