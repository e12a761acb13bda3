"""Queue of the person's changes that an account's server has not confirmed.

A change joins the queue in the transaction that applies it here. Until the server confirms it or
the person takes it back, it is applied on top of the server's state of the message. What a server
refuses stays, with the reason, and is tried again later and later.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import apsw

from desktop_app.model.changes import Changes
from desktop_app.model.message import MessageId, SystemLabel
from desktop_app.store.base.db import Database
from desktop_app.store.rows.label_changes import Labelled

_DELETED = ""
FIRST_SECONDS, LONGEST_SECONDS, FACTOR, MOST_TRIES = 300.0, 7 * 86_400.0, 4, 20
"""A refused change is tried again five minutes later, then each time four times as long, and at
most a week."""


@dataclass(frozen=True, slots=True)
class PendingBatch:
    """Messages (by the server's ids) for which the same change waits. `deletes`: the change is
    their deletion, not a label."""

    remote_ids: tuple[str, ...]
    add: frozenset[str] = frozenset()
    remove: frozenset[str] = frozenset()
    deletes: bool = False


@dataclass(frozen=True, slots=True)
class RefusedChange:
    """A change of one message (by the server's id) that its server has refused; `reason` is a
    sentence."""

    remote_id: str
    add: frozenset[str]
    remove: frozenset[str]
    deletes: bool
    reason: str


class Pending:
    """Queue of every account."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def count(self, account_id: str) -> int:
        """The number of messages with a queued change that was not refused."""
        query = (
            "SELECT count(DISTINCT remote_id) FROM pending WHERE account_id = ? AND refused = ''"
        )
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
        left by a killed process is taken over. What was refused waits for its next try. None when
        the queue is empty."""
        with self._db.write(Changes()) as connection:
            wanted = _by_message(connection, account_id, until=self._db.clock())
            if not wanted:
                return None
            change = next(iter(wanted.values()))
            ids = tuple(id_ for id_, other in wanted.items() if other == change)[:at_most]
            connection.executemany(
                "UPDATE pending SET on_its_way = 1 WHERE account_id = ? AND remote_id = ?"
                " AND (refused = '' OR next_try <= ?)",
                [(account_id, id_, self._db.clock()) for id_ in ids],
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

    def refuse(self, account_id: str, remote_ids: Iterable[str], reason: str) -> None:
        """Keeps what was being sent for a later try, with what the server said (a sentence)."""
        now = self._db.clock()
        with self._db.write(Changes(accounts=True, sync=True)) as connection:
            connection.executemany(
                "UPDATE pending SET on_its_way = 0, refused = ?1, tries = min(tries + 1, ?2),"
                " next_try = ?3 + min(?4, ?5 * pow(?6, min(tries, ?2)))"
                " WHERE account_id = ?7 AND remote_id = ?8 AND on_its_way = 1",
                [
                    (reason, MOST_TRIES, now, LONGEST_SECONDS, FIRST_SECONDS, FACTOR,
                     account_id, id_)
                    for id_ in remote_ids
                ],
            )  # fmt: skip

    def refused(self, account_id: str) -> tuple[RefusedChange, ...]:
        """What the server has refused, the oldest first."""
        rows = self._db.rows(
            "SELECT remote_id, label, adds, refused FROM pending"
            " WHERE account_id = ? AND refused <> '' ORDER BY made",
            (account_id,),
        )
        found: dict[str, list[tuple[str, int, str]]] = {}
        for remote_id, label, adds, reason in rows:
            found.setdefault(remote_id, []).append((label, adds, reason))
        return tuple(
            RefusedChange(
                remote_id,
                frozenset(label for label, adds, _ in parts if adds and label != _DELETED),
                frozenset(label for label, adds, _ in parts if not adds),
                any(label == _DELETED for label, _, _ in parts),
                parts[0][2],
            )
            for remote_id, parts in found.items()
        )

    def try_again(self, account_id: str) -> int:
        """Makes what was refused wait to be sent like any change; the number of messages."""
        count = len(self.refused(account_id))
        with self._db.write(Changes(accounts=True, sync=True)) as connection:
            connection.execute(
                "UPDATE pending SET refused = '', tries = 0, next_try = 0 WHERE account_id = ?",
                (account_id,),
            )
        return count

    def drop_refused(self, account_id: str, remote_ids: Iterable[str]) -> None:
        """Forgets refused changes: what the server has is right."""
        with self._db.write(Changes(accounts=True, sync=True)) as connection:
            connection.executemany(
                "DELETE FROM pending WHERE account_id = ? AND remote_id = ? AND refused <> ''",
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
    connection: apsw.Connection, account_id: str, *, until: float = math.inf
) -> dict[str, frozenset[tuple[str, int]]]:
    """The queued changes of each message, oldest first; of refused ones those whose next try is no
    later than `until`."""
    found: dict[str, set[tuple[str, int]]] = {}
    rows = connection.execute(
        "SELECT remote_id, label, adds FROM pending WHERE account_id = ?"
        " AND (refused = '' OR next_try <= ?) ORDER BY made",
        (account_id, until),
    )
    for remote_id, label, adds in rows:
        found.setdefault(remote_id, set()).add((label, adds))
    return {remote_id: frozenset(changes) for remote_id, changes in found.items()}
