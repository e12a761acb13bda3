-- Digest of a message's whole header, where two copies had to be told apart; else empty.
ALTER TABLE folder_message ADD COLUMN header TEXT NOT NULL DEFAULT '';

-- Folders of a server that could not be read the last time, with the reason (a sentence).
CREATE TABLE folder_left_out (
    account_id   TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    title        TEXT NOT NULL,
    reason       TEXT NOT NULL,
    PRIMARY KEY (account_id, title)
) STRICT, WITHOUT ROWID;

-- What a server has not done of a change: its reason (a sentence), and when it is tried again.
ALTER TABLE pending ADD COLUMN refused TEXT NOT NULL DEFAULT '';
ALTER TABLE pending ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pending ADD COLUMN next_try REAL NOT NULL DEFAULT 0;

-- Copies that were taken for one message by its Message-ID and size alone are looked at again.
UPDATE folder SET total = -2 WHERE EXISTS (
    SELECT 1 FROM folder_copy c JOIN folder_copy d INDEXED BY folder_copy_by_message
        ON d.account_id = c.account_id AND d.message_id = c.message_id
    WHERE c.account_id = folder.account_id AND c.folder = folder.name
        AND (d.folder, d.uid) < (c.folder, c.uid)
);
DELETE FROM folder_copy WHERE EXISTS (
    SELECT 1 FROM folder_copy d INDEXED BY folder_copy_by_message
    WHERE d.account_id = folder_copy.account_id AND d.message_id = folder_copy.message_id
        AND (d.folder, d.uid) < (folder_copy.folder, folder_copy.uid)
);
