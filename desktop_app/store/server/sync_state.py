"""Download state of each account: its cursors, and the messages still to be fetched.

Each step of a sync writes its results and its cursor in one transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import apsw

from desktop_app.model.changes import Changes
from desktop_app.model.remote import RemotePage, RemoteRef
from desktop_app.store.base.binding import texts
from desktop_app.store.base.db import Database

DAYS = 365
"""Days of mail that are downloaded where nobody has chosen."""
_COLUMNS = "history_id, days, listing, page_token, total, synced"


@dataclass(frozen=True, slots=True)
class SyncState:
    """`history_id` is empty before the first pass; `days` 0 means all mail; `listing` is `''`
    (not begun), `listing` (go on at `page_token`) or `listed`; `total` how many messages the
    listing found; `synced` when a pass last came to its end, in seconds since the epoch, or 0."""

    history_id: str = ""
    days: int = DAYS
    listing: str = ""
    page_token: str = ""
    total: int = 0
    synced: float = 0.0


class SyncStates:
    def __init__(self, db: Database) -> None:
        self._db = db

    def get(self, account_id: str) -> SyncState:
        query = f"SELECT {_COLUMNS} FROM sync_state WHERE account_id = ?"
        rows = self._db.rows(query, (account_id,))
        return SyncState(*rows[0]) if rows else SyncState()

    def choose_days(self, account_id: str, days: int) -> None:
        """Sets how far back mail is downloaded, 0 for all; a longer period restarts the listing."""
        old = self.get(account_id)
        with self._db.write(Changes(accounts=True)) as connection:
            _set(connection, account_id, days=days)
            if old.listing and (days == 0 or 0 < old.days < days):
                _set(connection, account_id, listing="", page_token="")

    def begin(self, account_id: str, history_id: str) -> None:
        """Begins a full listing of the mailbox and empties the list of messages to fetch. The
        history covers every change from here on."""
        with self._db.write(Changes()) as connection:
            _set(connection, account_id, history_id=history_id, listing="listing", page_token="")
            connection.execute("DELETE FROM remote_todo WHERE account_id = ?", (account_id,))

    def list_from_the_top(self, account_id: str) -> None:
        """Restarts the listing at its first page; messages found so far stay on the list."""
        with self._db.write(Changes()) as connection:
            _set(connection, account_id, listing="listing", page_token="")

    def note_page(self, account_id: str, page: RemotePage) -> None:
        """Stores a page of the listing; messages that are neither stored here nor set aside
        are to be fetched."""
        with self._db.write(Changes()) as connection:
            ids = [ref.id for ref in page.refs]
            known = _stored(connection, account_id, ids) | _set_aside(connection, account_id, ids)
            self._add_todo(connection, account_id, [r for r in page.refs if r.id not in known])
            found = self.get(account_id).total if self.get(account_id).page_token else 0
            _set(
                connection,
                account_id,
                listing="listing" if page.token else "listed",
                page_token=page.token,
                total=found + len(page.refs),
            )

    def _add_todo(
        self, connection: apsw.Connection, account_id: str, refs: Sequence[RemoteRef]
    ) -> None:
        last = connection.execute(
            "SELECT max(place) FROM remote_todo WHERE account_id = ?", (account_id,)
        ).get
        connection.executemany(
            "INSERT OR IGNORE INTO remote_todo (account_id, place, remote_id, thread_id)"
            " VALUES (?, ?, ?, ?)",
            [(account_id, (last or 0) + n, r.id, r.thread_id) for n, r in enumerate(refs, 1)],
        )

    def want(self, account_id: str, refs: Sequence[RemoteRef]) -> None:
        """Adds messages to fetch, whatever a listing says."""
        with self._db.write(Changes()) as connection:
            self._add_todo(connection, account_id, refs)

    def list_again(self, account_id: str) -> None:
        """Makes the next pass list the mailbox again, because imported mail may be found in it."""
        with self._db.write(Changes()) as connection:
            _set(connection, account_id, listing="", page_token="")

    def todo(self, account_id: str, *, limit: int) -> tuple[RemoteRef, ...]:
        """The newest messages still to be fetched."""
        rows = self._db.rows(
            "SELECT remote_id, thread_id FROM remote_todo WHERE account_id = ?"
            " ORDER BY place LIMIT ?",
            (account_id, limit),
        )
        return tuple(RemoteRef(*row) for row in rows)

    def count_todo(self, account_id: str) -> int:
        query = "SELECT count(*) FROM remote_todo WHERE account_id = ?"
        return int(self._db.rows(query, (account_id,))[0][0])

    def finished(self, account_id: str, now: float) -> None:
        """Stores that a pass is complete."""
        with self._db.write(Changes(accounts=True)) as connection:
            _set(connection, account_id, synced=now)


def note_history(connection: apsw.Connection, account_id: str, history_id: str) -> None:
    """Stores the history id; inside the transaction that stores the mail up to it."""
    _set(connection, account_id, history_id=history_id)


def drop_todo(connection: apsw.Connection, account_id: str, remote_ids: Iterable[str]) -> None:
    """Removes fetched messages from the list, and from those set aside; inside the transaction that
    stores them."""
    keys = [(account_id, id_) for id_ in remote_ids]
    for table in ("remote_todo", "set_aside"):
        connection.executemany(f"DELETE FROM {table} WHERE account_id = ? AND remote_id = ?", keys)


def _set(connection: apsw.Connection, account_id: str, **values: str | float) -> None:
    connection.execute(
        "INSERT OR IGNORE INTO sync_state (account_id, days) VALUES (?, ?)", (account_id, DAYS)
    )
    for name, value in values.items():
        connection.execute(
            f"UPDATE sync_state SET {name} = ? WHERE account_id = ?", (value, account_id)
        )


def _set_aside(connection: apsw.Connection, account_id: str, ids: Sequence[str]) -> set[str]:
    rows = connection.execute(
        "SELECT remote_id FROM set_aside WHERE account_id = ?"
        " AND remote_id IN (SELECT value FROM carray(?))",
        (account_id, texts(ids)),
    )
    return {id_ for (id_,) in rows}


def _stored(connection: apsw.Connection, account_id: str, ids: Sequence[str]) -> set[str]:
    rows = connection.execute(
        "SELECT m.source_id FROM message m JOIN state s USING (id)"
        " JOIN account a ON a.key = s.account"
        " WHERE m.source_id IN (SELECT value FROM carray(?)) AND m.source_id <> '' AND a.id = ?",
        (texts(ids), account_id),
    )
    return {id_ for (id_,) in rows}
