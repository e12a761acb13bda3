"""Threads: whole conversations, and their rows in the list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import apsw

from desktop_app.model.address import Address
from desktop_app.model.errors import NotFound
from desktop_app.model.message import MessageId, ThreadId
from desktop_app.model.thread import Thread, ThreadSummary
from desktop_app.search.flags import HAS_ATTACHMENT, HAS_USER_LABEL, system_labels
from desktop_app.store.base.binding import integers
from desktop_app.store.base.db import Database
from desktop_app.store.mail.accounts import names
from desktop_app.store.mail.envelopes import read_messages
from desktop_app.store.rows.rows import envelope_decoder
from desktop_app.store.rows.thread_rows import unpack_people
from desktop_app.store.rows.triage_verdicts import read_verdicts

_ROW = (
    "SELECT id, account, subject, people, message_count, unread_count, flags FROM thread"
    " WHERE id IN (SELECT value FROM carray(?))"
)
_LINE = (
    "SELECT s.id, s.date, m.envelope FROM state s JOIN message m USING (id)"
    " WHERE s.id IN (SELECT value FROM carray(?))"
)


class Threads:
    def __init__(self, db: Database) -> None:
        self._db = db

    def get(self, thread_id: ThreadId) -> Thread:
        """The conversation with every message's envelope, oldest first. Raises NotFound."""
        with self._db.reading() as connection:
            row = connection.execute(
                "SELECT account, subject FROM thread WHERE id = ?", (thread_id,)
            ).fetchone()
            if row is None:
                raise NotFound(
                    "This conversation is not here any more.", details={"thread": str(thread_id)}
                )
            rows = connection.execute(
                "SELECT id FROM state WHERE thread = ? ORDER BY id", (thread_id,)
            )
            messages = read_messages(connection, [id_ for (id_,) in rows])
            account = names(connection)[row[0]]
        return Thread(thread_id, account, row[1], tuple(messages))

    def mails(self, thread_ids: Iterable[ThreadId]) -> dict[ThreadId, tuple[MessageId, ...]]:
        """The messages of the conversations that are there, each oldest first."""
        found: dict[ThreadId, list[MessageId]] = {}
        with self._db.reading() as connection:
            rows = connection.execute(
                "SELECT thread, id FROM state WHERE thread IN (SELECT value FROM carray(?))"
                " ORDER BY id",
                (integers(set(thread_ids)),),
            )
            for thread, id_ in rows:
                found.setdefault(thread, []).append(id_)
        return {thread: tuple(ids) for thread, ids in found.items()}


def summaries(
    connection: apsw.Connection, newest: Mapping[ThreadId, MessageId]
) -> list[ThreadSummary]:
    """One row for each thread, in the given order, with the date and words of the message given."""
    wanted = integers(newest)
    rows = {row[0]: row for row in connection.execute(_ROW, (wanted,))}
    lines = {row[0]: row for row in connection.execute(_LINE, (integers(newest.values()),))}
    labels = _user_labels(connection, (t for t, row in rows.items() if row[6] & HAS_USER_LABEL))
    accounts, verdicts = names(connection), read_verdicts(connection, newest)
    return [
        replace(_summary(lines[id_], rows[thread], accounts, labels), verdict=verdicts.get(thread))
        for thread, id_ in newest.items()
        if thread in rows and id_ in lines
    ]


def _summary(
    line: tuple[MessageId, int, bytes],
    row: tuple[int, int, str, bytes, int, int, int],
    accounts: dict[int, str],
    labels: dict[ThreadId, set[str]],
) -> ThreadSummary:
    thread, account, subject, people, count, unread, flags = row
    newest_id, date, packed = line
    envelope = envelope_decoder.decode(packed)
    return ThreadSummary(
        id=thread,
        account_id=accounts[account],
        newest_id=newest_id,
        date=date,
        subject=subject,
        snippet=envelope.snippet,
        people=unpack_people(people),
        message_count=count,
        unread_count=unread,
        labels=system_labels(flags) | labels.get(thread, set()),
        has_attachments=bool(flags & HAS_ATTACHMENT),
        recipients=tuple(
            Address(name, email) for name, email in (*envelope.to, *envelope.cc, *envelope.bcc)
        ),
    )


def _user_labels(
    connection: apsw.Connection, threads: Iterable[ThreadId]
) -> dict[ThreadId, set[str]]:
    found: dict[ThreadId, set[str]] = {}
    rows = connection.execute(
        "SELECT s.thread, l.id FROM state s JOIN message_user_label m ON m.message = s.id"
        " JOIN label l ON l.key = m.label WHERE s.thread IN (SELECT value FROM carray(?))",
        (integers(threads),),
    )
    for thread, label in rows:
        found.setdefault(thread, set()).add(label)
    return found
