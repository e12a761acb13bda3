"""Mail as a server reports it, written into the tables: new, changed and deleted messages.

Each call is one transaction. It also advances the cursor of the sync and applies the person's
queued changes on top of the server's state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import apsw
import msgspec

from desktop_app.model.changes import Changes
from desktop_app.model.message import OWN_LABELS, MessageId, ThreadId
from desktop_app.store.base.binding import texts
from desktop_app.store.base.db import Database
from desktop_app.store.mail.accounts import Accounts, number
from desktop_app.store.mail.messages import Messages
from desktop_app.store.mail.pending import overlay
from desktop_app.store.rows.label_changes import LabelChanger, read_labelled
from desktop_app.store.rows.loader import BatchWriter
from desktop_app.store.rows.message_record import MessageRecord
from desktop_app.store.server.sync_state import drop_todo

_CHANGES = Changes(messages=True, labels=True)
LabelEdit = Callable[[frozenset[str]], frozenset[str]]


def replaced(labels: frozenset[str]) -> LabelEdit:
    """An edit that replaces all labels with these."""
    return lambda _: labels


class RemoteMail:
    """Server mail of every account; one instance serves all."""

    def __init__(self, db: Database, accounts: Accounts, messages: Messages) -> None:
        self._db = db
        self._accounts = accounts
        self._messages = messages

    def store(
        self, account_id: str, batch: Sequence[MessageRecord], done: Iterable[str]
    ) -> tuple[MessageId, ...]:
        """Stores fetched messages (each with its `source_id` and the server's labels), and
        removes `done` from the list of messages to fetch. Mail that is stored already, for
        example by an import, gets the server's id and labels. Returns the ids here."""
        target = self._accounts.target(account_id)
        with self._db.write(_CHANGES) as connection:
            labels = {mail.source_id: frozenset(mail.labels) for mail in batch}
            shown = overlay(connection, account_id, labels)
            laid = [
                msgspec.structs.replace(mail, labels=tuple(sorted(shown[mail.source_id])))
                for mail in batch
            ]
            report = BatchWriter(connection, target).write(laid)
            ids = dict(zip(shown, report.ids, strict=True)) if len(shown) == len(laid) else {}
            self._adopt(connection, ids, shown)
            drop_todo(connection, account_id, done)
        return report.ids

    def adopt(
        self, account_id: str, found: Mapping[str, MessageId], labels: Mapping[str, frozenset[str]]
    ) -> None:
        """Gives stored mail the ids of the server's messages that it turned out to be."""
        with self._db.write(_CHANGES) as connection:
            known = {remote_id: labels.get(remote_id, frozenset()) for remote_id in found}
            self._adopt(connection, found, overlay(connection, account_id, known))
            drop_todo(connection, account_id, found)

    def _adopt(
        self,
        connection: apsw.Connection,
        ids: Mapping[str, MessageId],
        labels: Mapping[str, frozenset[str]],
    ) -> None:
        by_id = {id_: remote_id for remote_id, id_ in ids.items()}
        connection.executemany(
            "UPDATE message SET source_id = ? WHERE id = ? AND source_id = ''",
            [(remote_id, id_) for id_, remote_id in by_id.items()],
        )
        changer = LabelChanger(connection)
        for message in read_labelled(connection, by_id):
            changer.set(message, labels[by_id[message.id]])
        changer.flush()

    def known(self, account_id: str) -> dict[str, MessageId]:
        """Every message that the server has too: its id there, its id here."""
        rows = self._db.rows(
            "SELECT m.source_id, m.id FROM message m JOIN state s USING (id)"
            " WHERE s.account = (SELECT key FROM account WHERE id = ?) AND m.source_id <> ''",
            (account_id,),
        )
        return dict(rows)

    def subject(self, account_id: str, remote_id: str) -> str:
        """The subject of a stored message by the server's id; empty where it is not stored."""
        with self._db.reading() as connection:
            id_ = _ids(connection, account_id, [remote_id]).get(remote_id)
        return self._messages.get(id_).subject if id_ is not None else ""

    def without_source(self, account_id: str) -> list[tuple[MessageId, int]]:
        """Mail without a server's id: (message, thread), newest first."""
        return self._db.rows(
            "SELECT m.id, s.thread FROM message m JOIN state s USING (id)"
            " WHERE s.account = (SELECT key FROM account WHERE id = ?) AND m.source_id = ''"
            " ORDER BY m.id DESC",
            (account_id,),
        )

    def thread_of(self, server_key: int) -> ThreadId:
        """The thread of a `MessageRecord.server_key`, 0 when there is none."""
        rows = self._db.rows("SELECT thread FROM threading WHERE key = ?", (server_key,))
        return int(rows[0][0]) if rows else 0

    def relabel(
        self,
        account_id: str,
        edits: Mapping[str, LabelEdit],
        gone: Iterable[str] = (),
        also: Callable[[apsw.Connection], None] | None = None,
    ) -> None:
        """Applies `edits` to the server's labels of messages and deletes those in `gone`; `also`
        writes in the same transaction. Unknown ids are skipped."""
        with self._db.write(_CHANGES) as connection:
            ids = _ids(connection, account_id, edits)
            changer = LabelChanger(connection)
            found = {m.id: m for m in read_labelled(connection, ids.values())}
            now = {remote_id: edits[remote_id](found[id_].labels) for remote_id, id_ in ids.items()}
            for remote_id, labels in overlay(connection, account_id, now).items():
                mail = found[ids[remote_id]]
                changer.set(mail, labels)
                if (mail.labels ^ labels) & OWN_LABELS:
                    with self._db.write(Changes(later=True)):
                        pass  # it is announced with the rest
            changer.flush()
            self._drop(connection, account_id, gone)
            if also is not None:
                also(connection)

    def _drop(self, connection: apsw.Connection, account_id: str, gone: Iterable[str]) -> None:
        doomed = tuple(gone)
        if not doomed:
            return
        self._messages.drop(_ids(connection, account_id, doomed).values())
        drop_todo(connection, account_id, doomed)
        connection.executemany(
            "DELETE FROM pending WHERE account_id = ? AND remote_id = ?",
            [(account_id, remote_id) for remote_id in doomed],
        )


def _ids(
    connection: apsw.Connection, account_id: str, remote_ids: Iterable[str]
) -> dict[str, MessageId]:
    rows = connection.execute(
        "SELECT m.source_id, m.id FROM message m JOIN state s USING (id)"
        " WHERE m.source_id IN (SELECT value FROM carray(?)) AND m.source_id <> ''"
        " AND s.account = ?",
        (texts(remote_ids), number(connection, account_id)),
    )
    return dict(rows)
