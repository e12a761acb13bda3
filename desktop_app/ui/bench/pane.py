"""Base class of panes: a widget that is complete after its constructor."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from desktop_app.ui.bench.workbench import Workbench


class Pane(QWidget):
    """The base of every pane, made from the workbench as a child of the widget it will stand in:
    moving a finished pane there would style each of its widgets anew."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bench = bench

    def before_close(self, go_on: Callable[[], object]) -> bool:
        """Whether the window must not close yet. Then the pane asks the person, and calls
        `go_on` when it may."""
        del go_on
        return False

    def closing(self) -> None:
        """The window closes: save what was typed."""
