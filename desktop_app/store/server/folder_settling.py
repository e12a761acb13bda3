"""Settling of the mirror of a server's folders: what changed in the messages that were touched."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from desktop_app.model.folder import MARKED
from desktop_app.store.base.binding import texts
from desktop_app.store.server.folder_changes import as_text, difference, from_text

KEPT = 100_000
"""Changes that can be asked for; who was away for longer lists everything again."""
MARKED_TEXT = "\n".join(MARKED)
"""Labels of a copy that is only marked for deletion, as the mirror keeps them."""
_STEP = 1000


def settle_some(connection: apsw.Connection, account: str, *, gone: bool) -> bool:
    """Numbers what changed in some touched messages of an account; whether more may be left.
    Without `gone` those that no folder has stay touched."""
    rows = connection.execute(
        "SELECT message_id, thread_id, told FROM folder_message m"
        " WHERE account_id = ?1 AND touched = 1 AND (?2 OR EXISTS"
        "   (SELECT 1 FROM folder_copy c INDEXED BY folder_copy_by_message"
        "   WHERE c.account_id = ?1 AND c.message_id = m.message_id AND c.labels <> ?3))"
        " LIMIT ?4",
        (account, gone, MARKED_TEXT, _STEP),
    ).fetchall()
    touched = [(str(i), str(t), None if told is None else str(told)) for i, t, told in rows]
    now = _labels_now(connection, account, [row[0] for row in touched])
    changes, now_told = [], []
    for id_, thread_id, before in touched:
        labels = now.get(id_)
        change = difference(before, labels)
        if change is not None:
            changes.append((account, id_, thread_id, *change))
        now_told.append((None if labels is None else as_text(labels), account, id_))
    connection.executemany(
        "INSERT INTO folder_change"
        " (account_id, message_id, thread_id, kind, added, removed)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        changes,
    )
    connection.executemany(
        "UPDATE folder_message SET told = ?, touched = 0 WHERE account_id = ? AND message_id = ?",
        now_told,
    )
    connection.execute(
        "DELETE FROM folder_message WHERE account_id = ?1 AND told IS NULL AND touched = 0"
        " AND NOT EXISTS (SELECT 1 FROM folder_copy c INDEXED BY folder_copy_by_message"
        "   WHERE c.account_id = ?1 AND c.message_id = folder_message.message_id)",
        (account,),
    )
    connection.execute("DELETE FROM folder_change WHERE number <= ?", (newest(connection) - KEPT,))
    return len(touched) == _STEP


def _labels_now(
    connection: apsw.Connection, account_id: str, ids: Sequence[str]
) -> dict[str, frozenset[str]]:
    rows = connection.execute(
        "SELECT message_id, labels FROM folder_copy INDEXED BY folder_copy_by_message"
        " WHERE account_id = ? AND message_id IN (SELECT value FROM carray(?)) AND labels <> ?",
        (account_id, texts(ids), MARKED_TEXT),
    )
    found: dict[str, frozenset[str]] = {}
    for id_, labels in rows:
        found[id_] = found.get(id_, frozenset()) | from_text(labels)
    return found


def newest(connection: apsw.Connection) -> int:
    """The number of the newest change; 0 before the first."""
    query = "SELECT seq FROM sqlite_sequence WHERE name = 'folder_change'"
    row = connection.execute(query).fetchone()
    return int(row[0]) if row is not None else 0
