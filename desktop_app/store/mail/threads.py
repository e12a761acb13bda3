"""Threads: whole conversations, and their rows in the list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import apsw

from desktop_app.model.address import Address
from desktop_app.model.errors import NotFound
from desktop_app.model.message import MessageId, SystemLabel, ThreadId
from desktop_app.model.thread import Thread, ThreadSummary
from desktop_app.search.flags import FLAG, HAS_ATTACHMENT, HAS_USER_LABEL, system_labels
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
_TO_COME = FLAG[SystemLabel.LATER_SNOOZED] | FLAG[SystemLabel.LATER_REMINDED]
_AWAY = FLAG[SystemLabel.TRASH] | FLAG[SystemLabel.SPAM]


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

    def of_mails(self, ids: Iterable[MessageId]) -> dict[MessageId, ThreadId]:
        """The conversations of the mails that are there."""
        with self._db.reading() as connection:
            return dict(
                connection.execute(
                    "SELECT id, thread FROM state WHERE id IN (SELECT value FROM carray(?))",
                    (integers(set(ids)),),
                )
            )

    def rows(self, newest: Iterable[ThreadId]) -> list[ThreadSummary]:
        """The rows of conversations that are there, each with its newest mail, in their order."""
        with self._db.reading() as connection:
            wanted = tuple(newest)
            found = dict(
                connection.execute(
                    "SELECT id, newest FROM thread WHERE id IN (SELECT value FROM carray(?))",
                    (integers(wanted),),
                )
            )
            return summaries(connection, {t: found[t] for t in wanted if t in found})

    def come_back(self) -> dict[str, int]:
        """How many conversations are to come back (is:later), by account."""
        with self._db.reading() as connection:
            rows = connection.execute(
                "SELECT s.account, count(DISTINCT s.thread) FROM label l"
                " JOIN message_label m ON m.label = l.key JOIN state s ON s.id = m.message"
                f" WHERE l.flag & {_TO_COME} AND s.flags & {_AWAY} = 0 GROUP BY s.account"
            )
            known = names(connection)
            return {known[account]: count for account, count in rows if account in known}


def summaries(
    connection: apsw.Connection, newest: Mapping[ThreadId, MessageId]
) -> list[ThreadSummary]:
    """One row for each thread, in the given order, with the date and words of the message given."""
    wanted = integers(newest)
    rows = {row[0]: row for row in connection.execute(_ROW, (wanted,))}
    lines = {row[0]: row for row in connection.execute(_LINE, (integers(newest.values()),))}
    labels = _user_labels(connection, (t for t, row in rows.items() if row[6] & HAS_USER_LABEL))
    accounts, verdicts = names(connection), read_verdicts(connection, newest)
    back = came_back(connection, newest)
    return [
        replace(
            _summary(lines[id_], rows[thread], accounts, labels),
            verdict=verdicts.get(thread),
            back=back.get(thread, 0),
        )
        for thread, id_ in newest.items()
        if thread in rows and id_ in lines
    ]


def came_back(
    connection: apsw.Connection, threads: Iterable[ThreadId] | None = None
) -> dict[ThreadId, int]:
    """When conversations of the inbox came back, of those given or of all, the last one first; one
    that has had a mail since is none of them."""
    rows = connection.execute(
        "SELECT c.thread, c.at FROM came_back c JOIN thread t ON t.id = c.thread"
        f" WHERE t.flags & {FLAG[SystemLabel.INBOX]} AND t.newest <= c.at"
        " ORDER BY c.at DESC, c.thread DESC"
    )
    wanted = None if threads is None else frozenset(threads)
    return {thread: at for thread, at in rows if wanted is None or thread in wanted}


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
