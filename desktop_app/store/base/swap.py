"""Replacement of mail.db by a restored one. It can be cut anywhere: the next start goes on with it.

The former files are moved into a folder, never deleted.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from desktop_app.model.backup import SUFFIX
from desktop_app.model.clock import as_datetime
from desktop_app.model.errors import StorageError
from desktop_app.store.base import marker
from desktop_app.store.base.files import sync_folder

BUILDING, READY = "mail.db.building", "mail.db.restored"
SET_ASIDE, BACKUPS = "set-aside", "backups"
_LEAST = 512
"""Bytes that a database has at least. Source: https://sqlite.org/fileformat2.html#pages"""


def ready(profile: Path) -> None:
    """The database that was built is whole: from now on it takes the place of mail.db. Raises
    OSError: nothing of the profile is changed."""
    building = profile / BUILDING
    with building.open("rb+") as file:
        os.fsync(file.fileno())
    os.replace(building, profile / READY)  # noqa: PTH105
    sync_folder(profile)


def stamp_of(seconds: float) -> str:
    return f"{as_datetime(seconds):%Y%m%d-%H%M%S}"


def set_aside(profile: Path, name: str, stamp: str) -> Path:
    """Moves a database into a folder of that stamp; the folder. Its log goes first: beside another
    database it would be read into that."""
    aside = profile / SET_ASIDE / stamp
    for each in (f"{name}-wal", f"{name}-shm", f"{name}-note", name):
        if (profile / each).exists():
            aside = _made(profile, stamp)
            with suppress(FileNotFoundError):
                os.replace(profile / each, aside / each)  # noqa: PTH105
    sync_folder(profile)
    return aside


def _made(profile: Path, stamp: str) -> Path:
    """The folder of that stamp; beside the usual one where that can't be made."""
    try:
        aside = profile / SET_ASIDE / stamp
        aside.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        aside = profile / f"{SET_ASIDE}-{stamp}"
        aside.mkdir(mode=0o700, exist_ok=True)
    return aside


def finish(profile: Path) -> Path | None:
    """Puts a database that is ready in place; the folder that the former files are in now, None
    where there were none. Does nothing when none is ready. Raises StorageError: the next start
    tries it again."""
    restored = profile / READY
    if not restored.exists():
        return None
    try:
        # The same folder, wherever it is gone on with.
        aside = set_aside(profile, "mail.db", stamp_of(restored.stat().st_mtime))
        with suppress(FileNotFoundError):
            os.replace(restored, profile / "mail.db")  # noqa: PTH105
    except OSError as error:
        raise StorageError(
            "Your mail is restored, and can't be put in its place yet:"
            f" {(error.strerror or str(error)).lower()}.",
            next_step="Check the disk and the permissions of the profile folder, then open"
            " Draftdesk again: it goes on from there.",
            details={"profile": str(profile)},
        ) from error
    sync_folder(profile)
    marker.mark(profile)
    marker.clear_damage(profile)
    return aside if aside.is_dir() else None


def aside(profile: Path) -> tuple[Path, ...]:
    """The folders of what was set aside, the oldest first."""
    return tuple(sorted([*(profile / SET_ASIDE).glob("*"), *profile.glob(f"{SET_ASIDE}-*")]))


def clear(profile: Path) -> None:
    """Deletes everything that was set aside, of whichever account it is."""
    for folder in (*aside(profile), profile / SET_ASIDE):
        for path in sorted(folder.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)
        with suppress(FileNotFoundError):
            folder.rmdir()


def clear_building(profile: Path) -> None:
    """Deletes what a cut or failed restore has begun to build. Of those who hold the profile's
    lock: then nobody restores."""
    for path in profile.glob(f"{BUILDING}*"):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def lost(profile: Path) -> str:
    """What is wrong with the mail database as far as a look at the file tells: a sentence, empty
    where nothing is. A profile that never had one is new: it has neither a marker nor a backup, nor
    anything that was set aside."""
    database = profile / "mail.db"
    size = database.stat().st_size if database.exists() else 0
    if 0 < size < _LEAST:
        return "The mail database of this profile is cut short: it has less than a page."
    if size or not (marker.marked(profile) or _has_copies(profile)):
        return ""
    if database.exists():
        return "The mail database of this profile is empty."
    return "The mail database of this profile is missing."


def _has_copies(profile: Path) -> bool:
    return bool(aside(profile)) or any((profile / BACKUPS).glob(f"*{SUFFIX}"))
