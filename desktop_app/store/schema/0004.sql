-- Our drafts and those on the accounts' servers. No foreign key to draft: what is deleted here
-- is still to be deleted there.
CREATE TABLE draft_link (
    draft_id    TEXT PRIMARY KEY,
    account_id  TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    remote_id   TEXT NOT NULL,
    message_id  TEXT NOT NULL,
    thread_id   TEXT NOT NULL,
    revision    INTEGER NOT NULL
) STRICT;
CREATE INDEX draft_link_by_account ON draft_link (account_id);
