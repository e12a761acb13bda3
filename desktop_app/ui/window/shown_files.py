"""Files that are shown without being imported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.ui.window.main_window import MainWindow


def show_files(window: MainWindow, paths: Sequence[str]) -> None:
    """Show each file in a window of its own."""
