"""What the person has in sight: the conversations that the list showed last, and those opened.

It is kept in memory, for the process that has the window. Where a server counts no changes (it has
no CONDSTORE, RFC 7162), the flags of this mail are read at each pass.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from threading import Lock

from desktop_app.store.base.binding import integers
from desktop_app.store.base.db import Database

MOST_THREADS, MOST_COPIES = 300, 1000


class InSight:
    """Thread-safe."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._lock = Lock()
        self._threads: dict[int, None] = {}

    def note(self, threads: Iterable[int]) -> None:
        """The person sees these conversations; those seen longest ago make room."""
        seen = dict.fromkeys(threads)
        with self._lock:
            older = (id_ for id_ in self._threads if id_ not in seen)
            self._threads = dict.fromkeys(islice((*seen, *older), MOST_THREADS))

    def uids(self, account_id: str, folder: str) -> frozenset[int]:
        """UIDs, in a folder of the account's server, of the mail in sight."""
        with self._lock:
            threads = [*self._threads]
        rows = self._db.rows(
            "SELECT c.uid FROM state s JOIN message m USING (id)"
            " JOIN folder_copy c INDEXED BY folder_copy_by_message"
            "   ON c.account_id = ?1 AND c.message_id = m.source_id"
            " WHERE s.thread IN (SELECT value FROM carray(?2)) AND c.folder = ?3"
            "   AND s.account = (SELECT key FROM account WHERE id = ?1) LIMIT ?4",
            (account_id, integers(threads), folder, MOST_COPIES),
        )
        return frozenset(uid for (uid,) in rows)
