"""Views that stand before the tables, on the connection of whoever may see a part of the mail.

A statement names tables without their database, and SQLite looks in `temp` first: what is read
below all tools is read here, whoever wrote the statement. A table that is not named here is empty,
and its columns can't be read by any other name (`GrantedDatabase`). Source: SQLite, "Name
Resolution" in lang_naming.html.
"""

from __future__ import annotations

from collections.abc import Iterable

from desktop_app.search.flags import HAS_ATTACHMENT
from desktop_app.search.plan import FILES_OF_A_MAIL

INSIDE = """
    CREATE TEMP TABLE granted (
        id INTEGER PRIMARY KEY, thread INTEGER NOT NULL, account INTEGER NOT NULL
    );
    CREATE INDEX temp.granted_thread ON granted (thread, id);
    CREATE TEMP TABLE granted_account (key INTEGER PRIMARY KEY, id TEXT NOT NULL);
    CREATE TEMP TABLE granted_label (id TEXT PRIMARY KEY);
    CREATE TEMP TABLE term (term TEXT PRIMARY KEY, messages INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TEMP TABLE person (
        id INTEGER PRIMARY KEY, account INTEGER NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL,
        email TEXT NOT NULL, written INTEGER NOT NULL, last_written INTEGER NOT NULL,
        received INTEGER NOT NULL, last_received INTEGER NOT NULL, UNIQUE (key, account)
    );
    CREATE TEMP TABLE person_word (
        word TEXT NOT NULL, person INTEGER NOT NULL, PRIMARY KEY (word, person)
    ) WITHOUT ROWID;
"""
"""What is seen: the mails, the accounts, the labels that are named. The words and the people of the
mail are of that alone; words are not counted."""

