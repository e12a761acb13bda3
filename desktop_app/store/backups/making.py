"""Files that are being made beside their target, and what a killed process left of them.

Each has a name of its own, so that no other file is touched, and a note in the profile that its
maker holds locked. A note that nobody holds is of a process that was killed: the file goes.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

FOLDER = "making"
_BEGIN, _END = ".draftdesk-", ".part"
_BESIDE = ("", "-wal", "-shm", "-journal")
"""SQLite's own files beside a database."""


@contextmanager
def made_beside(profile: Path, folder: Path) -> Iterator[Path]:
    """An empty file in `folder` that nobody else can read, gone again at the end unless it was
    renamed. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    token = secrets.token_hex(8)
    building = folder.absolute() / f"{_BEGIN}{token}{_END}"
    with _noted(profile, token, building):
        os.close(os.open(building, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            yield building
        finally:
            _delete(building)


@contextmanager
def _noted(profile: Path, token: str, building: Path) -> Iterator[None]:
    """Holds a note of the file. A profile that can't be written is backed up without one."""
    note = profile / FOLDER / token
    descriptor = None
    try:
        with suppress(OSError):
            note.parent.mkdir(mode=0o700, exist_ok=True)
            descriptor = os.open(note, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
            _lock(descriptor)
            os.write(descriptor, os.fsencode(building))
        yield
    finally:
        if descriptor is not None:
            if sys.platform != "win32":  # where an open file can't be deleted
                note.unlink(missing_ok=True)
            os.close(descriptor)
            note.unlink(missing_ok=True)


def clean(profile: Path) -> bool:
    """Deletes what killed processes were making; whether somebody is making something now."""
    busy = False
    for note in sorted((profile / FOLDER).glob("*")):
        with suppress(OSError):
            busy = _is_held(note) or busy
    return busy


def _is_held(note: Path) -> bool:
    """Whether the maker of a note lives; else what it was making is deleted, and the note."""
    descriptor = os.open(note, os.O_RDWR)
    try:
        if not _lock(descriptor):
            return True
        building = Path(os.fsdecode(os.read(descriptor, 4096)))
        if building.name.startswith(_BEGIN) and building.name.endswith(f"{note.name}{_END}"):
            _delete(building)
    finally:
        os.close(descriptor)
    note.unlink(missing_ok=True)
    return False


def _lock(descriptor: int) -> bool:
    """Whether the note is this process's now; it is until the descriptor is closed."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks: used by one at a time
    return True


def _delete(building: Path) -> None:
    for end in _BESIDE:
        with suppress(OSError):
            building.with_name(building.name + end).unlink(missing_ok=True)
