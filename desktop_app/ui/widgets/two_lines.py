"""Label of two lines whose height never changes: words that need more are cut, and the tooltip has
all of them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from desktop_app.ui.widgets.elision import LETTERS_CHANGE
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import set_role

LINES = 2
_WRAPPED = Qt.TextFlag.TextWordWrap.value
_TALL = 10_000
"""Pixels that no text of two lines needs."""


class TwoLines(QLabel):
    """`set_words` gives the whole text; the width decides how much of it is seen."""

    def __init__(self, role: str = "") -> None:
        super().__init__(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._words = ""
        if role:
            set_role(self, role)
        self.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(1)

    def set_words(self, words: str) -> None:
        self._words = words
        self.setAccessibleName(words)
        self.setToolTip(as_tooltip(words))
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._high())

    def minimumSizeHint(self) -> QSize:
        return QSize(1, self._high())

    def heightForWidth(self, _: int) -> int:
        return self._high()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in LETTERS_CHANGE:
            self.updateGeometry()
            self._fit()

    def _high(self) -> int:
        return LINES * self.fontMetrics().lineSpacing() + 2

    def _fit(self) -> None:
        text = self._words if self._fits(self._words) else self._cut()
        if text != self.text():
            self.setText(text)

    def _fits(self, text: str) -> bool:
        room = QRect(0, 0, max(1, self.width()), _TALL)
        return self.fontMetrics().boundingRect(room, _WRAPPED, text).height() <= self._high()

    def _cut(self) -> str:
        """The longest beginning that fits, with an ellipsis."""
        low, high = 0, len(self._words)
        while low < high:
            middle = (low + high + 1) // 2
            if self._fits(f"{self._words[:middle].rstrip()}…"):
                low = middle
            else:
                high = middle - 1
        return f"{self._words[:low].rstrip()}…"
