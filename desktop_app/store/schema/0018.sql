-- How the person writes: as an identity in general, and to one person. edited: their own words for
-- it, NULL where there are none. forgotten: nothing is learned before they ask for it. mark: the
-- newest mail and draft that were looked at.
CREATE TABLE writing_style (
    account_id  TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    identity    TEXT NOT NULL,               -- key of the address
    recipient   TEXT NOT NULL,               -- key of the address; empty: in general
    learned     TEXT NOT NULL,
    edited      TEXT,
    forgotten   INTEGER NOT NULL DEFAULT 0,
    mark        TEXT NOT NULL DEFAULT '',
    updated     REAL NOT NULL,
    PRIMARY KEY (account_id, identity, recipient)
) STRICT, WITHOUT ROWID;
