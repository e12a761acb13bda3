"""Files of this computer that are dragged over a widget or dropped on it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDropEvent


def dropped_files(event: QDropEvent) -> list[Path]:
    """The files and folders the event brings; empty when it brings something else."""
    return [Path(u.toLocalFile()) for u in event.mimeData().urls() if u.isLocalFile()]


def take_copies(event: QDropEvent) -> None:
    """Accept them as copies: a file manager that proposes to move them deletes its own ones."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
