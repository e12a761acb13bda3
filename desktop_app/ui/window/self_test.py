"""Self-test (`--self-test`): the real window on the sample mailbox, one search, one mail read.

It drives the window as its user would, through what an accessibility client sees.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QBuffer, QObject, QTimer
from PySide6.QtGui import QPainter, QPdfWriter
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QTextBrowser, QWidget

from desktop_app.model.errors import KnownError
from desktop_app.ui.reading.drawn_pages import DrawnPages

W = TypeVar("W", bound=QWidget)
SECONDS = 60.0
QUERY = "has:attachment"


class SelfTest(QObject):
    """Steps that wait for each other; `done` gets the empty text, or what did not happen."""

    def __init__(self, window: QWidget, done: Callable[[str], None]) -> None:
        super().__init__(window)
        self._window = window
        self._done = done
        self._deadline = time.monotonic() + SECONDS
        self._before = 0
        self._steps: list[tuple[str, Callable[[], bool]]] = [
            ("the inbox shows conversations", self._inbox_shown),
            ("a search narrows the list", self._searched),
            ("a mail is shown", self._mail_shown),
        ]
        self._timer = QTimer(self, interval=50)
        self._timer.timeout.connect(self._step)
        self._timer.start()

    def _step(self) -> None:
        name, met = self._steps[0]
        if met():
            del self._steps[0]
        elif time.monotonic() > self._deadline:
            self._end(f"it did not happen that {name}")
        if not self._steps:
            self._end("")

    def _end(self, problem: str) -> None:
        self._timer.stop()
        self._done(problem)

    def _inbox_shown(self) -> bool:
        self._before = self._rows()
        if self._before == 0:
            return False
        entry = self._named(QLineEdit, "Search mail")
        if entry is None:
            return False
        entry.insert(QUERY)  # as typing does: setText would not count as an edit
        return True

    def _searched(self) -> bool:
        if not 0 < self._rows() < self._before:
            return False
        view = self._named(QAbstractItemView, "Conversations")
        if view is None:
            return False
        view.setCurrentIndex(view.model().index(0, 0))
        view.activated.emit(view.currentIndex())
        return True

    def _mail_shown(self) -> bool:
        readers = self._window.findChildren(QTextBrowser)
        return any(r.isVisible() and r.toPlainText().strip() for r in readers)

    def _rows(self) -> int:
        view = self._named(QAbstractItemView, "Conversations")
        return 0 if view is None else view.model().rowCount()

    def _named(self, kind: type[W], name: str) -> W | None:
        found = self._window.findChildren(kind)
        return next((w for w in found if w.accessibleName() == name), None)


def page_problem() -> str:
    """Have a page of a PDF drawn by the process that does it; the empty text, or what went wrong.
    Needs a QApplication."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    paper = QPdfWriter(buffer)
    painter = QPainter(paper)
    painter.drawText(100, 100, QUERY)
    painter.end()
    try:
        pages = DrawnPages(bytes(buffer.data().data()), pdf=True)
        words = pages.page(0, 100).words
    except KnownError as error:
        return f"a page of a PDF could not be drawn: {error}"
    pages.close()
    return "" if QUERY in words else "the words of a PDF could not be read"
