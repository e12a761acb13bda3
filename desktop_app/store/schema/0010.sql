-- Mirror of the folders of a mail server: which copies of which messages they have, without the mail.

CREATE TABLE folder (
    account_id   TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name         TEXT NOT NULL,
    uidvalidity  INTEGER NOT NULL,
    uidnext      INTEGER NOT NULL,
    modseq       INTEGER NOT NULL,
    total        INTEGER NOT NULL,
    PRIMARY KEY (account_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE folder_message (
    account_id   TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    message_id   TEXT NOT NULL,
    thread_id    TEXT NOT NULL,
    date         INTEGER NOT NULL,
    size         INTEGER NOT NULL,
    told         TEXT,                       -- labels when changes were last counted; NULL: not yet
    touched      INTEGER NOT NULL DEFAULT 1, -- its copies have changed since
    PRIMARY KEY (account_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX folder_message_by_date ON folder_message (account_id, date);
CREATE INDEX folder_message_untold ON folder_message (account_id) WHERE told IS NULL;
CREATE INDEX folder_message_touched ON folder_message (account_id) WHERE touched = 1;

CREATE TABLE folder_copy (
    account_id   TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    folder       TEXT NOT NULL,
    uid          INTEGER NOT NULL,
    message_id   TEXT NOT NULL,
    labels       TEXT NOT NULL,              -- one a line, in order
    PRIMARY KEY (account_id, folder, uid)
) STRICT, WITHOUT ROWID;
CREATE INDEX folder_copy_by_message ON folder_copy (account_id, message_id);

CREATE TABLE folder_change (
    number       INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id   TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    message_id   TEXT NOT NULL,
    thread_id    TEXT NOT NULL,
    kind         TEXT NOT NULL,              -- 'come', 'gone', 'labels'
    added        TEXT NOT NULL,
    removed      TEXT NOT NULL
) STRICT;
CREATE INDEX folder_change_by_account ON folder_change (account_id, number);

-- Where the mail servers of an account are. No secret.
CREATE TABLE mail_server (
    account_id   TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    in_host      TEXT NOT NULL,
    in_port      INTEGER NOT NULL,
    in_security  TEXT NOT NULL,
    out_host     TEXT NOT NULL,              -- empty: the account can't send
    out_port     INTEGER NOT NULL,
    out_security TEXT NOT NULL,
    user         TEXT NOT NULL,
    proof        TEXT NOT NULL,
    ca_file      TEXT NOT NULL
) STRICT, WITHOUT ROWID;
