"""Copy of what mail.db says of its tables, and a damaged file read by it.

A page of that list that can't be read hides tables whose own pages are whole. The list changes with
a migration and with VACUUM only, so it is kept beside the file, and laid over it when it is read.
Source: https://sqlite.org/fileformat2.html#storage_of_the_sql_database_schema
"""

from __future__ import annotations

import json
import os
import struct
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import apsw

from desktop_app.store.base.db import Database
from desktop_app.store.base.profile_folder import private_file

NAME = "mail.schema"
_APART = 65_536
"""Pages between the end of the file and those that are laid over it: a page of the file that names
one which is gone must not find one of these."""

_HEAD = 100
_INTERIOR = 5


def keep(profile: Path, db: Database) -> None:
    """Writes the copy where it is not that of now. A disk that can't be written is no reason to
    stop."""
    path = profile / NAME
    cookie = int(db.rows("PRAGMA schema_version")[0][0])
    with suppress(OSError), path.open("rb") as file:
        if file.readline().strip() == str(cookie).encode():
            return
    [(size,)], [(version,)] = db.rows("PRAGMA page_size"), db.rows("PRAGMA user_version")
    rows = db.rows("SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema ORDER BY rowid")
    building = path.with_name(f"{NAME}.new")
    with suppress(OSError):
        words = json.dumps({"page_size": size, "user_version": version, "rows": rows})
        building.unlink(missing_ok=True)
        private_file(building)
        building.write_text(f"{cookie}\n{words}", "utf-8")
        os.replace(building, path)  # noqa: PTH105


def opened_by_copy(database: Path) -> apsw.Connection | None:
    """A connection that reads the file's tables by the copy beside it; None where there is no copy,
    or one of other tables. Nothing is written to the file by it. Raises apsw.Error."""
    try:
        first, _, words = (database.parent / NAME).read_text("utf-8").partition("\n")
        kept = json.loads(words)
        pages = _pages(kept["page_size"], kept["user_version"], kept["rows"])
        size = database.stat().st_size
        with database.open("rb") as file:
            head = file.read(_HEAD)
    except (OSError, ValueError, KeyError, TypeError, apsw.Error):
        return None
    if head.startswith(b"SQLite format 3\0") and head[40:44] != struct.pack(">I", int(first)):
        return None
    last = max([-(-size // kept["page_size"]), *(row[3] or 0 for row in kept["rows"])])
    layer = _Layer(database, kept["page_size"], last + _APART, pages)
    flags = apsw.SQLITE_OPEN_READWRITE
    return apsw.Connection(str(database), flags=flags, vfs=layer.name)


def _pages(size: int, version: int, rows: list[list[Any]]) -> list[bytes]:
    """The pages of a database that has this list and nothing else."""
    connection = apsw.Connection(":memory:")
    try:
        connection.pragma("page_size", size)
        connection.pragma("user_version", version)
        connection.pragma("writable_schema", True)
        connection.executemany("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", rows)
        data = connection.serialize("main")
    finally:
        connection.close(True)
    return [data[at : at + size] for at in range(0, len(data), size)]


class _Layer(apsw.VFS):
    """File system under SQLite: the list's pages in the place of the first page, and after `last`,
    the last page of the file."""

    def __init__(self, database: Path, size: int, last: int, pages: list[bytes]) -> None:
        self.name = f"salvage-{id(self)}"
        self.database, self.size, self.last = str(database), size, last
        self.first, self.others = _moved(pages[0], last, last + len(pages) - 1), pages[1:]
        super().__init__(self.name, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802  # apsw's name
        if flags[0] & apsw.SQLITE_OPEN_MAIN_DB:
            return _Layered(self, name, flags)
        return apsw.VFSFile("", name, flags)


class _Layered(apsw.VFSFile):
    def __init__(self, layer: _Layer, name: Any, flags: list[int]) -> None:
        self._layer = layer
        super().__init__("", name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802  # apsw's name
        layer = self._layer
        page, within = divmod(offset, layer.size)
        if page == 0:
            return layer.first[within : within + amount]
        if page >= layer.last:
            return layer.others[page - layer.last][within : within + amount]
        return super().xRead(amount, offset)

    def xFileSize(self) -> int:  # noqa: N802  # apsw's name
        return (self._layer.last + len(self._layer.others)) * self._layer.size

    def xWrite(self, *_: object) -> None:  # noqa: N802  # apsw's name
        raise apsw.ReadOnlyError("what is damaged is not written")


def _moved(first: bytes, last: int, total: int) -> bytes:
    """The first page, with the numbers of the others as they stand after `last`, and a head that
    says `total` pages, no free ones, and a write-ahead log."""
    page = bytearray(first)
    page[18:20] = b"\x02\x02"
    page[28:40] = struct.pack(">III", total, 0, 0)
    page[92:96] = page[24:28]
    if page[_HEAD] == _INTERIOR:
        cells = struct.unpack_from(">H", page, _HEAD + 3)[0]
        places = struct.unpack_from(f">{cells}H", page, _HEAD + 12)
        for at in (_HEAD + 8, *places):
            number = cast("int", struct.unpack_from(">I", page, at)[0])
            struct.pack_into(">I", page, at, number - 1 + last)
    return bytes(page)
