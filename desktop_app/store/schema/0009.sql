-- The audit trail has a file of its own (schema/audit). What was in this one is left here until it
-- is first opened, and is empty from then on.
DROP INDEX audit_by_time;
ALTER TABLE audit RENAME TO audit_before;
