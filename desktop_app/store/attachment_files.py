"""Copies of attachments in the profile: those that a program opened, and those dragged out.

They lie in the folder of their account, and go with it. What was dragged out is deleted after an
hour.
"""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

from desktop_app.model.errors import StorageError

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
        shutil.rmtree(folder, ignore_errors=True)
    return sum(not folder.exists() for folder in old)


def _written(folder: Path) -> float:
    """When the newest file was written, in seconds since the epoch."""
    times = [entry.stat().st_mtime for entry in os.scandir(folder)]
    return max(times, default=0.0)
