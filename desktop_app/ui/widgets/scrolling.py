"""Scroll area with a bar of its own, whose place is kept also while nothing can be scrolled.

What is inside does not change its width when the bar comes or goes.
"""

# WORKAROUND Qt's accessible scroll area counts Qt's bars as children only while they show, and
# reads past the end of its list when a screen reader asks for one that has just gone
# (QAccessibleAbstractScrollArea::child), so Qt's bars never show; no report known; Qt 6.8 to 6.11;
# remove when that function checks the index.

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QScrollBar, QWidget


class QuietBar(QScrollBar):
    """Scroll bar that is invisible while there is nothing to scroll."""

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.maximum() > self.minimum():
            super().paintEvent(event)


class ScrollColumn(QScrollArea):
    """Scroll area for one widget, which is as wide as there is room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        never = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(never)
        self.setHorizontalScrollBarPolicy(never)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.bar = QuietBar(Qt.Orientation.Vertical, self)
        inner = self.verticalScrollBar()
        self.bar.setRange(inner.minimum(), inner.maximum())
        inner.rangeChanged.connect(self._on_range)
        inner.valueChanged.connect(self.bar.setValue)
        self.bar.valueChanged.connect(inner.setValue)

    @property
    def bar_width(self) -> int:
        """Pixels at the right that the bar keeps for itself."""
        return self.bar.sizeHint().width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._place()

    def _place(self) -> None:
        width = self.bar_width
        self.setViewportMargins(0, 0, width, 0)
        self.bar.setGeometry(self.width() - width, 0, width, self.height())

    def _on_range(self, low: int, high: int) -> None:
        inner = self.verticalScrollBar()
        self.bar.setPageStep(self.viewport().height())  # what Qt sets, a moment later
        self.bar.setSingleStep(inner.singleStep())
        self.bar.setRange(low, high)
        self.bar.update()
