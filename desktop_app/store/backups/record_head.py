"""Head of the activity record in a backup: the hash of its last row, so that a later cut is seen.

The record itself is in no backup.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import apsw


def record_head(profile: Path) -> dict[str, object]:
    """What the head of a backup says of the record; nothing where there is none that can be read:
    a damaged record is no reason to make no backup."""
    path = profile / "audit.db"
    if not path.exists():
        return {}
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            connection.set_busy_timeout(_MILLISECONDS)
            found: Any = connection.execute(_LAST).fetchall()
        finally:
            connection.close(True)
    except apsw.Error:
        return {}
    return {"record": {"hash": found[0][1], "number": found[0][0]}} if found else {}


_MILLISECONDS = 2_000
_LAST = "SELECT id, hash FROM audit WHERE hash <> '' ORDER BY id DESC LIMIT 1"


def recorded(head: Mapping[str, Any]) -> tuple[str, int] | None:
    """What the head of a backup says of the record; None where it says nothing that can be."""
    said = head.get("record")
    if not isinstance(said, dict):
        return None
    found, number = said.get("hash"), said.get("number")
    return (found, number) if isinstance(found, str) and isinstance(number, int) else None
