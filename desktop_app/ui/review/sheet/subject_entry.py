"""Entry of the subject, which shows where invisible characters are."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent

from desktop_app.ui.widgets.invisible_marks import paint, places_in_line
from desktop_app.ui.widgets.onward_entry import OnwardEntry
from desktop_app.ui.widgets.theme import Theme


class SubjectEntry(OnwardEntry):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName("Subject")
        self.setPlaceholderText("What is it about")

    def paintEvent(self, event: QPaintEvent) -> None:
        """The text, and marks where it has invisible characters."""
        super().paintEvent(event)
        with QPainter(self) as painter:
            paint(painter, places_in_line(self), self._theme.colour("warning"))
