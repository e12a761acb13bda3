"""Days on which the program was seen running. Whatever is deleted by its age is deleted by these: a
clock that is wrong for one start counts as one day.
"""

from __future__ import annotations

from typing import Any

import apsw

from desktop_app.model.changes import Changes
from desktop_app.store.base.db import Database

DAY_SECONDS = 86_400
_KEPT = 400


class Days:
    def __init__(self, db: Database) -> None:
        self._db = db

    def note(self, now: float) -> None:
        """Notes that the program runs on the day of `now` (seconds since the epoch, UTC)."""
        day = int(now // DAY_SECONDS)
        newest = self._db.rows("SELECT day FROM day_seen ORDER BY number DESC LIMIT 1")
        if newest == [(day,)]:
            return
        with self._db.write(Changes()) as connection:
            connection.execute("DELETE FROM day_seen WHERE day = ?", (day,))
            connection.execute("INSERT INTO day_seen (day) VALUES (?)", (day,))
            last = connection.last_insert_rowid()
            connection.execute("DELETE FROM day_seen WHERE number <= ?", (last - _KEPT,))


def outlived(connection: apsw.Connection, days: int) -> float:
    """The moment (seconds since the epoch) before which things have outlived `days` days of use:
    the beginning of the earliest of the last `days` + 1 days on which the program was seen. 0, so
    that nothing has, while it was seen on fewer."""
    query = "SELECT count(*), min(day) FROM (SELECT day FROM day_seen ORDER BY number DESC LIMIT ?)"
    rows: list[Any] = connection.execute(query, (days + 1,)).fetchall()
    count, earliest = rows[0]
    return float(earliest * DAY_SECONDS) if count > days else 0.0
