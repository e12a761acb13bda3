"""The new database of a repair, filled step by step: rows, then mail."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any

import apsw
import msgspec

from desktop_app.mail.message.parse import parse
from desktop_app.model.account import LOCAL, Identity
from desktop_app.model.address import Address
from desktop_app.model.changes import Changes
from desktop_app.model.draft import DraftContent
from desktop_app.model.errors import Cancelled
from desktop_app.model.message import ParsedMessage
from desktop_app.model.outbox import RESTORED
from desktop_app.model.progress import Progress
from desktop_app.store.backups.salvage import DamagedDatabase, SalvagedMail
from desktop_app.store.backups.tables import columns, kept_tables, take_over_mail
from desktop_app.store.base.binding import integers
from desktop_app.store.base.compressed import decompressed
from desktop_app.store.base.db import Database
from desktop_app.store.rows.expected import ExpectedMail
from desktop_app.store.rows.loader import BatchWriter, Target
from desktop_app.store.rows.message_record import Preparer, content_digest

_BATCH = 200
_OPEN_DRAFTS = "SELECT id FROM draft WHERE state IN ('proposed', 'edited', 'approved')"
_NEWEST = "(SELECT state FROM outbox WHERE draft_id = draft.id ORDER BY id DESC LIMIT 1)"
_NEWEST_REVISION = (
    "(SELECT revision FROM outbox WHERE draft_id = draft.id ORDER BY id DESC LIMIT 1)"
)
_UNDER_WAY = "('queued', 'sending', 'uncertain')"
_SET = f"UPDATE draft SET state = ? WHERE id IN ({_OPEN_DRAFTS}) AND "
_DRAFTS_AS_THE_OUTBOX_SAYS = {
    "approved": f"{_SET} {_NEWEST} IN {_UNDER_WAY}",
    "sent": f"{_SET} {_NEWEST} = 'sent' AND {_NEWEST_REVISION} >= revision",
    "edited": f"{_SET} state = 'approved' AND coalesce({_NEWEST}, '') NOT IN {_UNDER_WAY}",
}
"""Each draft is in the state that its newest mail in the outbox gives it: approved exactly while
that is under way, so that none waits for a mail which is not there."""

_CONTENT = msgspec.json.Decoder(DraftContent).decode
_IDENTITIES = msgspec.json.Decoder(tuple[Identity, ...]).decode


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuilt database has: drafts that are open, and how many of them the former file gave;
    mails that are here, and how many of them the former file gave; mails awaited, and those that
    nothing has."""

    drafts: int
    drafts_of_former: int
    mails: int
    mails_of_former: int
    awaited: int
    gone: int


