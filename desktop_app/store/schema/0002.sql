-- Drafts, the outbox, requests, the audit trail, undo.

CREATE TABLE draft (
    id            TEXT PRIMARY KEY,
    account_id    TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    author        BLOB NOT NULL,             -- JSON of model.draft.Author
    state         TEXT NOT NULL,
    revision      INTEGER NOT NULL,
    content       BLOB NOT NULL,             -- JSON of model.draft.DraftContent
    created       INTEGER NOT NULL,
    updated       INTEGER NOT NULL,
    reply_to_id   INTEGER NOT NULL DEFAULT 0,
    asks_to_send  INTEGER NOT NULL DEFAULT 0,
    reply_all     INTEGER NOT NULL DEFAULT 0,
    sources       BLOB NOT NULL DEFAULT '[]', -- JSON of model.draft.Source
    request_key   TEXT UNIQUE                -- a retried proposal finds the first one
);
CREATE INDEX draft_by_state ON draft (state, updated DESC);
CREATE INDEX draft_by_reply ON draft (reply_to_id) WHERE reply_to_id <> 0;

CREATE TABLE draft_version (
    draft_id  TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
    revision  INTEGER NOT NULL,
    author    BLOB NOT NULL,
    content   BLOB NOT NULL,
    saved     INTEGER NOT NULL,
    PRIMARY KEY (draft_id, revision)
) WITHOUT ROWID;

CREATE TABLE draft_file (
    id        TEXT PRIMARY KEY,
    draft_id  TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
    data      BLOB NOT NULL
);

CREATE TABLE outbox (
    id                 INTEGER PRIMARY KEY,
    draft_id           TEXT NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
    account_id         TEXT NOT NULL,
    revision           INTEGER NOT NULL,
    digest             TEXT NOT NULL,
    rfc822_message_id  TEXT NOT NULL,
    mime               BLOB NOT NULL,
    recipients         BLOB NOT NULL,        -- JSON list of addr-specs
    state              TEXT NOT NULL,
    send_after         REAL NOT NULL,
    attempts           INTEGER NOT NULL DEFAULT 0,
    last_error         TEXT NOT NULL DEFAULT '',
    settle             TEXT NOT NULL DEFAULT '',
    then_archive       INTEGER NOT NULL DEFAULT 0,
    filed              INTEGER NOT NULL DEFAULT 0,
    permit             TEXT NOT NULL UNIQUE  -- the nonce of the press: good once
);
CREATE INDEX outbox_by_state ON outbox (state, send_after);
-- One draft is on its way at most once.
CREATE UNIQUE INDEX outbox_open ON outbox (draft_id)
    WHERE state IN ('queued', 'sending', 'uncertain', 'sent');

CREATE TABLE request (
    id         INTEGER PRIMARY KEY,
    origin     TEXT NOT NULL,
    client     TEXT NOT NULL,
    tool       TEXT NOT NULL,
    arguments  BLOB NOT NULL,                -- JSON
    summary    TEXT NOT NULL,
    asked      REAL NOT NULL,
    answer     TEXT NOT NULL DEFAULT ''      -- '', 'allowed', 'refused'
);

CREATE TABLE audit (
    id        INTEGER PRIMARY KEY,
    at        REAL NOT NULL,
    origin    TEXT NOT NULL,
    client    TEXT NOT NULL,
    tool      TEXT NOT NULL,
    effect    TEXT NOT NULL,
    decision  TEXT NOT NULL,
    outcome   TEXT NOT NULL,
    summary   TEXT NOT NULL
);
CREATE INDEX audit_by_time ON audit (at DESC);

CREATE TABLE undo (
    id    INTEGER PRIMARY KEY,
    made  REAL NOT NULL,
    data  BLOB NOT NULL                      -- JSON: message id -> the labels it had
);
