"""Portions of a long text as Readers below one another; the next come when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.background.stepper import Stepper
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.theme import set_role

MOST_AT_ONCE = 40
"""Portions that one press brings, one a turn of the loop."""


class PagedText(QWidget):
    """Shows the first of `pages` at once. `shown` when further ones are there, `complete` when all
    are. `make` gives an empty Reader."""

    shown = Signal()
    complete = Signal()

    def __init__(self, pages: tuple[str, ...], make: Callable[[], Reader]) -> None:
        super().__init__()
        self._pages, self._make = pages, make
        self.readers: list[Reader] = []
        self._layout: QVBoxLayout = column(owner=self)
        self._steps: QObject | None = None
        self._more = QPushButton("Show more of this long message")
        set_role(self._more, "link")
        self._more.clicked.connect(lambda *_: self.show_more(1))
        self._layout.addWidget(self._more)
        self._add_next()

    def show_more(self, count: int = MOST_AT_ONCE) -> None:
        """The next `count` portions, one a turn."""
        if self._steps is None:
            self._steps = Stepper(self._adding(count), self, done=self._on_added)

    def set_pages(self, pages: tuple[str, ...]) -> None:
        """The same portions, marked otherwise."""
        for reader, before, page in zip(self.readers, self._pages, pages, strict=False):
            if page != before:
                reader.show_html(page)
        self._pages = pages

    def _adding(self, count: int) -> Iterator[None]:
        for _ in range(min(count, len(self._pages) - len(self.readers))):
            self._add_next()
            yield

    def _on_added(self) -> None:
        self._steps = None
        self.shown.emit()
        if len(self.readers) == len(self._pages):
            self.complete.emit()

    def _add_next(self) -> None:
        reader = self._make()
        self._layout.insertWidget(len(self.readers), reader)
        reader.show_html(self._pages[len(self.readers)])
        self.readers.append(reader)
        left = len(self._pages) - len(self.readers)
        self._more.setVisible(left > 0)
