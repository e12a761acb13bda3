"""Messages that an account's server can't hand out: set aside with the reason, and tried again
later and later, while the rest of the mail goes on."""

from __future__ import annotations

from collections.abc import Mapping

from desktop_app.model.changes import Changes
from desktop_app.model.remote import RemoteRef
from desktop_app.store.base.db import Database
from desktop_app.store.server.sync_state import drop_todo

FIRST_SECONDS, LONGEST_SECONDS, FACTOR = 300.0, 7 * 86_400.0, 4
"""The next try is five minutes later, then each time four times as long, and at most a week."""
_MOST_TRIES = 20


class SetAside:
    """Of every account. Times are in seconds since the epoch."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def note(self, account_id: str, failed: Mapping[RemoteRef, str], now: float) -> None:
        """Sets these messages aside, each for its reason (a sentence), once more."""
        with self._db.write(Changes(accounts=True)) as connection:
            for ref, reason in failed.items():
                before = connection.execute(
                    "SELECT tries FROM set_aside WHERE account_id = ? AND remote_id = ?",
                    (account_id, ref.id),
                ).get
                tries = min(before or 0, _MOST_TRIES)
                wait = min(LONGEST_SECONDS, FIRST_SECONDS * FACTOR**tries)
                drop_todo(connection, account_id, [ref.id])
                connection.execute(
                    "INSERT INTO set_aside (account_id, remote_id, thread_id, reason, tries,"
                    " next_try) VALUES (?, ?, ?, ?, ?, ?)",
                    (account_id, ref.id, ref.thread_id, reason, tries + 1, now + wait),
                )

    def due(self, account_id: str, now: float, *, limit: int) -> tuple[RemoteRef, ...]:
        """Those whose next try is due, the earliest first. A clock that was set back makes all of
        them due that it would keep for longer than the longest wait."""
        rows = self._db.rows(
            "SELECT remote_id, thread_id FROM set_aside WHERE account_id = ?"
            " AND (next_try <= ? OR next_try > ?) ORDER BY next_try LIMIT ?",
            (account_id, now, now + LONGEST_SECONDS, limit),
        )
        return tuple(RemoteRef(*row) for row in rows)

    def told(self, account_id: str) -> tuple[int, str]:
        """How many there are, and the reason of the newest."""
        rows = self._db.rows(
            "SELECT count(*), (SELECT reason FROM set_aside WHERE account_id = ?1"
            " ORDER BY tries, next_try DESC LIMIT 1) FROM set_aside WHERE account_id = ?1",
            (account_id,),
        )
        return int(rows[0][0]), str(rows[0][1] or "")
