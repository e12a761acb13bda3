"""Entry of the subject, which shows where invisible characters are, and marks misspelt words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtGui import QPainter, QPaintEvent

from desktop_app.ui.widgets.invisible_marks import paint, places_in_line
from desktop_app.ui.widgets.onward_entry import OnwardEntry
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.wave_lines import Span, paint_waves, places_of


class SubjectEntry(OnwardEntry):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.misspelt: tuple[Span, ...] = ()
        """Places of misspelt words, in Qt's offsets."""
        self.replaced: Callable[[], object] = lambda: None
        """Called when another text is put in, also by who has signals held back meanwhile."""
        self.setAccessibleName("Subject")
        self.setPlaceholderText("What is it about")

    def setText(self, text: str | None, /) -> None:
        super().setText(text)
        self.replaced()

    def show_misspelt(self, places: Sequence[Span]) -> None:
        """Mark these words instead of those marked so far."""
        if tuple(places) != self.misspelt:
            self.misspelt = tuple(places)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The text, marks where it has invisible characters, and below misspelt words."""
        super().paintEvent(event)
        with QPainter(self) as painter:
            paint(painter, places_in_line(self), self._theme.colour("warning"))
            if self.misspelt:
                paint_waves(painter, places_of(self, self.misspelt), self._theme.colour("danger"))
