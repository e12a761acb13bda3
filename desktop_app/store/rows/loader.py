"""Writer of message batches: the one place that fills every table a message has a row in.

It runs inside a caller's transaction and does not decide when that commits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import apsw
from msgspec.structs import replace

from desktop_app.model.errors import NotFound
from desktop_app.model.message import MessageId, ThreadId
from desktop_app.search.flags import FLAG, HAS_ATTACHMENT, flags_of
from desktop_app.store.base.binding import blobs
from desktop_app.store.rows.expected import Expected, ExpectedMail
from desktop_app.store.rows.ids import IdAllocator
from desktop_app.store.rows.label_book import LabelBook
from desktop_app.store.rows.label_changes import LabelChanger, read_labelled
from desktop_app.store.rows.message_record import MessageRecord
from desktop_app.store.rows.people_book import PeopleBook
from desktop_app.store.rows.terms import add_counts, count_words
from desktop_app.store.rows.thread_rows import ThreadRow, add_rows, single
from desktop_app.store.rows.threader import Threader


@dataclass(frozen=True, slots=True)
class AddReport:
    """`ids`: the stored message of each given one, in the same order, duplicates included;
    `fresh`: those that were not there before."""

    ids: tuple[MessageId, ...]
    fresh: tuple[MessageId, ...]
    added: int
    duplicates: int


@dataclass(frozen=True, slots=True)
class Target:
    """The account to add messages to: its number, its own addresses' keys, and whether a message
    gets back the labels that it had before the profile was restored; a server says them itself."""

    account: int
    own_keys: frozenset[str]
    keeps_labels: bool = False


def _refuse_gone(connection: apsw.Connection, account: int) -> None:
    """Raises NotFound where the account of this number has been removed, or is being removed."""
    query = "SELECT 1 FROM account WHERE key = ? AND id NOT IN (SELECT id FROM removal)"
    if connection.execute(query, (account,)).get is None:
        raise NotFound("This account has been removed.")


class BatchWriter:
    """Adds one batch to one account. Used once: each batch needs a new writer."""

    def __init__(self, connection: apsw.Connection, target: Target) -> None:
        self._connection = connection
        self._account = target.account
        self._keeps_labels = target.keeps_labels
        self._expected = ExpectedMail(connection)
        self._had: dict[bytes, Expected] = {}
        self._ids = IdAllocator(connection, self._expected)
        self._threader = Threader(connection)
        self._labels = LabelBook(connection, target.account)
        self._people = PeopleBook(connection, target.account, target.own_keys)

    def write(self, batch: Sequence[MessageRecord]) -> AddReport:
        """Stores new messages; a duplicate only adds its user labels to the stored one. Raises
        NotFound for an account that has been removed."""
        _refuse_gone(self._connection, self._account)
        known = self._known(batch)
        fresh: dict[bytes, MessageRecord] = {}
        for mail in sorted(batch, key=lambda m: m.date):
            if mail.digest not in known:
                fresh.setdefault(mail.digest, mail)
        ids = self._insert(self._as_expected(fresh))
        self._expected.arrived(self._had)
        known.update(zip(fresh, ids, strict=True))
        self._labels.flush()
        self._add_labels([(known[m.digest], m) for m in batch if fresh.get(m.digest) is not m])
        report_ids = tuple(known[mail.digest] for mail in batch)
        return AddReport(report_ids, tuple(ids), len(fresh), len(batch) - len(fresh))

    def _as_expected(self, fresh: dict[bytes, MessageRecord]) -> list[MessageRecord]:
        """Fresh messages, with the labels that they had in this profile before it was restored."""
        self._had = self._expected.of(fresh)
        mails = list(fresh.values())
        if not self._keeps_labels:
            return mails
        return [
            replace(mail, labels=self._had[mail.digest].labels)
            if mail.digest in self._had
            else mail
            for mail in mails
        ]

    def _known(self, batch: Sequence[MessageRecord]) -> dict[bytes, MessageId]:
        query = "SELECT digest, id FROM message WHERE digest IN (SELECT value FROM carray(?))"
        return dict(self._connection.execute(query, (blobs({m.digest for m in batch}),)))

    def _insert(self, mails: list[MessageRecord]) -> list[MessageId]:
        from desktop_app.store.rows.later_news import make_room, note_news

        self._threader.look_up(mails)
        threads = [self._threader.resolve(mail) for mail in mails]
        threads = [self._threader.final(thread) for thread in threads]
        merged = self._threader.merged()
        ids = [self._id_of(mail) for mail in mails]
        flags = [_flags(mail) for mail in mails]
        # Merged threads move their messages before new ones are counted.
        self._connection.executemany(
            "UPDATE state SET thread = ?2 WHERE thread = ?1", merged.items()
        )
        self._insert_rows(mails, ids, threads, flags)
        self._insert_labels(mails, ids)
        add_rows(self._connection, self._thread_rows(mails, ids, threads, flags), merged)
        note_news(self._connection, dict(zip(ids, threads, strict=True)))
        make_room(self._connection, ids)
        for mail in mails:
            self._people.count(mail)
        add_counts(self._connection, count_words(mail.words for mail in mails))
        self._people.flush()
        self._threader.flush()
        self._ids.flush()
        self._connection.execute(
            "UPDATE account SET messages = messages + ? WHERE key = ?", (len(ids), self._account)
        )
        return ids

    def _id_of(self, mail: MessageRecord) -> MessageId:
        had = self._had.get(mail.digest)
        if had is None:
            return self._ids.allocate(mail.date)
        return self._ids.take(had.id, mail.date)

    def _insert_rows(
        self,
        mails: list[MessageRecord],
        ids: list[MessageId],
        threads: list[ThreadId],
        flags: list[int],
    ) -> None:
        from desktop_app.store.rows.file_rows import mark_files_due

        order = sorted(range(len(mails)), key=ids.__getitem__)
        run = self._connection.executemany
        run(
            "INSERT INTO message (id, digest, rfc822_key, source_id, envelope) VALUES (?,?,?,?,?)",
            [
                (ids[n], m.digest, m.rfc822_key, m.source_id, m.envelope)
                for n in order
                if (m := mails[n])
            ],
        )
        run(
            "INSERT INTO state (id, account, thread, date, size, flags) VALUES (?, ?, ?, ?, ?, ?)",
            [
                (ids[n], self._account, threads[n], mails[n].date, mails[n].size, flags[n])
                for n in order
            ],
        )
        run("INSERT INTO raw (id, data) VALUES (?, ?)", [(ids[n], mails[n].raw) for n in order])
        mark_files_due(self._connection, (ids[n] for n in order if mails[n].has_attachment))
        # Rising ids: FTS5 writes a segment to disk whenever an id is lower than the one before.
        run(
            "INSERT INTO fts (rowid, subject, sender, recipient, cc, bcc, body, filename, list,"
            " delivered) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(ids[n], *mails[n].text) for n in order],
        )

    def _insert_labels(self, mails: list[MessageRecord], ids: list[MessageId]) -> None:
        pairs: list[tuple[int, MessageId]] = []
        back: list[tuple[MessageId, int]] = []
        for mail, id_ in zip(mails, ids, strict=True):
            self._labels.count(mail.labels, +1)
            for label in mail.labels:
                key = self._labels.key(label)
                pairs.append((key, id_))
                if label not in FLAG:
                    back.append((id_, key))
        run = self._connection.executemany
        run("INSERT INTO message_label (label, message) VALUES (?, ?)", sorted(pairs))
        run("INSERT INTO message_user_label (message, label) VALUES (?, ?)", sorted(back))

    def _thread_rows(
        self,
        mails: list[MessageRecord],
        ids: list[MessageId],
        threads: list[ThreadId],
        flags: list[int],
    ) -> dict[ThreadId, ThreadRow]:
        rows: dict[ThreadId, ThreadRow] = {}
        for mail, id_, thread, bits in zip(mails, ids, threads, flags, strict=True):
            row = single(self._account, id_, bits, mail.subject, mail.from_)
            if thread in rows:
                rows[thread].take(row)
            else:
                rows[thread] = row
        return rows

    def _add_labels(self, duplicates: list[tuple[MessageId, MessageRecord]]) -> None:
        wanted: dict[MessageId, set[str]] = {}
        for id_, mail in duplicates:
            wanted.setdefault(id_, set()).update(
                label for label in mail.labels if label not in FLAG
            )
        changer = LabelChanger(self._connection)
        for message in read_labelled(self._connection, (i for i, more in wanted.items() if more)):
            changer.set(message, message.labels | wanted[message.id])
        changer.flush()


def _flags(mail: MessageRecord) -> int:
    return flags_of(mail.labels) | (HAS_ATTACHMENT if mail.has_attachment else 0)