# The sign keeps SQLite from walking all that is seen to find one mail: it looks each mail up.
_SEEN = "IN (SELECT id FROM temp.granted)"
VIEWS = {
    "state": (
        "SELECT s.id, s.account, s.thread, s.date, CASE WHEN {whole} THEN s.size ELSE 0 END AS size"
        f", s.flags & CASE WHEN {{files}} THEN -1 ELSE {~HAS_ATTACHMENT} END AS flags"
        f" FROM main.state s WHERE +s.id {_SEEN}"
    ),
    "message": (
        "SELECT m.id, m.digest, m.rfc822_key, m.source_id, shown_envelope(m.envelope) AS envelope"
        f" FROM main.message m WHERE +m.id {_SEEN}"
    ),
    "raw": f"SELECT r.id, shown_raw(r.data) AS data FROM main.raw r WHERE +r.id {_SEEN}",
    "fts": f"SELECT f.rowid AS rowid, f.fts AS fts FROM main.fts f WHERE +f.rowid {_SEEN}",
    "fts_file": (
        "SELECT f.rowid AS rowid, f.fts_file AS fts_file FROM main.fts_file f"
        f" WHERE {{files}} AND f.rowid / {FILES_OF_A_MAIL} {_SEEN}"
    ),
    "file_text": (
        f"SELECT t.* FROM main.file_text t WHERE {{files}} AND t.id / {FILES_OF_A_MAIL} {_SEEN}"
    ),
    "file_body": (
        "SELECT b.* FROM main.file_body b WHERE {files} AND EXISTS (SELECT 1 FROM main.file_text t"
        f" WHERE t.body = b.id AND t.id / {FILES_OF_A_MAIL} {_SEEN})"
    ),
    "file_due": f"SELECT d.message FROM main.file_due d WHERE {{files}} AND +d.message {_SEEN}",
    "message_label": (
        f"SELECT l.label, l.message FROM main.message_label l WHERE +l.message {_SEEN}"
    ),
    "message_user_label": (
        f"SELECT u.message, u.label FROM main.message_user_label u WHERE +u.message {_SEEN}"
    ),
    "label": (
        "SELECT l.key, l.account, l.id, l.flag,"
        f" (SELECT count(*) FROM main.message_label h WHERE h.label = l.key AND +h.message {_SEEN})"
        " AS total,"
        " (SELECT count(*) FROM main.message_label h JOIN main.state s ON s.id = h.message"
        f" WHERE h.label = l.key AND s.flags & {{unread}} AND +h.message {_SEEN}) AS unread"
        " FROM main.label l WHERE l.account IN (SELECT key FROM temp.granted_account)"
        " AND (l.flag <> 0 OR l.id IN (SELECT id FROM temp.granted_label)"
        f" OR EXISTS (SELECT 1 FROM main.message_label h WHERE h.label = l.key"
        f" AND +h.message {_SEEN}))"
    ),
    "account": (
        "SELECT a.key, a.id, a.kind, a.name, a.identities, a.colour, a.sample,"
        " (SELECT count(*) FROM temp.granted g WHERE g.account = a.key) AS messages,"
        " a.copies, a.mail_format FROM main.account a"
        " WHERE a.key IN (SELECT key FROM temp.granted_account)"
    ),
    "thread": (
        "SELECT t.id, t.account,"
        " (SELECT min(g.id) FROM temp.granted g WHERE g.thread = t.id) AS oldest,"
        " (SELECT max(g.id) FROM temp.granted g WHERE g.thread = t.id) AS newest,"
        " (SELECT count(*) FROM temp.granted g WHERE g.thread = t.id) AS message_count,"
        " (SELECT count(*) FROM temp.granted g JOIN main.state s ON s.id = g.id"
        " WHERE g.thread = t.id AND s.flags & {unread}) AS unread_count,"
        " (SELECT joined_bits(s.flags) FROM temp.granted g JOIN main.state s ON s.id = g.id"
        " WHERE g.thread = t.id) & CASE WHEN {files} THEN -1 ELSE {no_files} END AS flags,"
        " (SELECT shown_subject(m.envelope) FROM temp.granted g JOIN main.message m ON m.id = g.id"
        " WHERE g.thread = t.id ORDER BY g.id LIMIT 1) AS subject,"
        " (SELECT senders(m.id, m.envelope) FROM temp.granted g JOIN main.message m ON m.id = g.id"
        " WHERE g.thread = t.id) AS people"
        " FROM main.thread t WHERE +t.id IN (SELECT thread FROM temp.granted)"
    ),
    "threading": (
        "SELECT h.key, h.thread FROM main.threading h"
        " WHERE +h.thread IN (SELECT thread FROM temp.granted)"
    ),
    "meta": "SELECT m.name, m.value FROM main.meta m WHERE m.name = 'max_bump'",
    "removal": "SELECT r.id FROM main.removal r",
    "remote_label": (
        "SELECT r.account_id, r.remote_id, r.name, '' AS background, '' AS foreground,"
        " r.in_list, r.in_messages, '' AS wanted FROM main.remote_label r"
        " WHERE EXISTS (SELECT 1 FROM main.label l JOIN main.account a ON a.key = l.account"
        " WHERE a.id = r.account_id AND l.id = r.name AND l.flag = 0"
        " AND (l.id IN (SELECT id FROM temp.granted_label) OR EXISTS ("
        f"SELECT 1 FROM main.message_label h WHERE h.label = l.key AND +h.message {_SEEN})))"
    ),
    "folder_copy": (
        "SELECT c.* FROM main.folder_copy c WHERE EXISTS (SELECT 1 FROM main.message m"
        " JOIN temp.granted g ON g.id = m.id JOIN temp.granted_account a ON a.key = g.account"
        " WHERE m.source_id = c.message_id AND a.id = c.account_id)"
    ),
    "draft_link": (
        "SELECT k.* FROM main.draft_link k WHERE k.draft_id IN ("
        "SELECT d.id FROM main.draft d WHERE written_here(d.author))"
    ),
}
"""Tables of which something is seen. `{whole}`, `{files}`: 1 or 0, whether a mail is shown whole,
and whether its files are."""

INNER = ("data", "idx", "content", "docsize", "config")
"""Endings of the tables that an index of FTS5 reads by itself."""


def statements(
    tables: Iterable[str], *, whole: bool, files: bool, unread: int
) -> Iterable[tuple[str, str]]:
    """Name and statement of the view of each table of the file."""
    values = {
        "whole": int(whole),
        "files": int(files),
        "unread": unread,
        "no_files": ~HAS_ATTACHMENT,
    }
    for name in tables:
        shown = VIEWS.get(name)
        query = f'SELECT * FROM main."{name}" WHERE 0' if shown is None else shown.format(**values)
        yield name, f'CREATE TEMP VIEW "{name}" AS {query}'
