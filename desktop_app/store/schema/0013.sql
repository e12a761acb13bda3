-- Accounts that are being removed: from the press until no byte of them is left on the disk.
CREATE TABLE removal (
    id      TEXT PRIMARY KEY,                -- the account's
    kind    TEXT NOT NULL,
    name    TEXT NOT NULL,                   -- empty once its rows are gone
    secrets INTEGER NOT NULL                 -- whether the keyring may have some
) STRICT;

-- Days on which the program was seen running, in the order in which they were seen.
CREATE TABLE day_seen (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    day     INTEGER NOT NULL                 -- since the epoch, by the clock of then
) STRICT;

-- A version goes on for a minute from its beginning.
ALTER TABLE draft_version ADD COLUMN begun INTEGER NOT NULL DEFAULT 0;
-- Whether it is shorter than the version before, which is kept until the text is as long again.
ALTER TABLE draft_version ADD COLUMN shorter INTEGER NOT NULL DEFAULT 0;
UPDATE draft_version SET begun = saved;