class Rebuilding:
    """Fills `db`, which is a copy of a backup or empty. `cancelled` is looked at between batches;
    the database is of no use then. With `counting` it is only learned what there would be: mail is
    read and checked in the same way, and not written."""

    def __init__(
        self,
        db: Database,
        progress: Callable[[Progress], object],
        cancelled: Event,
        *,
        counting: bool = False,
    ) -> None:
        self._db = db
        self._progress = progress
        self._cancelled = cancelled
        self._counted: set[bytes] | None = set() if counting else None
        self._mails = self._of_former = 0
        self._drafts: set[str] = set()

    def begin(self) -> None:
        """Rows come in any order."""
        take_over_mail(self._db)
        with self._db.alone() as connection:
            connection.pragma("foreign_keys", False)

    def take_rows(self, damaged: DamagedDatabase, *, deletions: bool) -> None:
        """Rows of what exists nowhere else, in the place of the backup's. With `deletions`, what a
        table that could be read whole does not have stays deleted."""
        self._report("Reading what can be read", 0)
        known = damaged.tables()
        with self._writing() as connection:
            for table in kept_tables(connection):
                if table not in known:
                    continue
                read = damaged.read(table)
                rows = read.rows
                if table == "draft_file":
                    rows = _files_as_attached(connection, rows)
                complete = read.whole and len(rows) == len(read.rows)
                if deletions and complete and table != "expected_message":
                    connection.execute(f"DELETE FROM {table}")
                elif table == "draft":
                    rows = [row for row in rows if _is_newest(connection, row)]
                _insert(connection, table, rows, replace=complete or read.checked)
                if table == "draft":
                    self._drafts = {str(row["id"]) for row in rows}
            for row in damaged.read("meta").rows:
                if row["name"] == "last_thread":
                    self._raise_thread(connection, row["value"])

    @staticmethod
    def _raise_thread(connection: apsw.Connection, number: object) -> None:
        connection.execute(
            "UPDATE meta SET value = max(value, ?) WHERE name = 'last_thread'", (number,)
        )

    def settle(self) -> None:
        """Makes the rows agree: nothing names what is not there, counts are those of an empty
        mailbox, servers are asked from the beginning."""
        with self._writing() as connection:
            for table in kept_tables(connection):
                _delete_orphans(connection, table)
            run = connection.execute
            # Whether it has left since, nothing here can tell: the person looks and decides.
            run("UPDATE outbox SET state = 'held' WHERE state = 'scheduled'")
            for state, statement in _DRAFTS_AS_THE_OUTBOX_SAYS.items():
                run(statement, (state,))
            run(
                "UPDATE outbox SET last_error = ? WHERE state IN"
                " ('pressed', 'queued', 'held', 'failed')",
                (RESTORED,),
            )
            run("UPDATE account SET messages = 0")
            run("UPDATE label SET total = 0, unread = 0")
            run("UPDATE sync_state SET history_id = '', listing = '', page_token = '', total = 0")
            run(
                "UPDATE request SET state = 'expired', reason = 'The profile was restored before"
                " it was answered.' WHERE state IN ('waiting', 'failed')"
            )

    def add_kept_mail(self) -> None:
        """Mail that the backup has whole, and that is not here yet."""
        rows = self._db.rows(
            "SELECT id, account_id, labels, source_id, raw FROM expected_message"
            " WHERE raw IS NOT NULL"
        )
        mails = (
            SalvagedMail(id_, account, source, decompressed(raw), frozenset(json.loads(labels)))
            for id_, account, labels, source, raw in rows
        )
        self._add(mails, len(rows), "Restoring mail")

    def add_mail_of(self, damaged: DamagedDatabase, *, deletions: bool) -> None:
        """Mail that the file still has, byte for byte. With `deletions`, what was deleted from it
        since the backup is not expected any more."""
        ids, whole = damaged.mail_ids()
        awaited = [row["id"] for row in damaged.read("expected_message").rows]
        accounts = dict(self._db.rows("SELECT key, id FROM account")) | damaged.accounts()
        if whole and deletions:
            with self._writing() as connection:
                connection.execute(
                    "DELETE FROM expected_message WHERE id NOT IN (SELECT value FROM carray(?))",
                    (integers([*ids, *awaited]),),
                )
        found = (damaged.mail(id_, accounts) for id_ in ids)
        self._add((mail for mail in found if mail), len(ids), "Restoring mail")
        self._of_former = self._mails

    def end(self) -> Rebuilt:
        """Notes what is to be read again, and counts."""
        with self._writing() as connection:
            for account_id, path in connection.execute("SELECT account_id, path FROM mail_source"):
                connection.execute(
                    "UPDATE mail_source SET again = ?1 AND EXISTS (SELECT 1 FROM expected_message e"
                    " WHERE e.account_id = ?2) WHERE account_id = ?2 AND path = ?3",
                    (Path(path).exists(), account_id, path),
                )
        with self._db.alone() as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        rows = self._db.rows(
            "SELECT (SELECT count(*) FROM expected_message),"
            " (SELECT count(*) FROM expected_message e JOIN account a ON a.id = e.account_id"
            "  WHERE a.kind = ? AND NOT EXISTS"
            "  (SELECT 1 FROM mail_source s WHERE s.account_id = e.account_id AND s.again))",
            (LOCAL,),
        )
        expected, gone = rows[0]
        drafts = {str(id_) for (id_,) in self._db.rows(_OPEN_DRAFTS)}
        return Rebuilt(
            len(drafts),
            len(drafts & self._drafts),
            self._mails,
            self._of_former,
            int(expected) - int(gone),
            int(gone),
        )

    def _add(self, mails: Iterable[SalvagedMail], total: int, phase: str) -> None:
        targets = {
            id_: Target(
                key, frozenset(i.address.key for i in _IDENTITIES(identities)), keeps_labels=True
            )
            for id_, key, identities in self._db.rows("SELECT id, key, identities FROM account")
        }
        preparers = {id_: Preparer(id_) for id_ in targets}
        done = 0
        known = (mail for mail in mails if mail.account_id in targets)
        while batch := list(islice(known, _BATCH)):
            if self._cancelled.is_set():
                raise Cancelled("Nothing was restored.")
            for id_, target in targets.items():
                own = [mail for mail in batch if mail.account_id == id_]
                if own:
                    self._store(own, target, preparers[id_])
            done += len(batch)
            self._report(phase, done, total)

    def _store(self, mails: list[SalvagedMail], target: Target, preparer: Preparer) -> None:
        with self._db.write(Changes(), flushed=False) as connection:
            known = [mail for mail in mails if _expect(connection, mail)]
            if self._counted is not None:
                self._count(connection, known)
                return
            records = [
                preparer.prepare(
                    read_again(mail.raw, mail.id),
                    mail.labels or (),
                    _source(connection, mail),
                )
                for mail in known
            ]
            self._mails += BatchWriter(connection, target).write(records).added

    def _count(self, connection: apsw.Connection, mails: list[SalvagedMail]) -> None:
        """As if they had been written."""
        assert self._counted is not None
        digests = {content_digest(mail.account_id, mail.raw) for mail in mails} - self._counted
        self._counted |= digests
        self._mails += len(digests)
        ExpectedMail(connection).arrived(digests)

    @contextmanager
    def _writing(self) -> Iterator[apsw.Connection]:
        with self._db.write(Changes()) as connection:
            yield connection

    def _report(self, phase: str, done: int, total: int = 0) -> None:
        self._progress(Progress(done, total, phase=phase))


