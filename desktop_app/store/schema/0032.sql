-- The rules of triage understand more: the newest conversations are judged again, in the background.
INSERT OR IGNORE INTO triage_due (thread, newest)
    SELECT id, newest FROM thread ORDER BY newest DESC LIMIT 20000;
