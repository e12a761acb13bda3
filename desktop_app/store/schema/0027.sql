-- A press on Send is written down before anything else is done for it: an entry in the state 'pressed', without
-- bytes, which becomes the mail that waits to be sent. A draft has one such press at most.
CREATE UNIQUE INDEX outbox_pressed ON outbox (draft_id) WHERE state = 'pressed';
