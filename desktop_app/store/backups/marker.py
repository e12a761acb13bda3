"""Marker beside mail.db: says that this profile has had one, and whether damage was noticed.

With it, a database that has vanished is told from a profile that is new.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

NAME = "mail.json"


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
    with suppress(OSError, ValueError, AttributeError):
        return str(json.loads((profile / NAME).read_text("utf-8")).get("damage", ""))
    return ""


def clear_damage(profile: Path) -> None:
    if noted_damage(profile):
        _write(profile, "")


def _write(profile: Path, damage: str) -> None:
    building = profile / f"{NAME}.new"
    with suppress(OSError):
        building.write_text(json.dumps({"damage": damage}), "utf-8")
        os.replace(building, profile / NAME)  # noqa: PTH105
