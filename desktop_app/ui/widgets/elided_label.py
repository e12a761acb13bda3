"""Label of one line that gives way: it is cut to its room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from desktop_app.ui.widgets.elision import LETTERS_CHANGE, fitted
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import set_role


class ElidedLabel(QLabel):
    """Label whose tooltip and accessible name have all of its words."""

    def __init__(self, role: str = "") -> None:
        super().__init__(textFormat=Qt.TextFormat.PlainText)
        self._words = ""
        if role:
            set_role(self, role)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(1)

    def set_words(self, words: str) -> None:
        self._words = words
        self.setAccessibleName(words)
        self.setToolTip(as_tooltip(words))
        self.updateGeometry()
        self._fit()

    def sizeHint(self) -> QSize:
        """The room that all of it takes, whatever is shown now."""
        wide = self.fontMetrics().horizontalAdvance(self._words)
        return QSize(wide + 2, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in LETTERS_CHANGE:
            self._fit()

    def _fit(self) -> None:
        text = fitted(self.fontMetrics(), self._words, self.width())
        if text != self.text():
            self.setText(text)
