-- What a new mail from the account is, a choice of the setting mail.format; empty for what that says.
ALTER TABLE account ADD COLUMN mail_format TEXT NOT NULL DEFAULT '';

-- What the server that takes an account's mail said when it was last reached: whether it offers
-- SMTPUTF8 (RFC 6531), and the bytes of a whole mail that it takes at most (SIZE, RFC 1870); 0 where
-- it named no limit, or none that can be believed.
CREATE TABLE submission_said (
    account_id    TEXT PRIMARY KEY,
    takes_letters INTEGER NOT NULL,
    largest_mail  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
