"""The event loop by turns, where nothing can be waited for."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

TURNS = 20


def settle() -> None:
    """Let the loop go round: posted events and timers of no time are done, and what they bring."""
    for _ in range(TURNS):
        QCoreApplication.sendPostedEvents()
        QCoreApplication.processEvents()
