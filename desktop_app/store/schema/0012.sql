-- What waits to be sent has a digest of its own, so that a changed byte is noticed before an attempt.
-- What was queued before has none: a start gives it back to the person.
ALTER TABLE outbox ADD COLUMN frozen TEXT NOT NULL DEFAULT '';
