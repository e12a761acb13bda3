"""Buttons whose text is cut where the column is narrow; tooltip and name have all of it."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QRadioButton, QSizePolicy

from desktop_app.ui.widgets.elision import LETTERS_CHANGE, fitted
from desktop_app.ui.widgets.safe_text import as_tooltip

_ROOM = 40
"""Pixels that icon, padding and frame take of the width."""


class ElidedButton(QPushButton):
    """`set_words` gives the whole text; the width decides how much of it is seen."""

    def __init__(self, prefix: str = "") -> None:
        super().__init__()
        self._words, self._prefix = "", prefix
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_words(self, words: str) -> None:
        self._words = words
        self.setAccessibleName(f"{self._prefix}{words}")
        self.setToolTip(as_tooltip(words))
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in LETTERS_CHANGE:
            self._elide()

    def _elide(self) -> None:
        room = max(0, self.width() - _ROOM)
        self.setText(fitted(self.fontMetrics(), self._words, room).replace("&", "&&"))


class ElidedRadio(QRadioButton):
    """Radio button with one line of words."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(words)
        self.setToolTip(as_tooltip(words))
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in LETTERS_CHANGE:
            self._elide()

    def _elide(self) -> None:
        room = max(0, self.width() - _ROOM)
        self.setText(fitted(self.fontMetrics(), self._words, room).replace("&", "&&"))
