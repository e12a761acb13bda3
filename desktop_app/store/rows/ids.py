"""Message ids: the date in seconds, raised to the next free id.

The allocator remembers where each collision ended, and passes over stored ids by one query. A
hundred thousand mails of one date then do not probe the same ids again, in later transactions
either.
"""

from __future__ import annotations

import apsw

from desktop_app.model.message import MessageId
from desktop_app.store.rows.expected import ExpectedMail

_END_OF_RUN = """
    SELECT id FROM state AS s WHERE id >= ?
        AND NOT EXISTS (SELECT 1 FROM state WHERE id = s.id + 1) ORDER BY id LIMIT 1
"""


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
        while (end := self._taken_until(place)) is not None:
            # Continue after the ids that an earlier collision has probed.
            place = max(end + 1, self._next.get(place, 0))
        if place != start:
            self._next[start] = place + 1
        self._given.add(place)
        self._bump = max(self._bump, place - date)
        return place

    def _taken_until(self, place: MessageId) -> MessageId | None:
        """The last of the ids that are taken from `place` on without a gap, as far as one look
        tells; None where `place` is free."""
        if place in self._given:
            return place
        if self._stored(place):
            return int(self._connection.execute(_END_OF_RUN, (place,)).get)
        return place if self._expected.reserved(place) else None

    def _stored(self, place: MessageId) -> bool:
        found = self._connection.execute("SELECT 1 FROM state WHERE id = ?", (place,)).get
        return found is not None

    def take(self, place: MessageId, date: int) -> MessageId:
        """The id `place` that a message had before; another one if it is taken by now."""
        if self._stored(place) or place in self._given or place < date:
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
