-- What comes back later. That a mail is snoozed, muted or reminded of are labels of it, with a moment
-- in one of them (model/coming_back.py); these tables are what no label says.

-- Conversations that came back, so that they stand on top: when, and why. `nudge` is 1 while the
-- draft that asks for the answer is still to be made.
CREATE TABLE came_back (
    thread INTEGER PRIMARY KEY,
    at     INTEGER NOT NULL UNIQUE,
    why    TEXT NOT NULL,
    nudge  INTEGER NOT NULL
) STRICT;

-- Mail that came into conversations that are muted or reminded of, and was not looked at yet.
CREATE TABLE later_news (message INTEGER PRIMARY KEY) STRICT;

-- Reminders that are wanted of a draft once it has left: so many seconds after that.
CREATE TABLE reminder_wanted (
    draft_id   TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    seconds    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
