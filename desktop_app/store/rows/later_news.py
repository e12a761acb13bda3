"""Mail that came into conversations that are muted or reminded of, and the seconds at which what
came back stands in lists. Whoever writes mail sees to both, in the same transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import apsw

from desktop_app.model.message import OWN_LABELS, MessageId, ThreadId
from desktop_app.search.flags import FLAG
from desktop_app.store.base.binding import integers

_BITS = sum(FLAG[label] for label in OWN_LABELS)


def free_second(connection: apsw.Connection, at: int) -> int:
    """The first second from `at` on at which no mail stands in lists, and nothing that came back:
    a page of a list can then end anywhere."""
    query = "SELECT 1 FROM state WHERE id = ?1 UNION ALL SELECT 1 FROM came_back WHERE at = ?1"
    while connection.execute(query, (at,)).get is not None:
        at += 1
    return at


def make_room(connection: apsw.Connection, ids: Iterable[MessageId]) -> None:
    """What came back in the seconds of new mails stands a little later."""
    rows: list[Any] = connection.execute(
        "SELECT thread, at FROM came_back WHERE at IN (SELECT value FROM carray(?))",
        (integers(ids),),
    ).fetchall()
    for thread, at in rows:
        connection.execute(
            "UPDATE came_back SET at = ? WHERE thread = ?", (free_second(connection, at), thread)
        )


def note_news(connection: apsw.Connection, threads: Mapping[MessageId, ThreadId]) -> None:
    """Notes those of the new messages that came into such conversations; their rows are written
    already."""
    query = f"SELECT 1 FROM label WHERE flag & {_BITS} AND total > 0 LIMIT 1"
    if connection.execute(query).get is None:
        return
    rows = connection.execute(
        f"SELECT id FROM thread WHERE id IN (SELECT value FROM carray(?)) AND flags & {_BITS}",
        (integers(set(threads.values())),),
    )
    meant = {id_ for (id_,) in rows}
    connection.executemany(
        "INSERT OR IGNORE INTO later_news (message) VALUES (?)",
        [(message,) for message, thread in threads.items() if thread in meant],
    )
