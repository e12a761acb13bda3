"""State of the window between two runs: its place, its docks and its columns, in one setting."""

from __future__ import annotations

import base64
import binascii
import contextlib

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QMainWindow, QSplitter

from desktop_app.settings import Settings

KEY = "look.geometry"


def state_of(window: QMainWindow, splitter: QSplitter) -> str:
    """The window's place, its docks and its columns as one text."""
    parts = (window.saveGeometry(), window.saveState(), splitter.saveState())
    return ".".join(base64.b64encode(part.data()).decode() for part in parts)


def restore(window: QMainWindow, splitter: QSplitter, settings: Settings) -> bool:
    """Put the window where it was; False when nothing usable is kept."""
    parts = settings.text(KEY).split(".")
    if len(parts) != 3:
        return False
    with contextlib.suppress(binascii.Error, ValueError):
        geometry, state, columns = (QByteArray(base64.b64decode(p)) for p in parts)
        return (
            window.restoreGeometry(geometry)
            and window.restoreState(state)
            and splitter.restoreState(columns)
        )
    return False
