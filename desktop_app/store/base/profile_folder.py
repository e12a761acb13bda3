"""Profile folder: made where it is missing, and looked at before anything is opened in it.

A folder that is there already belongs to the person: its mode is left as it is.
"""

from __future__ import annotations

import errno
import os
import shlex
import stat
import sys
from pathlib import Path

from desktop_app.model.errors import StorageError

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_LEAST_BYTES = 1_000_000
HANDED_IN = "handed-in"
"""Folder in which other programs hand in files for drafts."""

FULL = "The disk is full: nothing was saved."
MAKE_ROOM = "Free some space and try again."


def profile_folder(path: Path) -> Path:
    """The folder, made for this user alone (0700) where it is missing. Raises `StorageError` with
    the reason why it can't be used."""
    try:
        str(path).encode()
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        kind = path.stat()
    except FileExistsError:
        raise _refused(path, _not_a_folder(path)) from None
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise _refused(path, FULL, MAKE_ROOM) from error
        reason = (error.strerror or "the disk reported an error").lower()
        sentence = f"The profile folder can't be made or opened: {reason}."
        raise _refused(path, sentence) from error
    except UnicodeEncodeError:
        raise _refused(path, "The profile folder has a name that is not UTF-8.") from None
    except ValueError:  # a null character
        raise _refused(path, "The profile folder has a name that no folder can have.") from None
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        raise _refused(path, _not_writable(path, kind))
    return path


def others_may_read(path: Path) -> StorageError | None:
    """What to say where other users of this computer may look into the folder; None where they
    may not."""
    if sys.platform == "win32" or not path.stat().st_mode & _OTHERS:
        return None
    return StorageError(
        "Other users of this computer can look into your profile folder.",
        next_step=f"Draftdesk has not changed that. To keep them out: chmod 700 {_quoted(path)}",
        details={"profile": str(path)},
    )


def private_file(path: Path) -> None:
    """Make the file, empty and for this user alone (0600). Raises `FileExistsError` where there is
    one, which is not opened: closing it would drop SQLite's locks on it; else `OSError`."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def is_full(path: Path) -> bool:
    """Whether the disk of the folder has no room left for a database."""
    if sys.platform == "win32":
        return False
    try:
        disk = os.statvfs(path)
    except OSError:
        return False
    no_files = disk.f_files > 0 and disk.f_favail == 0
    return no_files or disk.f_bavail * disk.f_frsize < min(_LEAST_BYTES, _share(disk))


def _share(disk: os.statvfs_result) -> int:
    """A hundredth of the disk, in bytes: a small one is not full because it is small."""
    return disk.f_blocks * disk.f_frsize // 100


def _not_a_folder(path: Path) -> str:
    try:
        path.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            return "The profile folder is a link that leads back to itself."
        return "The profile folder is a link that leads nowhere."
    return "The profile folder is a file, not a folder."


def _not_writable(path: Path, kind: os.stat_result) -> str:
    if sys.platform == "win32":
        return "You are not allowed to write in the profile folder."
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        return "The profile folder can't be written: its disk is read-only."
    if kind.st_uid != os.geteuid():
        return "The profile folder belongs to another user, and you are not allowed to write in it."
    return "You are not allowed to write in the profile folder."


def _quoted(path: Path) -> str:
    return shlex.quote(str(path).encode("utf-8", "replace").decode())


def _refused(
    path: Path, sentence: str, next_step: str = "Check the path and its permissions."
) -> StorageError:
    return StorageError(sentence, next_step=next_step, details={"profile": str(path)})
