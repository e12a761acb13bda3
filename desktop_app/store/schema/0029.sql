-- What the removal of an account does to what was copied from it.
-- Whether it is the sample mailbox, whose mails ship with the program: backups keep them.
ALTER TABLE removal ADD COLUMN sample INTEGER NOT NULL DEFAULT 0;
-- Whether the person said that what repairs have set aside goes too: it may be of other accounts.
ALTER TABLE removal ADD COLUMN set_aside INTEGER NOT NULL DEFAULT 0;
-- JSON list of the SHA-256 of files that its drafts had: handed-in copies of them go. Of the saved
-- searches that find its mail alone, the names: backups have them too.
ALTER TABLE removal ADD COLUMN files TEXT NOT NULL DEFAULT '[]';
ALTER TABLE removal ADD COLUMN searches TEXT NOT NULL DEFAULT '[]';
