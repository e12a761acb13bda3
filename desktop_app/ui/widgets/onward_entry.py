"""Entry from which Tab goes on to the next thing one writes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QLineEdit, QWidget

from desktop_app.ui.widgets.focus import press


class OnwardEntry(QLineEdit):
    """`onward` is asked where Tab goes; None: to the next widget, as the eye goes.

    Who writes a line, Tab, and the next line looks at neither. A button that an answer has put
    between the two would take the blanks of the words for presses. Shift+Tab stops at each widget.
    """

    def __init__(self) -> None:
        super().__init__()
        self.onward: Callable[[], QWidget | None] = lambda: None

    def focusNextPrevChild(self, forward: bool) -> bool:
        goal = self.onward() if forward else None
        if goal is None or not goal.isVisible():
            return super().focusNextPrevChild(forward)
        press(goal)
        return True
