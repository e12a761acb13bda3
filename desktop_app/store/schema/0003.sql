-- Accounts that sync: how far the download is, the server's labels, changes not yet confirmed.

CREATE TABLE sync_state (
    account_id   TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    history_id   TEXT NOT NULL DEFAULT '',   -- where the next look for changes begins
    days         INTEGER NOT NULL,           -- how far back mail is downloaded; 0: all of it
    listing      TEXT NOT NULL DEFAULT '',   -- '', 'listing', 'listed': of older mail
    page_token   TEXT NOT NULL DEFAULT '',
    total        INTEGER NOT NULL DEFAULT 0, -- how many the listing found
    synced       REAL NOT NULL DEFAULT 0     -- when a pass last came to its end
) STRICT;

-- What a listing found and the download has not brought yet. Smaller places are newer.
CREATE TABLE remote_todo (
    account_id   TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    place        INTEGER NOT NULL,
    remote_id    TEXT NOT NULL,
    thread_id    TEXT NOT NULL,
    PRIMARY KEY (account_id, remote_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX remote_todo_by_place ON remote_todo (account_id, place);

CREATE TABLE remote_label (
    account_id   TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    remote_id    TEXT NOT NULL,
    name         TEXT NOT NULL,
    background   TEXT NOT NULL,
    foreground   TEXT NOT NULL,
    in_list      INTEGER NOT NULL,
    in_messages  INTEGER NOT NULL,
    wanted       TEXT NOT NULL DEFAULT '',   -- 'create', 'rename', 'delete': what the person did
    PRIMARY KEY (account_id, remote_id)
) STRICT, WITHOUT ROWID;

-- Changes of the person's that the server has not confirmed: at most one a message and label.
CREATE TABLE pending (
    account_id   TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    remote_id    TEXT NOT NULL,
    label        TEXT NOT NULL,              -- ours; '' stands for deleting the message
    adds         INTEGER NOT NULL,
    on_its_way   INTEGER NOT NULL DEFAULT 0,
    made         REAL NOT NULL,
    PRIMARY KEY (account_id, remote_id, label)
) STRICT, WITHOUT ROWID;
CREATE INDEX pending_by_age ON pending (account_id, made);
