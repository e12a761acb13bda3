-- When the flags of all of a folder's mails were read, in seconds since the epoch; 0: not yet, or
-- somebody asked for it. A server that counts changes is never asked for all of them.
ALTER TABLE folder ADD COLUMN flags_at REAL NOT NULL DEFAULT 0;
