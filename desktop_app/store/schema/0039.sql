-- Mail that is to leave later: an entry of the outbox in the state 'scheduled', with its frozen bytes. `scheduled` is
-- the moment that the person chose (seconds since the epoch, 0 for mail that leaves at once); `known_mail` the ids
-- of the mails of its conversation at the press (JSON), so that an answer that comes meanwhile is noticed.
ALTER TABLE outbox ADD COLUMN scheduled REAL NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN known_mail TEXT NOT NULL DEFAULT '[]';
-- When an assistant or a program thinks that a draft should leave; the person alone sets a time.
ALTER TABLE draft ADD COLUMN proposed_time REAL NOT NULL DEFAULT 0;

DROP INDEX outbox_open;
CREATE UNIQUE INDEX outbox_open ON outbox (draft_id)
    WHERE state IN ('scheduled', 'queued', 'sending', 'uncertain', 'sent');
