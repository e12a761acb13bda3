"""Marker beside mail.db: says that this profile has had one, and whether damage was noticed.

With it, a database that has vanished is told from a profile that is new.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from desktop_app.store.base.db import Database
from desktop_app.store.base.log_note import ExpectedLog, Lost

NAME, WANTED, LOST = "mail.json", "restore.json", "lost.json"


def mark(profile: Path) -> None:
    """Writes the marker if there is none. A disk that can't be written is no reason to stop."""
    if not (profile / NAME).exists():
        _write(profile, "")


def marked(profile: Path) -> bool:
    return (profile / NAME).exists()


def note_damage(profile: Path, words: str) -> None:
    """Remembers damage until the next start; `words` are SQLite's."""
    if not noted_damage(profile):
        _write(profile, words or "unreadable")


def noted_damage(profile: Path) -> str:
    """The words that were noted; empty where there was no damage."""
    return _read(profile / NAME).get("damage", "")


def clear_damage(profile: Path) -> None:
    if noted_damage(profile):
        _write(profile, "")


def want_restore(profile: Path, backup: Path) -> None:
    """Remembers that the person wants this backup restored at the next start of the window. Raises
    OSError."""
    _replace(profile / WANTED, {"backup": str(backup)})


def wanted_restore(profile: Path) -> Path | None:
    """The backup that is wanted; None where none is."""
    text = _read(profile / WANTED).get("backup", "")
    return Path(text) if text else None


def clear_wanted(profile: Path) -> None:
    (profile / WANTED).unlink(missing_ok=True)


def note_lost(profile: Path, log: ExpectedLog, opened: Database) -> None:
    """Remembers which commits are gone, until the window has said so. Raises StorageError."""
    if log.note is None:
        return
    with opened.alone() as connection:
        lost = log.lost(connection)
    if lost is None:
        return
    with suppress(OSError):
        values = {"since": str(lost.since), "until": str(lost.until)}
        _replace(profile / LOST, values | {"missing": "yes" if lost.missing else ""})


def noted_lost(profile: Path) -> Lost | None:
    """What is gone; None where nothing is, or it was said."""
    found = _read(profile / LOST)
    with suppress(KeyError, ValueError):
        since, until = float(found["since"]), float(found["until"])
        return Lost(since, until, bool(found.get("missing")))
    return None


def clear_lost(profile: Path) -> None:
    with suppress(OSError):
        (profile / LOST).unlink(missing_ok=True)


def _write(profile: Path, damage: str) -> None:
    with suppress(OSError):
        _replace(profile / NAME, {"damage": damage})


def _read(path: Path) -> dict[str, str]:
    with suppress(OSError, ValueError, AttributeError):
        return {str(key): str(value) for key, value in json.loads(path.read_text("utf-8")).items()}
    return {}


def _replace(path: Path, value: dict[str, str]) -> None:
    building = path.with_name(f"{path.name}.new")
    building.write_text(json.dumps(value), "utf-8")
    os.replace(building, path)  # noqa: PTH105
