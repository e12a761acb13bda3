"""Progress of an import: how far each source file was read, so that a killed import continues."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

import apsw

from desktop_app.model.changes import Changes
from desktop_app.store.base.db import Database
from desktop_app.store.mail.accounts import number

_BYTES = "\0"


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a source file; `size` and `mtime` (nanoseconds) tell whether it has changed."""

    path: str
    size: int
    mtime: int
    position: int


class ImportProgress:
    def __init__(self, db: Database) -> None:
        self._db = db

    def read(self, account_id: str) -> dict[str, Position]:
        """The positions of an unfinished import into this account, by path."""
        with self._db.reading() as connection:
            rows = connection.execute(
                "SELECT path, size, mtime, position FROM import_progress WHERE account = ?",
                (number(connection, account_id),),
            )
            return {p.path: p for p in (Position(_path(row[0]), *row[1:]) for row in rows)}

    def note(
        self, connection: apsw.Connection, account_id: str, positions: Iterable[Position]
    ) -> None:
        """Writes positions inside the transaction that stores the mail read up to them."""
        account = number(connection, account_id)
        connection.executemany(
            "INSERT OR REPLACE INTO import_progress (account, path, size, mtime, position)"
            " VALUES (?, ?, ?, ?, ?)",
            [(account, _stored(p.path), p.size, p.mtime, p.position) for p in positions],
        )

    def finish(self, account_id: str, paths: Iterable[str]) -> None:
        """Deletes the positions of a complete import, so that the next one reads everything, and
        remembers its files as the source of the mail."""
        with self._db.write(Changes()) as connection:
            account = number(connection, account_id)
            paths = list(paths)
            connection.executemany(
                "INSERT OR REPLACE INTO mail_source (account_id, path) VALUES (?, ?)",
                [(account_id, _stored(path)) for path in paths],
            )
            connection.executemany(
                "DELETE FROM import_progress WHERE account = ? AND path = ?",
                [(account, _stored(path)) for path in paths],
            )

    def to_read_again(self) -> dict[str, list[str]]:
        """The sources of mail that a restored profile expects, by account id."""
        rows = self._db.rows(
            "SELECT account_id, path FROM mail_source WHERE again = 1 ORDER BY account_id, path"
        )
        found: dict[str, list[str]] = {}
        for account_id, path in rows:
            found.setdefault(account_id, []).append(_path(path))
        return found

    def read_again(self, account_id: str) -> None:
        """Notes that the sources of an account have been read again."""
        with self._db.write(Changes()) as connection:
            connection.execute(
                "UPDATE mail_source SET again = 0 WHERE account_id = ?", (account_id,)
            )


def _stored(path: str) -> str:
    """The path; one that is not UTF-8, which no text of SQLite's can hold, as its bytes in hex
    behind a character that no path has."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return _BYTES + os.fsencode(path).hex()
    return path


def _path(stored: str) -> str:
    if stored.startswith(_BYTES):
        return os.fsdecode(bytes.fromhex(stored.removeprefix(_BYTES)))
    return stored
