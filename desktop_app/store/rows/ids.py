"""Message ids: the date in seconds, raised to the next free id.

The allocator remembers where each collision ended. A hundred thousand mails of one date then do not
probe the same ids again.
"""

from __future__ import annotations

import apsw

from desktop_app.model.message import MessageId
from desktop_app.store.rows.expected import ExpectedMail


class IdAllocator:
    """Allocates ids inside one write transaction or one load."""

    def __init__(self, connection: apsw.Connection, expected: ExpectedMail) -> None:
        self._connection = connection
        self._expected = expected
        self._given: set[MessageId] = set()
        self._next: dict[int, int] = {}
        self._bump = 0

    def allocate(self, date: int) -> MessageId:
        """The first free id at or after `date` (seconds); never below 1."""
        start = max(date, 1)
        place = self._next.get(start, start)
        while self._taken(place):
            # Continue after the ids that an earlier collision has probed.
            place = max(place + 1, self._next.get(place, 0))
        if place != start:
            self._next[start] = place + 1
        self._given.add(place)
        self._bump = max(self._bump, place - date)
        return place

    def _taken(self, place: MessageId) -> bool:
        if place in self._given:
            return True
        found = self._connection.execute("SELECT 1 FROM state WHERE id = ?", (place,)).get
        return found is not None or self._expected.reserved(place)

    def take(self, place: MessageId, date: int) -> MessageId:
        """The id `place` that a message had before; another one if it is taken by now."""
        stored = self._connection.execute("SELECT 1 FROM state WHERE id = ?", (place,)).get
        if stored is not None or place in self._given or place < date:
            return self.allocate(date)
        self._given.add(place)
        self._bump = max(self._bump, place - date)
        return place

    def flush(self) -> None:
        """Stores the largest bump, by which id ranges of dates are widened. The ids are stored
        by now."""
        self._given.clear()
        self._connection.execute(
            "UPDATE meta SET value = max(value, ?) WHERE name = 'max_bump'", (self._bump,)
        )
