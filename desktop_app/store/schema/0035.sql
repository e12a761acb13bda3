-- People as the person notes them: names one gives, notes, groups, which addresses are one person's.
-- Nothing of it is made from mail, so that all of it is in a backup. A contact says something of its
-- addresses; who has no contact is known from the mail alone.
-- `joined_to` is the contact it was merged into, NULL for one that stands by itself; `lead` is where
-- that leads to in the end, its own id for one that stands by itself. `kept` is 0 for one that was made
-- to be merged: it goes when it stands by itself again and says nothing.
CREATE TABLE contact (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    joined_to INTEGER,
    lead      INTEGER NOT NULL,
    kept      INTEGER NOT NULL,
    name      TEXT NOT NULL,
    note      TEXT NOT NULL,
    language  TEXT NOT NULL
) STRICT;
CREATE INDEX contact_lead ON contact (lead);

-- An address is of one contact. `key` is its lower-cased form, `name` what a card or the person calls
-- it by, `place` its order: groups write to the first.
CREATE TABLE contact_address (
    key     TEXT PRIMARY KEY,
    contact INTEGER NOT NULL,
    place   INTEGER NOT NULL,
    name    TEXT NOT NULL,
    email   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX contact_address_contact ON contact_address (contact, place);

CREATE TABLE contact_group (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    key  TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
) STRICT;
CREATE TABLE contact_in_group (
    contact INTEGER NOT NULL,
    of      INTEGER NOT NULL,
    PRIMARY KEY (contact, of)
) STRICT, WITHOUT ROWID;
CREATE INDEX contact_in_group_of ON contact_in_group (of);

-- Fields of vCards that are not shown, as JSON of model.contact.CardField, zstd.
CREATE TABLE contact_card (contact INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;

-- Addresses that the person said are two people's, the smaller first: they are offered no more.
CREATE TABLE contact_apart (
    one   TEXT NOT NULL,
    other TEXT NOT NULL,
    PRIMARY KEY (one, other)
) STRICT, WITHOUT ROWID;

-- Folded words of names, addresses and notes; `noted` is 1 for one that stands in the note alone, by
-- which nobody else finds.
CREATE TABLE contact_word (
    word    TEXT NOT NULL,
    contact INTEGER NOT NULL,
    noted   INTEGER NOT NULL,
    PRIMARY KEY (word, contact)
) STRICT, WITHOUT ROWID;
CREATE INDEX contact_word_contact ON contact_word (contact);

-- Who always gets a copy of what an account sends: JSON of two lists, Cc and Bcc, of addresses.
ALTER TABLE account ADD COLUMN copies TEXT NOT NULL DEFAULT '[[],[]]';