def read_again(raw: bytes, date: int) -> ParsedMessage:
    """A mail of the profile. One that takes too much now is kept by its bytes: it was here."""
    try:
        return parse(raw, fallback_date=date)
    except (MemoryError, RecursionError):
        none: tuple[Address, ...] = ()
        problem = "The message takes too much to be read."
        return ParsedMessage(
            raw, date, "", (), none, none, none, none, none, "", "", "", problem=problem
        )


def _expect(connection: apsw.Connection, mail: SalvagedMail) -> bool:
    """Notes what a mail had; what was read goes before what the backup says. False for mail of a
    server whose id there nothing says: it is fetched again."""
    digest = content_digest(mail.account_id, mail.raw)
    labels = None if mail.labels is None else json.dumps(sorted(mail.labels))
    of_backup = "(SELECT labels FROM expected_message WHERE digest = ?2)"
    first, second = ("?4", of_backup) if mail.certain else (of_backup, "?4")
    connection.execute(
        "INSERT OR REPLACE INTO expected_message (id, digest, account_id, labels, source_id)"
        " VALUES (?1, ?2, ?3,"
        f" coalesce({first}, {second}, '[]'),"
        " coalesce(?5, (SELECT source_id FROM expected_message WHERE digest = ?2), ''))",
        (mail.id, digest, mail.account_id, labels, mail.source_id),
    )
    if _source(connection, mail):
        return True
    kind = connection.execute("SELECT kind FROM account WHERE id = ?", (mail.account_id,)).get
    return bool(kind == LOCAL)


def _source(connection: apsw.Connection, mail: SalvagedMail) -> str:
    query = "SELECT source_id FROM expected_message WHERE id = ?"
    return str(connection.execute(query, (mail.id,)).get or "")


def _insert(
    connection: apsw.Connection, table: str, rows: list[dict[str, Any]], *, replace: bool
) -> None:
    """Adds rows; with `replace` in the place of those with the same key. What the table does not
    take was never in it."""
    have = columns(connection, table)
    way = "REPLACE" if replace else "IGNORE"
    for row in rows:
        names = [name for name in row if name in have]
        marks = ", ".join("?" * len(names))
        with suppress(apsw.ConstraintError):
            connection.execute(
                f"INSERT OR {way} INTO {table} ({', '.join(names)}) VALUES ({marks})",
                [row[name] for name in names],
            )


def _is_newest(connection: apsw.Connection, draft: dict[str, Any]) -> bool:
    """Whether the backup has no later revision: a page can be replaced by an older one."""
    known = connection.execute("SELECT revision FROM draft WHERE id = ?", (draft["id"],)).get
    return known is None or known <= draft["revision"]


def _files_as_attached(
    connection: apsw.Connection, rows: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Those of the files that are byte for byte what a draft says was attached, or that no draft
    names."""
    contents = connection.execute(
        "SELECT content FROM draft UNION ALL SELECT content FROM draft_version"
        " UNION ALL SELECT content FROM draft_change"
    )
    digests = {
        part.id: part.digest for (content,) in contents for part in _CONTENT(content).attachments
    }
    return [row for row in rows if _is_attached(row, digests)]


def _is_attached(row: dict[str, Any], digests: dict[str, str]) -> bool:
    data = row["data"]
    if not isinstance(data, bytes):
        return False
    digest = sha256(data).hexdigest()
    return digests.get(row["id"], digest) == digest


def _delete_orphans(connection: apsw.Connection, table: str) -> None:
    rows = connection.execute(
        'SELECT "table", "from", "to" FROM pragma_foreign_key_list(?)', (table,)
    ).fetchall()
    for parent, column, key in rows:
        connection.execute(
            f"DELETE FROM {table} WHERE {column} NOT IN (SELECT {key} FROM {parent})"
        )
