"""Mail that came into conversations that are muted or reminded of. Whoever writes mail notes it, in
the same transaction."""

from __future__ import annotations

from collections.abc import Mapping

import apsw

from desktop_app.model.message import OWN_LABELS, MessageId, ThreadId
from desktop_app.search.flags import FLAG
from desktop_app.store.base.binding import integers

_BITS = sum(FLAG[label] for label in OWN_LABELS)


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
