-- A line about a conversation that a language model wrote, of the conversation as it was then: its
-- newest mail and how many there were.
CREATE TABLE thread_summary (
    thread       INTEGER PRIMARY KEY REFERENCES thread (id) ON DELETE CASCADE,
    newest       INTEGER NOT NULL,
    mails        INTEGER NOT NULL,
    model        TEXT NOT NULL,
    line         TEXT NOT NULL
) STRICT;
