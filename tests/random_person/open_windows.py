"""Which windows there are, and which one the person is at."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QApplication, QDialog

from desktop_app.ui.widgets.every_widget import every_window


def windows_of(main: Any) -> list[Any]:
    """The main window, and those of drafts, the hidden ones too; none between two starts."""
    if main is None:
        return []
    return [main, *(main.late.draft_windows.windows if main.late is not None else ())]


def front_of(main: Any) -> Any:
    """A draft's window where that has the keyboard, or what it has opened has; else the main
    one."""
    windows, at = windows_of(main), QApplication.activeWindow()
    while at is not None and at not in windows:
        above = at.parentWidget()
        at = above.window() if above is not None else None
    return at if at is not None and at.isVisible() else main


def dialogs() -> list[QDialog]:
    """The dialogs that are open."""
    return [w for w in every_window() if isinstance(w, QDialog) and w.isVisible()]
