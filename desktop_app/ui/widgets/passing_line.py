"""Words that are said in passing, with buttons beside them: in several lines where there is room,
else in one that is cut."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from desktop_app.ui.widgets.elision import fitted
from desktop_app.ui.widgets.parts import STRETCH, column, plain, row, wrap_within
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size

LEAST_WORDS = 80
"""Pixels of text of usual size without which nothing is said."""


class PassingLine(QFrame):
    """Frame of a toast. `below` is what may stand under the line, with the least width it asks
    for."""

    def __init__(
        self,
        theme: Theme,
        buttons: tuple[QPushButton, ...],
        below: QWidget | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._buttons, self._below = theme, buttons, below
        self._words = self._short = ""
        set_role(self, "toast")
        self.text: QLabel = plain()
        self._line = row(self.text, *buttons, STRETCH)
        self._column = column(self._line, owner=self)
        if below is not None:
            self._column.addWidget(below)
        for button in buttons:
            set_role(button, "link")

    @property
    def words(self) -> str:
        """All of what is said, also where it is cut."""
        return self._words

    def say(self, words: str, short: str = "") -> None:
        """`short` is said instead of `words` in one line that has no room for these."""
        self._words, self._short = words, short
        self.text.setAccessibleName(words)
        self.text.setText(words)

    def least(self) -> int:
        """Pixels without which it can't stand."""
        asked = not (self._below is None or self._below.isHidden())
        below = self._below.sizeHint().width() if asked and self._below is not None else 0
        px = self._theme.px
        return max(px(LEAST_WORDS) + self._beside() + px(28), below + px(28))

    def fit(self, most: int) -> None:
        """Words that are longer than a line, or than `most` pixels leave room for, take more."""
        px = self._theme.px
        self._measure(px(8))
        if self.text.text() != self._words:
            self.text.setText(self._words)
            self.text.setToolTip("")
        room = min(px(Size.LIST) + self._beside(), most - px(28))
        wrap_within(self.text, room, self._buttons, px(12))

    def fit_line(self, most: int) -> None:
        """One low line of `most` pixels; what is cut is in the tooltip."""
        self._measure(0, 8)
        if self.text.wordWrap():
            self.text.setWordWrap(False)
        self.text.setMinimumSize(0, 0)
        room = max(0, most - self._beside() - self._theme.px(16) - 2)
        metrics, words = self.text.fontMetrics(), self._words
        if self._short and metrics.horizontalAdvance(words) > room:
            words = self._short
        shown = fitted(metrics, words, room, Qt.TextElideMode.ElideMiddle)
        if self.text.text() != shown:
            self.text.setText(shown)
            self.text.setToolTip(as_tooltip(self._words if shown != self._words else ""))

    def _beside(self) -> int:
        gap, shown = self._theme.px(12), [b for b in self._buttons if not b.isHidden()]
        return sum(gap + max(b.sizeHint().width(), b.minimumWidth()) for b in shown)

    def _measure(self, high: int, side: int = 0) -> None:
        """Space above and below the words, in pixels, and at their sides, at 100 % text."""
        px = self._theme.px
        margins = (px(side or 16), high, px(side or 12), high)
        now = self._column.contentsMargins()
        if (now.left(), now.top(), now.right(), now.bottom()) != margins:
            self._column.setContentsMargins(*margins)
            self._line.setSpacing(px(12))
            self._column.setSpacing(px(8))
