"""Writing and checking of a backup: a mail.db of the same schema without the mail that a server or
a file has, compressed into one file that carries its own checksum.

It is built beside its target, checked by opening it, and only then takes the name.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import apsw

from desktop_app.model.account import LOCAL, Removal
from desktop_app.model.backup import Backup, BackupContents, Occasion
from desktop_app.model.errors import BadInput, DiskFull, StorageError
from desktop_app.search.flags import system_labels
from desktop_app.store.backups import package
from desktop_app.store.backups.kept_templates import keep_templates
from desktop_app.store.backups.making import made_beside
from desktop_app.store.backups.record_head import record_head, recorded
from desktop_app.store.backups.tables import (
    EXPECTED,
    EXPECTED_BEFORE,
    columns,
    kept_tables,
    take_over_mail,
)
from desktop_app.store.base.binding import integers
from desktop_app.store.base.db import Database
from desktop_app.store.base.files import sync_folder
from desktop_app.store.base.migrations import make_version, version_of
from desktop_app.store.base.sqlite_errors import storage_errors
from desktop_app.store.removal import names_account, take_out
from desktop_app.store.rows.message_record import key_of

_COUNTS = {
    "accounts": "SELECT count(*) FROM account",
    "drafts": "SELECT count(*) FROM draft WHERE state IN ('proposed', 'edited', 'approved')",
    "versions": "SELECT count(*) FROM draft_version",
    "outbox": "SELECT count(*) FROM outbox"
    " WHERE state IN ('scheduled', 'queued', 'sending', 'uncertain')",
    "conversations": "SELECT count(*) FROM conversation",
    "searches": "SELECT count(*) FROM saved_search",
    "mails": f"SELECT count(*) FROM {EXPECTED} WHERE raw IS NOT NULL",
}
_TABLE_BEFORE = f"""
    CREATE TABLE {EXPECTED_BEFORE} (id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE,
    account_id TEXT NOT NULL, labels TEXT NOT NULL, source_id TEXT NOT NULL, raw BLOB) STRICT
"""


def write_backup(
    database: Path,
    target: Path,
    *,
    now: float,
    occasion: Occasion = Occasion.ASKED,
    all_mail: bool = False,
    damaged: bool = False,
) -> Backup:
    """Writes what exists nowhere else in `database` to `target`, replacing an older backup there.

    `all_mail` adds the mail of local accounts, whose files the person may have deleted. With
    `damaged` what it says of mail ends where the database can't be read. Raises
    StorageError: the database is damaged, the disk is full, the target can't be written;
    BadInput when `target` is a file that is no backup.
    """
    if target.exists() and not package.is_package(target):
        raise BadInput(
            f"{target.name} is there already and is no backup.", next_step="Choose another name."
        )
    with _writing_errors(target), made_beside(database.parent, target.parent) as rows:
        contents = _fill(database, rows, all_mail=all_mail, damaged=damaged)
        head = {"made": now, "occasion": occasion} | record_head(database.parent) | contents
        return _put(database.parent, rows, target, head)


def write_without(profile: Path, backup: Backup, removal: Removal) -> bool:
    """Makes a backup anew without an account, in its place; whether the account was in it. It has
    the newest schema then. Raises StorageError: the disk is full, the backup can't be written."""
    if not backup.may_have(removal.account_id):
        return False
    with _writing_errors(backup.path), made_beside(profile, backup.path.parent) as rows:
        head = package.unpack(backup.path, rows)
        with closing(Database(rows)) as db:
            take_over_mail(db)
            if not names_account(db, removal.account_id):
                return False
            take_out(db, removal)
        with storage_errors(), _opened(rows) as connection:
            connection.pragma("journal_mode", "delete")  # one file, with the log in it
            head |= _said(connection)
        _put(profile, rows, backup.path, head)
    return True


def _put(profile: Path, rows: Path, target: Path, head: dict[str, Any]) -> Backup:
    """Packs the rows into the target, which is replaced once the new one can be read."""
    with made_beside(profile, target.parent) as building:
        package.pack(rows, building, head)
        made = read_backup(building)
        os.replace(building, target)  # noqa: PTH105
        sync_folder(target.parent)
    return replace(made, path=target)


@contextmanager
def _writing_errors(target: Path) -> Iterator[None]:
    """Raises DiskFull, StorageError for what the system says."""
    try:
        yield
    except OSError as error:
        kind = DiskFull if error.errno == errno.ENOSPC else StorageError
        raise kind(
            "The disk is full: the backup can't be written."
            if kind is DiskFull
            else "The backup can't be written.",
            next_step="Check the folder, its permissions and the free space.",
            details={"target": str(target), "reason": error.strerror or str(error)},
        ) from error


def read_backup(path: Path) -> Backup:
    """Reads a backup whole, against its checksum. Raises StorageError when it is damaged, BadInput
    when it is none."""
    head = package.read(path)
    contents = BackupContents(**head["contents"])
    ids = head.get("account_ids")
    return Backup(
        path,
        head["made"],
        path.stat().st_size,
        Occasion(head["occasion"]),
        contents,
        None if ids is None else tuple(ids),
        recorded(head),
    )


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


def _fill(database: Path, rows: Path, *, all_mail: bool, damaged: bool) -> dict[str, Any]:
    """Copies one moment of the database, checks the copy, and says what is in it."""
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
        with suppress(*((apsw.CorruptError,) if damaged else ())):
            _expect_mail(connection, all_mail=all_mail)
        keep_templates(connection, database.parent)
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
        return _said(connection)


def _said(connection: apsw.Connection) -> dict[str, Any]:
    """What the head says of the rows."""
    contents = {name: _count(connection, sql) for name, sql in _COUNTS.items()}
    if columns(connection, EXPECTED_BEFORE):
        contents["mails"] = _count(connection, _COUNTS["mails"].replace(EXPECTED, EXPECTED_BEFORE))
    ids = [id_ for (id_,) in connection.execute("SELECT id FROM account ORDER BY id")]
    return {"contents": contents, "account_ids": ids}


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
    has those. In a version without a table for that they stand in one of their own."""
    if not columns(connection, EXPECTED):
        connection.execute(_TABLE_BEFORE)
    accounts = {
        key: (id_, kind == LOCAL, bool(sample) or all_mail)
        for key, id_, kind, sample in connection.execute(
            "SELECT key, id, kind, sample FROM source.account"
        )
    }
    sent = _sent_here(connection)
    table = EXPECTED if columns(connection, EXPECTED) else EXPECTED_BEFORE
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
        connection.executemany(_EXPECT.format(table=table), found)
        connection.executemany(_WHOLE.format(table=table), whole)
        last = rows[-1][0]


_PORTION = 2_000
_MAILS = """
    SELECT s.id, s.account, s.flags, m.digest, m.rfc822_key, m.source_id
    FROM source.state s JOIN source.message m USING (id) WHERE s.id > ? ORDER BY s.id LIMIT ?
"""
_EXPECT = """
    INSERT OR REPLACE INTO main.{table} (id, digest, account_id, labels, source_id)
    VALUES (?, ?, ?, ?, ?)
"""
_WHOLE = """
    UPDATE main.{table} SET raw = (SELECT data FROM source.raw r WHERE r.id = ?1)
    WHERE id = ?1
"""


def _sent_here(connection: apsw.Connection) -> frozenset[int]:
    """Keys of the mails that were sent from here, and of which a local account has the only
    copy. The first version had no outbox."""
    if not columns(connection, "outbox", "source"):
        return frozenset()
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
