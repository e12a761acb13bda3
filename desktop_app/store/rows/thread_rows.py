"""Denormalised thread rows, updated as messages arrive, change and go.

A row holds what the conversation list shows. A list of fifty threads then reads no messages but the
fifty that the rows name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import apsw
import msgspec

from desktop_app.model.address import Address
from desktop_app.model.message import MessageId, ThreadId
from desktop_app.search.flags import UNREAD
from desktop_app.store.base.binding import integers
from desktop_app.store.rows.rows import Pairs, envelope_decoder
from desktop_app.store.rows.triage_due import forget, mark_due

_people_decoder = msgspec.msgpack.Decoder(list[tuple[int, str, str]])
_COLUMNS = "id, account, oldest, newest, message_count, unread_count, flags, subject, people"


@dataclass(slots=True)
class ThreadRow:
    """`people` maps an address's key to (its first message here, name, address)."""

    account: int
    oldest: MessageId
    newest: MessageId
    message_count: int
    unread_count: int
    flags: int
    subject: str
    people: dict[str, tuple[MessageId, str, str]] = field(default_factory=dict)

    def take(self, other: ThreadRow) -> None:
        """Adds another row's messages to this one's."""
        if other.oldest < self.oldest:
            self.oldest, self.subject = other.oldest, other.subject
        self.newest = max(self.newest, other.newest)
        self.message_count += other.message_count
        self.unread_count += other.unread_count
        self.flags |= other.flags
        for key, person in other.people.items():
            if key not in self.people or person < self.people[key]:
                self.people[key] = person


def single(account: int, id: MessageId, flags: int, subject: str, senders: Pairs) -> ThreadRow:  # noqa: A002
    """The row of a thread of one message."""
    people = {email.lower(): (id, name, email) for name, email in senders}
    unread = 1 if flags & UNREAD else 0
    return ThreadRow(account, id, id, 1, unread, flags, subject, people)


def unpack_people(packed: bytes) -> tuple[Address, ...]:
    """The senders in order of appearance."""
    return tuple(Address(name, email) for _, name, email in _people_decoder.decode(packed))


def add_rows(
    connection: apsw.Connection,
    rows: Mapping[ThreadId, ThreadRow],
    merged: Mapping[ThreadId, ThreadId],
) -> None:
    """Adds a batch's messages to the stored rows, after the merges it caused."""
    stored = _read(connection, rows.keys() | merged.keys() | set(merged.values()))
    result: dict[ThreadId, ThreadRow] = {}
    for thread, row in [*stored.items(), *rows.items()]:
        target = merged.get(thread, thread)
        if target in result:
            result[target].take(row)
        else:
            result[target] = row
    _delete(connection, merged)
    forget(connection, merged)
    _write(connection, result)
    mark_due(connection, result)


def refresh_flags(connection: apsw.Connection, threads: Iterable[ThreadId]) -> None:
    """Counts unread messages and combines flags again, after label changes."""
    flags: dict[ThreadId, list[int]] = {}
    query = "SELECT thread, flags FROM state WHERE thread IN (SELECT value FROM carray(?))"
    for thread, bits in connection.execute(query, (integers(set(threads)),)):
        flags.setdefault(thread, []).append(bits)
    connection.executemany(
        "UPDATE thread SET unread_count = ?, flags = ? WHERE id = ?",
        [(sum(1 for b in bits if b & UNREAD), _join(bits), t) for t, bits in flags.items()],
    )


def rebuild(connection: apsw.Connection, threads: Iterable[ThreadId]) -> None:
    """Makes the rows again from the remaining messages; deletes a thread without any."""
    threads = set(threads)
    rows: dict[ThreadId, ThreadRow] = {}
    query = (
        "SELECT s.thread, s.account, s.id, s.flags, m.envelope"
        " FROM state s JOIN message m USING (id)"
        " WHERE s.thread IN (SELECT value FROM carray(?))"
    )
    for thread, account, id_, flags, packed in connection.execute(query, (integers(threads),)):
        envelope = envelope_decoder.decode(packed)
        row = single(account, id_, flags, envelope.subject, envelope.from_)
        if thread in rows:
            rows[thread].take(row)
        else:
            rows[thread] = row
    _delete(connection, threads)
    _write(connection, rows)
    mark_due(connection, rows)
    forget(connection, threads - rows.keys())
    gone = [(thread,) for thread in threads - rows.keys()]
    connection.executemany("DELETE FROM threading WHERE thread = ?", gone)


def _join(bits: Iterable[int]) -> int:
    joined = 0
    for one in bits:
        joined |= one
    return joined


def _read(connection: apsw.Connection, threads: Iterable[ThreadId]) -> dict[ThreadId, ThreadRow]:
    query = f"SELECT {_COLUMNS} FROM thread WHERE id IN (SELECT value FROM carray(?))"
    found: dict[ThreadId, ThreadRow] = {}
    for row in connection.execute(query, (integers(threads),)):
        thread, account, oldest, newest, count, unread, flags, subject, packed = row
        people = {p[2].lower(): p for p in _people_decoder.decode(packed)}
        found[thread] = ThreadRow(account, oldest, newest, count, unread, flags, subject, people)
    return found


def _write(connection: apsw.Connection, rows: Mapping[ThreadId, ThreadRow]) -> None:
    connection.executemany(
        f"INSERT OR REPLACE INTO thread ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                thread,
                row.account,
                row.oldest,
                row.newest,
                row.message_count,
                row.unread_count,
                row.flags,
                row.subject,
                msgspec.msgpack.encode(sorted(row.people.values())),
            )
            for thread, row in sorted(rows.items())
        ],
    )


def _delete(connection: apsw.Connection, threads: Iterable[ThreadId]) -> None:
    connection.executemany("DELETE FROM thread WHERE id = ?", [(t,) for t in threads])
