-- What is known of the sign-ins of accounts. No secret: those are in the system's keyring.
CREATE TABLE sign_in (
    account_id    TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    client_id     TEXT NOT NULL,
    scopes        TEXT NOT NULL,              -- granted, parted by spaces
    wanted        TEXT NOT NULL,              -- model.sign_in.Permission, parted by spaces
    refused       INTEGER NOT NULL DEFAULT 0,
    session_only  INTEGER NOT NULL DEFAULT 0
) STRICT;
