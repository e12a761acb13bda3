-- What a new mail from the account is, a choice of the setting mail.format; empty for what that says.
ALTER TABLE account ADD COLUMN mail_format TEXT NOT NULL DEFAULT '';

-- Whether the server that takes an account's mail offered SMTPUTF8 (RFC 6531) when it was last
-- reached.
CREATE TABLE submission_letters (
    account_id TEXT PRIMARY KEY,
    offered    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
