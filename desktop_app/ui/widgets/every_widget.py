"""Qt's lists of all widgets and windows. The collector waits while such a list becomes one of
Python's: a window that it took away meanwhile would leave a dangling entry.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

from PySide6.QtWidgets import QApplication, QWidget


def every_widget() -> list[QWidget]:
    """All widgets of the application."""
    return _uncollected(QApplication.allWidgets)


def every_window() -> list[QWidget]:
    """Those without a parent, shown or not."""
    return _uncollected(QApplication.topLevelWidgets)


def _uncollected(ask: Callable[[], list[QWidget]]) -> list[QWidget]:
    collecting = gc.isenabled()
    gc.disable()
    try:
        return ask()
    finally:
        if collecting:
            gc.enable()
