"""What a draft's window asks of the main one: everything that is not about that draft.

The main window comes to the front with it: the person has pressed for something that is there.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop_app.ui.bench.navigation import Navigation

ASKED = (
    "thread_wanted",
    "drafts_wanted",
    "search_wanted",
    "person_wanted",
    "assistant_wanted",
    "compose_wanted",
    "write_wanted",
    "settings_wanted",
    "organise_wanted",
    "label_wanted",
    "take_off_wanted",
    "sign_in_wanted",
    "change_wanted",
    "restart_wanted",
    "move_wanted",
    "account_wanted",
    "guide_wanted",
)
"""Signals of `Navigation` that the main window answers for every window."""

OWN = (
    "draft_wanted",
    "own_window_soon",
    "own_window_wanted",
    "back_wanted",
    "peek_wanted",
    "toast_wanted",
    "float_wanted",
    "status_wanted",
    "focus_wanted",
    "template_wanted",
)
"""Those that a draft's window answers itself."""

TOLD = ("counts_shown", "statuses_shown", "sync_shown", "programs_shown", "line_shown")
"""What the main window tells; nothing is asked by them."""


def pass_on(ours: Navigation, main: Navigation, front: Callable[[], None]) -> None:
    """Let the main window answer what is asked of it; `front` brings it there."""
    for name in ASKED:
        asked = getattr(ours, name)
        asked.connect(front)
        asked.connect(getattr(main, name))


def bring_to_front(window: QWidget) -> None:
    """Show a window that may be behind others, or an icon."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()
