"""Note of what the write-ahead log of mail.db has: it tells a log that is missing or cut.

SQLite takes a log that is missing for one that was emptied, and one that is cut for one that ends
there: what was acknowledged in it is gone without a word. The note says how far the log went. It is
mapped into memory: an end of the process keeps it, and a commit waits for nothing.
Source: https://sqlite.org/walformat.html#the_wal_file_format
"""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import apsw

from desktop_app.model.clock import Clock

_NOTE = struct.Struct("<8sQdI")
"""The two salts of the log, the frames it has, the time of the last commit, a checksum of these."""

_SALTS = slice(16, 24)
_CHECKPOINT_FRAMES = 1000
"""As SQLite's own automatic checkpoint."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Commits that were acknowledged and are not there: made after `since` and up to `until`, in
    seconds since the epoch. `missing`: there is no log at all."""

    since: float
    until: float
    missing: bool


def note_path(database: Path) -> Path:
    return database.with_name(f"{database.name}-note")


def log_path(database: Path) -> Path:
    return database.with_name(f"{database.name}-wal")


def _salts(database: Path) -> bytes:
    """Those in the head of the log; empty without one."""
    with suppress(OSError), log_path(database).open("rb") as file:
        return file.read(32)[_SALTS]
    return b""


def _read(database: Path) -> tuple[bytes, int, float] | None:
    """What the note says; None where it says nothing."""
    with suppress(OSError, struct.error):
        data = note_path(database).read_bytes()[: _NOTE.size]
        salts, frames, at, checksum = _NOTE.unpack(data)
        if frames and crc32(data[:-4]) == checksum:
            return salts, frames, at
    return None


@dataclass(frozen=True, slots=True)
class ExpectedLog:
    """What is known of the log before the database is opened, which makes it another."""

    database: Path
    note: tuple[bytes, int, float] | None
    salts: bytes
    changed: float

    @classmethod
    def of(cls, database: Path) -> ExpectedLog:
        try:
            changed = database.stat().st_mtime
        except OSError:
            changed = 0.0
        return cls(database, _read(database), _salts(database), changed)

    def lost(self, connection: apsw.Connection) -> Lost | None:
        """What is not there, once the database is open. A log with other salts was begun after
        everything before it had reached the database. Where another process goes on with the log
        meanwhile, nothing is said."""
        if self.note is None:
            return None
        salts, frames, until = self.note
        if self.salts and self.salts != salts:
            return None
        if self.salts:
            there, _ = connection.wal_checkpoint()
            if there >= frames:
                return None
        if _read(self.database) != self.note:
            return None
        return Lost(min(self.changed, until), until, not self.salts)


class LogNote:
    """Note that the writing connection of one process keeps. Of one thread at a time."""

    def __init__(self, database: Path, flushed: Callable[[], bool], clock: Clock) -> None:
        """`flushed` says whether the commit of now waits for the disk."""
        self._database, self._flushed, self._clock = database, flushed, clock
        self._salts, self._frames = b"", 0
        self._map: mmap.mmap | None = None
        with suppress(OSError, ValueError):
            path = note_path(database)
            descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
            try:
                if os.fstat(descriptor).st_size < _NOTE.size:
                    os.write(descriptor, bytes(_NOTE.size))  # what is mapped must have its room
                self._map = mmap.mmap(descriptor, _NOTE.size)
            finally:
                os.close(descriptor)

    def committed(self, connection: apsw.Connection, name: str, frames: int) -> int:
        """After each commit of the writing connection, in the place of SQLite's own hook, which
        moves a long log and hides what goes wrong in that."""
        if frames >= _CHECKPOINT_FRAMES:
            with suppress(apsw.Error):
                connection.wal_checkpoint(name)
        if self._flushed():
            self._went(frames, self._clock())
        else:
            self._went_on(frames)
        return apsw.SQLITE_OK

    def _went(self, frames: int, now: float) -> None:
        """The log has so many frames, which are on the disk."""
        if frames <= self._frames or not self._salts:  # it was begun anew
            self._salts = _salts(self._database)
        self._frames = frames
        if self._map is not None and self._salts:
            data = struct.pack("<8sQd", self._salts, frames, now)
            self._map[: _NOTE.size] = data + crc32(data).to_bytes(4, "little")

    def _went_on(self, frames: int) -> None:
        """The log has so many frames, and they need not be on the disk: what is known of a log that
        was begun anew by them is nothing."""
        if frames <= self._frames:
            self._salts = b""
            if self._map is not None:
                self._map[: _NOTE.size] = bytes(_NOTE.size)
        self._frames = frames

    def emptied(self) -> None:
        """The log is about to be emptied, or left to whoever closes it."""
        self._frames = 0
        if self._map is not None:
            self._map[: _NOTE.size] = bytes(_NOTE.size)
            with suppress(OSError):
                self._map.flush()

    def close(self) -> None:
        if self._map is not None:
            self._map.close()
            self._map = None
