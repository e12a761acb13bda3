"""Copies of attachments in the profile: those that a program opened, and those dragged out.

They lie in the folder of their account, and go with it, as files do that were handed in for its
drafts. What was dragged out is deleted after an hour.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Collection
from contextlib import suppress
from hashlib import file_digest
from pathlib import Path

from desktop_app.model.errors import StorageError
from desktop_app.store.base.profile_folder import HANDED_IN

KEPT_SECONDS = 3600
_DRAGGED = "dragged"


def opened_copy(profile: Path, account: str, message: int, part: str, name: str) -> Path:
    """Where the copy of an attachment lies that a program is to open; `name` is safe for a disk."""
    return profile / "attachments" / account / str(message) / f"{part}-{name}"


def dragged_copy(profile: Path, account: str, message: int, part: str, name: str) -> Path:
    """Where the copy lies that is dragged out, under the name it has in the mail."""
    return profile / "attachments" / account / _DRAGGED / f"{message}-{part}" / name


def write_copy(path: Path, data: bytes, *, read_only: bool = False) -> Path:
    """Write the copy, for this user alone. Raises `StorageError`."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _deletable(path)
        path.unlink(missing_ok=True)
        path.write_bytes(data)
        path.chmod(stat.S_IRUSR if read_only else stat.S_IRUSR | stat.S_IWUSR)
    except OSError as error:
        raise StorageError(f"{path.name} can't be written: {error.strerror}.") from error
    return path


def forget_dragged(profile: Path, *, now: float) -> int:
    """Delete what was dragged out more than `KEPT_SECONDS` ago; the number of copies deleted."""
    old = [
        folder
        for folder in profile.glob(f"attachments/*/{_DRAGGED}/*")
        if folder.is_dir() and _written(folder) < now - KEPT_SECONDS
    ]
    for folder in old:
        with suppress(OSError):
            _deletable(folder)
        shutil.rmtree(folder, ignore_errors=True)
    return sum(not folder.exists() for folder in old)


def forget_account(profile: Path, account: str, digests: Collection[str], *, last: bool) -> None:
    """Delete the account's copies, and files that were handed in and whose SHA-256 is one of the
    `digests`: all of them where it was the `last` account. Raises `StorageError`."""
    try:
        if (folder := profile / "attachments" / account).exists():
            _deletable(folder)
            shutil.rmtree(folder)
        for file in _handed_in(profile):
            if last or _sha256(file) in digests:
                _deletable(file)
                file.unlink(missing_ok=True)
        for folder in (profile / HANDED_IN).glob("*/"):
            if not folder.is_symlink() and not any(folder.iterdir()):
                folder.rmdir()
    except OSError as error:
        raise StorageError(
            f"Its saved attachments can't be deleted: {error.strerror}.",
            next_step="Check the permissions of the profile folder.",
        ) from error


def _deletable(place: Path) -> None:
    """Windows deletes no file that is read-only: files at or below the place are made writable
    there. Raises `OSError`."""
    if sys.platform == "win32":
        for path in (place, *place.rglob("*")):
            if path.is_file() and not path.is_symlink():
                path.chmod(stat.S_IRUSR | stat.S_IWUSR)


def _handed_in(profile: Path) -> list[Path]:
    """The files in the folder, and those that a program has named."""
    places = (profile / HANDED_IN).glob("*")
    found = [each for place in places for each in (place, *_within(place))]
    return [each for each in found if each.is_file() and not each.is_symlink()]


def _within(place: Path) -> list[Path]:
    return list(place.iterdir()) if place.is_dir() and not place.is_symlink() else []


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _written(folder: Path) -> float:
    """When the newest file was written, in seconds since the epoch."""
    times = [entry.stat().st_mtime for entry in os.scandir(folder)]
    return max(times, default=0.0)
