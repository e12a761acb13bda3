-- When Send was pressed: said of a mail that was not sent. 0 for what was approved before.
ALTER TABLE outbox ADD COLUMN pressed REAL NOT NULL DEFAULT 0;
