"""Queue of the person's changes that an account's server has not confirmed.

A change joins the queue in the transaction that applies it here. Until the server confirms or
refuses it, it is applied on top of the server's state of the message.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import apsw

from desktop_app.model.changes import Changes
from desktop_app.model.message import MessageId, SystemLabel
from desktop_app.store.db import Database
from desktop_app.store.label_changes import Labelled

_DELETED = ""


@dataclass(frozen=True, slots=True)
class PendingBatch:
    """Messages (by the server's ids) for which the same change waits. `deletes`: the change is
    their deletion, not a label."""

    remote_ids: tuple[str, ...]
    add: frozenset[str] = frozenset()
    remove: frozenset[str] = frozenset()
    deletes: bool = False


class Pending:
    """Queue of every account."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def count(self, account_id: str) -> int:
        """The number of messages with a queued change."""
        query = "SELECT count(DISTINCT remote_id) FROM pending WHERE account_id = ?"
        return int(self._db.rows(query, (account_id,))[0][0])

    def organised(self, account_id: str) -> bool:
        """Whether a change other than *read* is queued; opening a mail queues that by itself."""
        query = (
            "SELECT EXISTS (SELECT 1 FROM pending WHERE account_id = ?"
            " AND NOT (label = ? AND adds = 0))"
        )
        return bool(self._db.rows(query, (account_id, str(SystemLabel.UNREAD)))[0][0])

    def begin(self, account_id: str, *, at_most: int) -> PendingBatch | None:
        """Marks the oldest change, and the same one of other messages, as being sent. A mark
        left by a killed process is taken over. None when the queue is empty."""
        with self._db.write(Changes()) as connection:
            wanted = _by_message(connection, account_id)
            if not wanted:
                return None
            change = next(iter(wanted.values()))
            ids = tuple(id_ for id_, other in wanted.items() if other == change)[:at_most]
            connection.executemany(
                "UPDATE pending SET on_its_way = 1 WHERE account_id = ? AND remote_id = ?",
                [(account_id, id_) for id_ in ids],
            )
        return PendingBatch(
            ids,
            frozenset(label for label, adds in change if adds and label != _DELETED),
            frozenset(label for label, adds in change if not adds),
            deletes=(_DELETED, 1) in change,
        )

    def done(self, account_id: str, remote_ids: Iterable[str]) -> None:
        """Removes what was being sent, once the server has confirmed or finally refused it. A
        newer change of the person's stays."""
        with self._db.write(Changes(accounts=True)) as connection:
            connection.executemany(
                "DELETE FROM pending WHERE account_id = ? AND remote_id = ? AND on_its_way = 1",
                [(account_id, id_) for id_ in remote_ids],
            )

    def doomed(self, account_id: str) -> frozenset[str]:
        """Messages that were deleted here and may still exist on the server."""
        rows = self._db.rows(
            "SELECT remote_id FROM pending WHERE account_id = ? AND label = ''", (account_id,)
        )
        return frozenset(id_ for (id_,) in rows)

    def waiting(self, account_id: str) -> frozenset[str]:
        """Messages with a queued label change."""
        rows = self._db.rows(
            "SELECT DISTINCT remote_id FROM pending WHERE account_id = ? AND label <> ''",
            (account_id,),
        )
        return frozenset(id_ for (id_,) in rows)


def overlay(
    connection: apsw.Connection, account_id: str, labels: Mapping[str, frozenset[str]]
) -> dict[str, frozenset[str]]:
    """The server's labels of messages (by its ids), with the queued changes applied on top."""
    shown = dict(labels)
    for remote_id, changes in _by_message(connection, account_id).items():
        if remote_id in shown:
            gone = {label for label, adds in changes if not adds}
            come = {label for label, adds in changes if adds and label != _DELETED}
            shown[remote_id] = (shown[remote_id] - gone) | come
    return shown


def queue_labels(
    connection: apsw.Connection,
    changes: Iterable[tuple[Labelled, frozenset[str]]],
    *,
    now: float,
) -> None:
    """Queues what a person changed: each message as it stood, and the labels it has now. Mail
    that no server has is passed over."""
    before = {message.id: (message.labels, after) for message, after in changes}
    for id_, account_id, remote_id in _remote(connection, before):
        old, new = before[id_]
        for label in old ^ new:
            _queue_one(connection, (account_id, remote_id, label, int(label in new)), now)


def queue_deletes(connection: apsw.Connection, ids: Iterable[MessageId], *, now: float) -> None:
    """Queues the deletion of messages that are still stored."""
    for _, account_id, remote_id in _remote(connection, ids):
        connection.execute(
            "DELETE FROM pending WHERE account_id = ? AND remote_id = ?", (account_id, remote_id)
        )
        _queue_one(connection, (account_id, remote_id, _DELETED, 1), now)


def _queue_one(connection: apsw.Connection, change: tuple[str, str, str, int], now: float) -> None:
    """Queues a change. A change and its opposite cancel each other, unless the first is being
    sent."""
    account_id, remote_id, label, adds = change
    key = (account_id, remote_id, label)
    found = connection.execute(
        "SELECT adds, on_its_way FROM pending WHERE account_id = ? AND remote_id = ? AND label = ?",
        key,
    ).fetchone()
    if found is not None and found[0] != adds and not found[1]:
        connection.execute(
            "DELETE FROM pending WHERE account_id = ? AND remote_id = ? AND label = ?", key
        )
        return
    connection.execute(
        "INSERT OR REPLACE INTO pending (account_id, remote_id, label, adds, on_its_way, made)"
        " VALUES (?, ?, ?, ?, 0, ?)",
        (*change, now),
    )


def _remote(
    connection: apsw.Connection, ids: Iterable[MessageId]
) -> list[tuple[MessageId, str, str]]:
    """(message, account, the server's id) of the messages that a server has."""
    found: list[tuple[MessageId, str, str]] = []
    for id_ in ids:
        found += connection.execute(
            "SELECT m.id, a.id, m.source_id FROM message m JOIN state s USING (id)"
            " JOIN account a ON a.key = s.account"
            " WHERE m.id = ? AND m.source_id <> ''",
            (id_,),
        )
    return found


def _by_message(
    connection: apsw.Connection, account_id: str
) -> dict[str, frozenset[tuple[str, int]]]:
    """The queued changes of each message, oldest first."""
    found: dict[str, set[tuple[str, int]]] = {}
    rows = connection.execute(
        "SELECT remote_id, label, adds FROM pending WHERE account_id = ? ORDER BY made",
        (account_id,),
    )
    for remote_id, label, adds in rows:
        found.setdefault(remote_id, set()).add((label, adds))
    return {remote_id: frozenset(changes) for remote_id, changes in found.items()}
