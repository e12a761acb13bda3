-- What a new mail from the account is, a choice of the setting mail.format; empty for what that says.
ALTER TABLE account ADD COLUMN mail_format TEXT NOT NULL DEFAULT '';
