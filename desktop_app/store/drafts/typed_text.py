"""Typed text that the database could not take when the program was told to end: kept in a file, and
told at the next start.

A full disk takes no new file, so that some room is kept beforehand and written over. What fits
nowhere in the profile goes into the system's folder for temporary files. A file lies in the folder
of its account, and goes with it.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock

from desktop_app.model.clock import as_datetime
from desktop_app.store.base.profile_folder import private_file

RESERVE = "typed.reserve"
ROOM = 262_144
"""Bytes that are kept for it."""

_UNTOLD = ".txt.new"
_SIZE = 8
_lock = Lock()


def make_room(profile: Path) -> None:
    """Keeps room where there is none yet, as far as the disk has it."""
    path = profile / RESERVE
    with suppress(OSError):
        if path.exists() and path.stat().st_size >= ROOM:
            return
        with path.open("wb") as file:
            path.chmod(0o600)
            file.write(bytes(ROOM))


def keep(profile: Path, account: str, words: str, *, now: float) -> bool:
    """Keeps the words wherever there is room; whether there was any. `account` is empty for a mail
    that had none yet."""
    stamp = f"{as_datetime(now):%Y%m%d-%H%M%S}"
    beyond = Path(tempfile.gettempdir())
    with _lock:
        return (
            _written(_folder(profile, account), f"typed-{stamp}", words)
            or _in_reserve(profile, account, stamp, words)
            or _written(beyond, f"{_beyond_name(profile)}{stamp}", words)
        )


def untold(profile: Path) -> tuple[Path, ...]:
    """The files that were kept since this was last asked, each told once."""
    with _lock:
        for account, stamp, words in _of_reserve(profile):
            if not _written(_folder(profile, account), f"typed-{stamp}", words):
                break  # it stays there until the disk has room
        else:
            _empty(profile)
        found = [*profile.glob(f"attachments/*/typed-*{_UNTOLD}"), *_beyond(profile)]
        return tuple(_told(path) for path in sorted(found))


def _folder(profile: Path, account: str) -> Path:
    return profile / "attachments" / (account or "typed")


def _beyond_name(profile: Path) -> str:
    return f"draftdesk-{sha256(os.fsencode(profile.absolute())).hexdigest()[:16]}-"


def _beyond(profile: Path) -> list[Path]:
    """Files of this user alone: anybody may write there."""
    found = Path(tempfile.gettempdir()).glob(f"{_beyond_name(profile)}*{_UNTOLD}")
    return [p for p in found if not hasattr(os, "getuid") or p.lstat().st_uid == os.getuid()]


def _told(path: Path) -> Path:
    told = path.with_name(path.name.removesuffix(_UNTOLD) + ".txt")
    with suppress(OSError):
        path.rename(told)
        return told
    return path


def _written(folder: Path, name: str, words: str) -> bool:
    """Whether a new file has the words, on the disk."""
    path = folder / f"{name}{_UNTOLD}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for number in range(2, 100):
            if not path.exists() and not path.with_name(f"{path.name[:-4]}").exists():
                break
            path = folder / f"{name}-{number}{_UNTOLD}"
        private_file(path)
        with path.open("wb") as file:
            file.write(words.encode("utf-8", "replace"))
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        with suppress(OSError):
            if path.exists():
                path.unlink()
        return False
    return True


def _in_reserve(profile: Path, account: str, stamp: str, words: str) -> bool:
    """Whether the room that was kept has the words, after those that are in it."""
    record = json.dumps([account, stamp, words]).encode()
    before = sum(_SIZE + len(json.dumps(list(each)).encode()) for each in _of_reserve(profile))
    if before + len(record) + 2 * _SIZE > ROOM:
        return False
    try:
        with (profile / RESERVE).open("r+b") as file:
            file.seek(before)
            file.write(len(record).to_bytes(_SIZE, "little") + record + bytes(_SIZE))
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    return True


def _of_reserve(profile: Path) -> Iterator[tuple[str, str, str]]:
    """Account, time and words of what the room has. What is no record ends it."""
    with suppress(OSError, ValueError):
        data = (profile / RESERVE).read_bytes()
        at = 0
        while size := int.from_bytes(data[at : at + _SIZE], "little"):
            account, stamp, words = json.loads(data[at + _SIZE : at + _SIZE + size])
            yield str(account), str(stamp), str(words)
            at += _SIZE + size


def _empty(profile: Path) -> None:
    """Overwrites what the room had: it was somebody's words."""
    with suppress(OSError):
        if any(True for _ in _of_reserve(profile)):
            with (profile / RESERVE).open("r+b") as file:
                file.write(bytes(ROOM))
                file.flush()
                os.fsync(file.fileno())
