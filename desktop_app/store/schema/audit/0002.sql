-- Entries are listed in the order they were written, which is their number's: without an index to
-- keep, one is written in less than half the time.

DROP INDEX audit_by_time;
