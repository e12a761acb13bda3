"""Replacement of mail.db by a restored one. It can be cut anywhere: the next start goes on with it.

The former files are moved into a folder, never deleted.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from desktop_app.model.clock import as_datetime
from desktop_app.store.backups import marker
from desktop_app.store.backups.files import sync_folder

BUILDING, READY = "mail.db.building", "mail.db.restored"
SET_ASIDE = "set-aside"


def ready(profile: Path) -> None:
    """The database that was built is whole: from now on it takes the place of mail.db."""
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
    for each in (f"{name}-wal", f"{name}-shm", name):
        if (profile / each).exists():
            aside.mkdir(mode=0o700, parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                os.replace(profile / each, aside / each)  # noqa: PTH105
    sync_folder(profile)
    return aside


def finish(profile: Path) -> Path | None:
    """Puts a database that is ready in place; the folder that the former files are in now, None
    where there were none. Does nothing when none is ready."""
    restored = profile / READY
    if not restored.exists():
        return None
    # The same folder, wherever it is gone on with.
    aside = set_aside(profile, "mail.db", stamp_of(restored.stat().st_mtime))
    with suppress(FileNotFoundError):
        os.replace(restored, profile / "mail.db")  # noqa: PTH105
    sync_folder(profile)
    marker.mark(profile)
    marker.clear_damage(profile)
    return aside if aside.is_dir() else None


def clear(profile: Path) -> None:
    """Deletes everything that was set aside: what was removed for good must not stand there."""
    folder = profile / SET_ASIDE
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)
    with suppress(FileNotFoundError):
        folder.rmdir()
    clear_building(profile)


def clear_building(profile: Path) -> None:
    """Deletes what a cut or failed restore has begun to build."""
    for path in profile.glob(f"{BUILDING}*"):
        path.unlink(missing_ok=True)


def lost(profile: Path) -> str:
    """What is wrong with the mail database as far as a look at the file tells: a sentence, empty
    where nothing is. A profile that never had one is new."""
    database = profile / "mail.db"
    if not marker.marked(profile):
        return ""
    if not database.exists():
        return "The mail database of this profile is missing."
    if not database.stat().st_size:
        return "The mail database of this profile is empty."
    return ""
