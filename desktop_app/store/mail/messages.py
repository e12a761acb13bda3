"""Messages: adding, reading, labelling, deleting. Search is in store/mail/finder.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import apsw

from desktop_app.mail.message.parse import parse
from desktop_app.model.changes import Changes
from desktop_app.model.errors import NotFound
from desktop_app.model.label_difference import KeptChange, LabelDifference, taken_back
from desktop_app.model.message import OWN_LABELS, Message, MessageId, ParsedMessage
from desktop_app.store.base.binding import integers
from desktop_app.store.base.compressed import decompressed
from desktop_app.store.base.db import Database
from desktop_app.store.mail.accounts import Accounts, names
from desktop_app.store.mail.envelopes import read_messages
from desktop_app.store.mail.pending import queue_deletes, queue_labels
from desktop_app.store.mail.statistics import total
from desktop_app.store.rows.deletion import delete_rows
from desktop_app.store.rows.expected import ExpectedMail
from desktop_app.store.rows.label_changes import LabelChanger, Labelled, Relabelled, read_labelled
from desktop_app.store.rows.loader import AddReport, BatchWriter
from desktop_app.store.rows.message_record import MessageRecord, Preparer, former_words, key_of
from desktop_app.store.rows.terms import add_counts, count_words
from desktop_app.store.rows.thread_rows import rebuild

_CHANGES = Changes(messages=True, labels=True)
_BATCH = 500


class Messages:
    """The messages of every account."""

    def __init__(self, db: Database, accounts: Accounts) -> None:
        self._db = db
        self._accounts = accounts

    def add(
        self,
        account_id: str,
        parsed: Sequence[ParsedMessage],
        *,
        labels: Sequence[frozenset[str]] | None = None,
        source_ids: Sequence[str] | None = None,
    ) -> AddReport:
        """Stores messages with their label ids, one set each; creates missing user labels.

        A message is a duplicate when the account has one with the same bytes (labels and line ends
        apart). A duplicate only adds its user labels. For thousands at once use `Store.bulk_load`.
        Raises NotFound for the account, StorageError.
        """
        target = self._accounts.target(account_id)
        preparer = Preparer(account_id)
        labels = labels or [frozenset()] * len(parsed)
        source_ids = source_ids or [""] * len(parsed)
        prepared = [
            preparer.prepare(p, own, source)
            for p, own, source in zip(parsed, labels, source_ids, strict=True)
        ]
        with self._db.write(_CHANGES) as connection:
            return BatchWriter(connection, target).write(prepared)

    def add_prepared(
        self,
        account_id: str,
        batch: Sequence[MessageRecord],
        also: Callable[[apsw.Connection], None] | None = None,
    ) -> AddReport:
        """As `add`, for records made by a `Preparer(account_id, counting=True)`; `also` writes
        in the same transaction."""
        target = self._accounts.target(account_id)
        with self._db.write(_CHANGES) as connection:
            report = BatchWriter(connection, target).write(batch)
            if also is not None:
                also(connection)
        return report

    def expected(self, batch: Sequence[MessageRecord]) -> list[MessageRecord]:
        """Those of the records that a restored profile awaits."""
        with self._db.reading() as connection:
            awaited = ExpectedMail(connection).of(mail.digest for mail in batch)
        return [mail for mail in batch if mail.digest in awaited]

    def get(self, id: MessageId) -> Message:  # noqa: A002 - the model's own name for it
        """Raises NotFound."""
        found = self.get_many((id,))
        if not found:
            raise _missing(id)
        return found[0]

    def get_many(self, ids: Iterable[MessageId]) -> list[Message]:
        """The messages in the order of `ids`; missing ones are left out."""
        with self._reading() as connection:
            return read_messages(connection, ids)

    def raw(self, id: MessageId) -> bytes:  # noqa: A002
        """The message's original bytes. Raises NotFound."""
        with self._db.reading() as connection:
            data = connection.execute("SELECT data FROM raw WHERE id = ?", (id,)).get
            if data is None:
                raise _missing(id)
            return decompressed(data)

    def by_rfc822_id(self, account_id: str, rfc822_id: str) -> list[Message]:
        """Every message with this Message-ID (no angle brackets), oldest first."""
        key = key_of(account_id, "id", rfc822_id)
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT id FROM message WHERE rfc822_key = ? ORDER BY id", (key,)
            )
            return read_messages(connection, [id_ for (id_,) in rows])

    def set_source_ids(self, source_ids: Mapping[MessageId, str]) -> None:
        """Stores where an account keeps these messages now."""
        with self._db.write(Changes()) as connection:
            connection.executemany(
                "UPDATE message SET source_id = ? WHERE id = ?",
                [(source_id, id_) for id_, source_id in source_ids.items()],
            )

    def count(self, account_id: str = "") -> int:
        """The number of messages, in one account or in all."""
        with self._db.reading() as connection:
            return total(connection, account_id)

    def modify(
        self,
        ids: Iterable[MessageId],
        add: frozenset[str] = frozenset(),
        remove: frozenset[str] = frozenset(),
    ) -> Relabelled:
        """Adds and removes label ids; returns what has changed, for undo.

        Missing messages are skipped; missing user labels are created.
        """
        with self._db.write(_CHANGES) as connection:
            before = read_labelled(connection, ids)
            return self._relabel(connection, [(m, (m.labels - remove) | add) for m in before])

    def edit(
        self, ids: Iterable[MessageId], edit: Callable[[Labelled], frozenset[str]]
    ) -> Relabelled:
        """Gives each of the messages the labels that `edit` says; as `modify` otherwise."""
        with self._db.write(_CHANGES) as connection:
            before = read_labelled(connection, ids)
            return self._relabel(connection, [(m, edit(m)) for m in before])

    def take_back(self, kept: Mapping[MessageId, KeptChange]) -> Relabelled:
        """Takes label changes back (those that `modify` returned); labels that changed since by
        another act stay as they are."""
        with self._db.write(_CHANGES) as connection:
            found = read_labelled(connection, kept)
            return self._relabel(connection, [(m, taken_back(m.labels, kept[m.id])) for m in found])

    def _relabel(
        self, connection: apsw.Connection, wanted: Sequence[tuple[Labelled, frozenset[str]]]
    ) -> Relabelled:
        """Applies a person's label changes here, and queues them where a server has the mail."""
        changes = [(message, labels) for message, labels in wanted if labels != message.labels]
        if any((message.labels ^ labels) & OWN_LABELS for message, labels in changes):
            with self._db.write(Changes(later=True)):
                pass  # it is announced with the rest
        changer = LabelChanger(connection)
        for message, labels in changes:
            changer.set(message, labels)
        changer.flush()
        queue_labels(connection, changes, now=self._db.clock())
        return Relabelled(
            {m.id: LabelDifference.between(m.labels, labels) for m, labels in changes},
            {message.id: message.thread for message, _ in wanted},
        )

    def delete(self, ids: Iterable[MessageId]) -> int:
        """Deletes messages for good, on their account's server too; returns their number."""
        doomed = tuple(ids)
        with self._db.write(_CHANGES) as connection:
            queue_deletes(connection, doomed, now=self._db.clock())
            return self.drop(doomed)

    def drop(self, ids: Iterable[MessageId]) -> int:
        """Deletes messages that their server has deleted; returns their number."""
        with self._db.write(_CHANGES) as connection:
            doomed = read_labelled(connection, ids)
            self._discount_words(connection, [m.id for m in doomed])
            changer = LabelChanger(connection)
            for message in doomed:
                changer.forget(message)
            changer.flush()
            delete_rows(connection, [m.id for m in doomed])
            rebuild(connection, {m.thread for m in doomed})
        return len(doomed)

    def _discount_words(self, connection: apsw.Connection, ids: list[MessageId]) -> None:
        for start in range(0, len(ids), _BATCH):
            rows: list[Any] = connection.execute(
                "SELECT s.id, s.account, r.data FROM raw r JOIN state s USING (id)"
                " WHERE r.id IN (SELECT value FROM carray(?))",
                (integers(ids[start : start + _BATCH]),),
            ).fetchall()
            accounts = names(connection)
            counts = count_words(
                _indexed_words(connection, id_, accounts[account], parse(decompressed(data)))
                for id_, account, data in rows
            )
            for word in counts:
                counts[word] = -counts[word]
            add_counts(connection, counts)

    @contextmanager
    def _reading(self) -> Iterator[apsw.Connection]:
        """One snapshot for several statements."""
        with self._db.reading() as connection:
            yield connection


def _indexed_words(
    connection: apsw.Connection, id_: MessageId, account: str, parsed: ParsedMessage
) -> tuple[str, ...]:
    """The distinct words by which a mail is indexed, in the spelling of its time."""
    found = Preparer(account).prepare(parsed).words
    former = former_words(parsed)
    other = next(iter(set(former).difference(found)), "")
    query = "SELECT 1 FROM fts WHERE rowid = ? AND fts MATCH ?"
    if other and connection.execute(query, (id_, f'"{other}"')).get is not None:
        return former
    return found


def _missing(id_: MessageId) -> NotFound:
    return NotFound("This message is not here any more.", details={"message": str(id_)})
