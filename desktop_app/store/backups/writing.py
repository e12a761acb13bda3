"""Writing and checking of a backup: a mail.db of the same schema without the mail that a server or
a file has, compressed into one file that carries its own checksum.

It is built beside its target, checked by opening it, and only then takes the name.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import apsw

from desktop_app.model.account import LOCAL
from desktop_app.model.backup import Backup, BackupContents, Occasion
from desktop_app.model.errors import BadInput, StorageError
from desktop_app.search.flags import system_labels
from desktop_app.store.backups import package
from desktop_app.store.backups.files import sync_folder
from desktop_app.store.backups.tables import columns, kept_tables
from desktop_app.store.binding import integers
from desktop_app.store.message_record import key_of
from desktop_app.store.migrations import make_version, version_of
from desktop_app.store.sqlite_errors import storage_errors

_COUNTS = {
    "accounts": "SELECT count(*) FROM account",
    "drafts": "SELECT count(*) FROM draft WHERE state IN ('proposed', 'edited', 'approved')",
    "versions": "SELECT count(*) FROM draft_version",
    "outbox": "SELECT count(*) FROM outbox WHERE state IN ('queued', 'sending', 'uncertain')",
    "conversations": "SELECT count(*) FROM conversation",
    "searches": "SELECT count(*) FROM saved_search",
    "mails": "SELECT count(*) FROM expected_message WHERE raw IS NOT NULL",
}


def write_backup(
    database: Path,
    target: Path,
    *,
    now: float,
    occasion: Occasion = Occasion.ASKED,
    all_mail: bool = False,
) -> Backup:
    """Writes what exists nowhere else in `database` to `target`, replacing an older backup there.

    `all_mail` adds the mail of local accounts, whose files the person may have deleted. Raises
    StorageError: the database is damaged, the disk is full, the target can't be written;
    BadInput when `target` is a file that is no backup.
    """
    if target.exists() and not package.is_package(target):
        raise BadInput(
            f"{target.name} is there already and is no backup.", next_step="Choose another name."
        )
    building = target.with_name(f"{target.name}.part")
    rows = target.with_name(f"{target.name}.rows.part")
    try:
        with _made(rows), _made(building):
            contents = _fill(database, rows, all_mail=all_mail)
            head = {"made": now, "occasion": occasion, "contents": asdict(contents)}
            package.pack(rows, building, head)
            made = read_backup(building)
            os.replace(building, target)  # noqa: PTH105
            sync_folder(target.parent)
    except OSError as error:
        raise StorageError(
            "The backup can't be written.",
            next_step="Check the folder, its permissions and the free space.",
            details={"target": str(target), "reason": error.strerror or str(error)},
        ) from error
    return Backup(target, made.made, made.size, made.occasion, made.contents)


def read_backup(path: Path) -> Backup:
    """Reads a backup whole, against its checksum. Raises StorageError when it is damaged, BadInput
    when it is none."""
    head = package.read(path)
    contents = BackupContents(**head["contents"])
    return Backup(path, head["made"], path.stat().st_size, Occasion(head["occasion"]), contents)


@contextmanager
def _made(building: Path) -> Iterator[None]:
    """An empty file that nobody else can read, gone again at the end unless it got a name."""
    building.unlink(missing_ok=True)
    building.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(building, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield
    finally:
        building.unlink(missing_ok=True)


@contextmanager
def _opened(path: Path) -> Iterator[apsw.Connection]:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        yield connection
    finally:
        connection.close(True)


def _count(connection: apsw.Connection, sql: str) -> int:
    try:
        return int(connection.execute(sql).get)
    except apsw.SQLError:
        return 0  # a table that the version of the backup does not have


def _fill(database: Path, rows: Path, *, all_mail: bool) -> BackupContents:
    """Copies one moment of the database, checks the copy, and counts what is in it."""
    with storage_errors(), _opened(rows) as connection:
        connection.pragma("journal_mode", "off")
        connection.pragma("synchronous", "off")  # it is packed into the file that is waited for
        connection.set_busy_timeout(15_000)
        connection.execute("ATTACH ? AS source", (str(database),))
        make_version(connection, version_of(connection, "source"))
        connection.execute("BEGIN")
        made = set(kept_tables(connection))
        for table in kept_tables(connection, "source"):
            if table in made:
                _copy(connection, table)
        _expect_mail(connection, all_mail=all_mail)
        connection.execute("UPDATE account SET messages = 0")
        connection.execute("UPDATE label SET total = 0, unread = 0")
        connection.execute(
            "UPDATE meta SET value = (SELECT value FROM source.meta WHERE name = 'last_thread')"
            " WHERE name = 'last_thread'"
        )
        connection.execute("COMMIT")
        connection.execute("DETACH source")
        if connection.execute("PRAGMA integrity_check").get != "ok":
            raise StorageError("The backup could not be written whole.", next_step="Try again.")
        return BackupContents(**{name: _count(connection, sql) for name, sql in _COUNTS.items()})


def _copy(connection: apsw.Connection, table: str) -> None:
    names = ", ".join(columns(connection, table, "source"))
    rows = f"SELECT {names} FROM source.{table}"  # in their order
    if table == "draft_file":  # files of sent mail are in that mail
        rows += " WHERE draft_id NOT IN (SELECT id FROM source.draft WHERE state = 'sent')"
    # Some scripts put rows in themselves.
    connection.execute(f"DELETE FROM main.{table}")
    connection.execute(f"INSERT INTO main.{table} ({names}) {rows}")


def _expect_mail(connection: apsw.Connection, *, all_mail: bool) -> None:
    """Which mail the profile has: the id and the labels of each, with its bytes where nothing else
    has those."""
    if not columns(connection, "expected_message"):
        return  # a version that could not be restored to yet
    accounts = {
        key: (id_, kind == LOCAL, bool(sample) or all_mail)
        for key, id_, kind, sample in connection.execute(
            "SELECT key, id, kind, sample FROM source.account"
        )
    }
    sent = _sent_here(connection)
    last = -1
    rows: list[tuple[Any, ...]]
    while rows := connection.execute(_MAILS, (last, _PORTION)).fetchall():
        user = _user_labels(connection, [row[0] for row in rows])
        found, whole = [], []
        for id_, account, flags, digest, key, source_id in rows:
            account_id, local, every = accounts[account]
            labels = sorted(system_labels(flags) | user.get(id_, set()))
            found.append((id_, digest, account_id, json.dumps(labels), source_id))
            if local and (every or key in sent):
                whole.append((id_,))
        connection.executemany(_EXPECT, found)
        connection.executemany(_WHOLE, whole)
        last = rows[-1][0]


_PORTION = 2_000
_MAILS = """
    SELECT s.id, s.account, s.flags, m.digest, m.rfc822_key, m.source_id
    FROM source.state s JOIN source.message m USING (id) WHERE s.id > ? ORDER BY s.id LIMIT ?
"""
_EXPECT = """
    INSERT OR REPLACE INTO main.expected_message (id, digest, account_id, labels, source_id)
    VALUES (?, ?, ?, ?, ?)
"""
_WHOLE = """
    UPDATE main.expected_message SET raw = (SELECT data FROM source.raw r WHERE r.id = ?1)
    WHERE id = ?1
"""


def _sent_here(connection: apsw.Connection) -> frozenset[int]:
    """Keys of the mails that were sent from here, and of which a local account has the only
    copy."""
    rows = connection.execute(
        "SELECT account_id, rfc822_message_id FROM source.outbox WHERE state = 'sent'"
    )
    return frozenset(key_of(account, "id", message_id) for account, message_id in rows)


def _user_labels(connection: apsw.Connection, ids: list[int]) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    rows = connection.execute(
        "SELECT m.message, l.id FROM source.message_user_label m"
        " JOIN source.label l ON l.key = m.label"
        " WHERE m.message IN (SELECT value FROM carray(?))",
        (integers(ids),),
    )
    for message, label in rows:
        found.setdefault(message, set()).add(label)
    return found
