"""The one folder of the profile in which other programs hand in files for drafts.

A program names a file in it: nothing outside it, no folder, no link, no device, bounded in size.
Who names a file first has it: it is moved into a folder of that program, where no other finds it.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from pathlib import Path

from desktop_app.model.draft import Author
from desktop_app.model.errors import BadInput, NotFound, StorageError
from desktop_app.store.base.profile_folder import HANDED_IN

PREFIX = f"{HANDED_IN}/"
MOST_BYTES = 25_000_000
"""Of one file; larger ones are left to the person."""

MOST_TOGETHER = 50_000_000
"""Of the files of one call."""

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def handed_in_folder(profile: Path) -> Path:
    """The folder, made for this user alone where it is missing. Raises `StorageError`."""
    folder = profile / HANDED_IN
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        if not stat.S_ISDIR(folder.lstat().st_mode):
            raise StorageError("The folder for files handed in is not a folder of the profile.")
    except OSError as error:
        raise StorageError(
            f"The folder for files handed in can't be made: {error.strerror}."
        ) from error
    return folder


def file_name(named: str) -> str:
    """The name in `handed-in/NAME`, empty for what is no such name. Raises `BadInput` for a path
    that leads anywhere else."""
    if not named.startswith(PREFIX):
        return ""
    name = named[len(PREFIX) :]
    if name in {"", ".", ".."} or any(c in name for c in "/\\:\0") or len(name) > 255:
        raise BadInput(
            f"{named[:120]!r} names no file in the folder.", next_step=f"Write {PREFIX}NAME."
        )
    return name


def handed_in_file(profile: Path, name: str, owner: Author) -> bytes:
    """The bytes of a file that is in the folder, or that `owner` has named before; from now on it
    is the owner's. Raises `NotFound` also for one that another has named, `BadInput` for a link,
    for what is no file, and for one that is too large."""
    folder = handed_in_folder(profile)
    given, kept = folder / name, _folder_of(folder, owner) / name
    path = given if os.path.lexists(given) else kept
    try:
        before = path.lstat()
        _refuse_other(before, name)
        descriptor = os.open(path, _FLAGS)
    except FileNotFoundError:
        raise _missing(name) from None
    except OSError as error:
        raise BadInput(f"{name[:120]!r} can't be read: {error.strerror}.") from error
    with os.fdopen(descriptor, "rb") as file:
        opened = os.fstat(file.fileno())
        _refuse_other(opened, name)
        if (opened.st_dev, opened.st_ino) != (before.st_dev, before.st_ino):
            raise BadInput(f"{name[:120]!r} was replaced while it was read.")
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise _too_large(name)
    if path == given:
        _keep(given, kept, name)
    return data


def _folder_of(folder: Path, owner: Author) -> Path:
    """The folder with what this author has named; it may not be there yet. Raises `StorageError`
    for what is no folder."""
    who = json.dumps([owner.origin, owner.program, owner.name])
    found = folder / f"of-{hashlib.sha256(who.encode()).hexdigest()[:16]}"
    if os.path.lexists(found) and not stat.S_ISDIR(found.lstat().st_mode):
        raise StorageError("The folder for files that were named is not a folder of the profile.")
    return found


def _keep(given: Path, kept: Path, name: str) -> None:
    """Move the file to its owner. Raises `NotFound` where another was faster, `StorageError`."""
    try:
        kept.parent.mkdir(mode=0o700, exist_ok=True)
        given.replace(kept)
    except FileNotFoundError:
        raise _missing(name) from None
    except OSError as error:
        raise StorageError(f"{name[:120]!r} can't be kept: {error.strerror}.") from error


def _missing(name: str) -> NotFound:
    return NotFound(
        f"There is no file {name[:120]!r} in the folder for files handed in.",
        next_step="Put it there, then call again.",
    )


def _refuse_other(found: os.stat_result, name: str) -> None:
    if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
        raise BadInput(
            f"{name[:120]!r} is a link or no file.", next_step="Put a copy of the file there."
        )
    if found.st_size > MOST_BYTES:
        raise _too_large(name)


def _too_large(name: str) -> BadInput:
    return BadInput(
        f"{name[:120]!r} is larger than {MOST_BYTES // 1_000_000} MB.",
        next_step="Leave it to the person.",
    )
