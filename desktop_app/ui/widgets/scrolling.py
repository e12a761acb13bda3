"""Scroll area with a bar of its own, whose place is kept also while nothing can be scrolled.

What is inside does not change its width when the bar comes or goes.
"""

# WORKAROUND Qt's accessible scroll area counts Qt's bars as children only while they show, and
# reads past the end of its list when a screen reader asks for one that has just gone
# (QAccessibleAbstractScrollArea::child), so Qt's bars never show; no report known; Qt 6.8 to 6.11;
# remove when that function checks the index.

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QScrollArea,
    QScrollBar,
    QWidget,
)

SHOWN_MS = 1200
"""How long a bar is seen after the last move."""
STEADY = "steady_scroll_bars"
"""Property of the application: whether bars are always seen, as in the look of high contrast."""


class QuietBar(QScrollBar):
    """Scroll bar that is seen while one scrolls or points at it, and for a moment when there is
    something to scroll; its place is kept all the time."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self._rest = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._rest.timeout.connect(self.update)
        self.valueChanged.connect(self._moved)
        self.rangeChanged.connect(self._moved)

    @property
    def seen(self) -> bool:
        """Whether it is painted now."""
        if self.maximum() <= self.minimum():
            return False
        application = QApplication.instance()
        steady = application is not None and bool(application.property(STEADY))
        return steady or self._rest.isActive() or self.underMouse() or self.isSliderDown()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.seen:
            super().paintEvent(event)

    def _moved(self) -> None:
        self._rest.start()
        self.update()


def quiet_bar(view: QAbstractItemView) -> None:
    """Give a list a bar of this kind, before anything is connected to the one it has.

    A view listens to its first bar only (it reads on at the end, it moves its open editors), and
    not to one that is given later (QAbstractScrollArea.setVerticalScrollBar): it is told here.
    """
    bar = QuietBar(Qt.Orientation.Vertical, view)
    view.setVerticalScrollBar(bar)
    bar.valueChanged.connect(view.verticalScrollbarValueChanged)
    bar.actionTriggered.connect(view.verticalScrollbarAction)


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
