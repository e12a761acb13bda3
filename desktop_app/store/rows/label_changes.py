"""Label changes of stored messages; rows, flags, counts and threads are updated together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import apsw

from desktop_app.model.label_difference import LabelDifference
from desktop_app.model.message import MessageId, ThreadId
from desktop_app.search.flags import (
    FLAG,
    HAS_USER_LABEL,
    LABEL_BITS,
    flags_of,
    system_labels,
)
from desktop_app.store.base.binding import integers
from desktop_app.store.rows.label_book import LabelBook
from desktop_app.store.rows.thread_rows import refresh_flags
from desktop_app.store.rows.triage_due import JUDGED_BY, mark_due


@dataclass(frozen=True, slots=True)
class Labelled:
    """A message's current labels, its account and its thread."""

    id: MessageId
    account: int
    thread: ThreadId
    flags: int
    labels: frozenset[str]


@dataclass(frozen=True, slots=True)
class Relabelled:
    """Outcome of a change: what each message that changed got and lost, and the threads of all the
    messages that were there to be changed."""

    changes: dict[MessageId, LabelDifference]
    threads: dict[MessageId, ThreadId]


def read_labelled(connection: apsw.Connection, ids: Iterable[MessageId]) -> list[Labelled]:
    """The given messages that exist, by rising id."""
    wanted = integers(set(ids))
    user = user_labels(connection, wanted)
    rows = connection.execute(
        "SELECT id, account, thread, flags FROM state"
        " WHERE id IN (SELECT value FROM carray(?)) ORDER BY id",
        (wanted,),
    )
    return [
        Labelled(id_, account, thread, flags, system_labels(flags) | user.get(id_, frozenset()))
        for id_, account, thread, flags in rows
    ]


def user_labels(
    connection: apsw.Connection, ids: apsw.CArrayBinding
) -> dict[MessageId, frozenset[str]]:
    """The user labels of those messages that have any."""
    found: dict[MessageId, set[str]] = {}
    rows = connection.execute(
        "SELECT m.message, l.id FROM message_user_label m JOIN label l ON l.key = m.label"
        " WHERE m.message IN (SELECT value FROM carray(?))",
        (ids,),
    )
    for id_, label in rows:
        found.setdefault(id_, set()).add(label)
    return {id_: frozenset(labels) for id_, labels in found.items()}


class LabelChanger:
    """Collects changes inside one transaction; `flush` updates counts and threads."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._books: dict[int, LabelBook] = {}
        self._threads: set[ThreadId] = set()
        self._judged: set[ThreadId] = set()

    def set(self, message: Labelled, labels: frozenset[str]) -> None:
        """Gives a message exactly these labels."""
        if labels == message.labels:
            return
        book = self._book(message.account)
        book.count(message.labels, -1)
        book.count(labels, +1)
        for label in message.labels - labels:
            self._take_off(message.id, label, book.key(label))
        for label in labels - message.labels:
            self._put_on(message.id, label, book.key(label))
        kept = message.flags & ~(LABEL_BITS | HAS_USER_LABEL)
        self._connection.execute(
            "UPDATE state SET flags = ? WHERE id = ?", (kept | flags_of(labels), message.id)
        )
        self._threads.add(message.thread)
        if (message.flags ^ flags_of(labels)) & JUDGED_BY:
            self._judged.add(message.thread)

    def forget(self, message: Labelled) -> None:
        """Removes a message that is being deleted from every label, row and count."""
        book = self._book(message.account)
        book.count(message.labels, -1)
        for label in message.labels:
            self._take_off(message.id, label, book.key(label))

    def _book(self, account: int) -> LabelBook:
        book = self._books.get(account)
        if book is None:
            book = self._books[account] = LabelBook(self._connection, account)
        return book

    def _put_on(self, id_: MessageId, label: str, key: int) -> None:
        run = self._connection.execute
        run("INSERT INTO message_label (label, message) VALUES (?, ?)", (key, id_))
        if label not in FLAG:
            run("INSERT INTO message_user_label (message, label) VALUES (?, ?)", (id_, key))

    def _take_off(self, id_: MessageId, label: str, key: int) -> None:
        run = self._connection.execute
        run("DELETE FROM message_label WHERE label = ? AND message = ?", (key, id_))
        if label not in FLAG:
            run("DELETE FROM message_user_label WHERE message = ? AND label = ?", (id_, key))

    def flush(self) -> None:
        for book in self._books.values():
            book.flush()
        refresh_flags(self._connection, self._threads)
        if self._judged:
            mark_due(self._connection, self._judged)
        self._threads.clear()
        self._judged.clear()
