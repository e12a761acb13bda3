"""A scroll area that keeps the place of its bar, whether there is something to scroll or not.

What is inside does not change its width when a bar comes or goes. It is also what keeps a screen
reader from crashing the program: Qt's accessible scroll area counts its bars among its children
only while they show, and answers a question for a child that has just gone by reading past the
end of its list (QAccessibleAbstractScrollArea::child, Qt 6.8 to 6.11).
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QScrollBar, QWidget


class QuietBar(QScrollBar):
    """Invisible while there is nothing to scroll."""

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.maximum() > self.minimum():
            super().paintEvent(event)


class ScrollColumn(QScrollArea):
    """Scrolls its one widget up and down; that is as wide as there is room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBar(QuietBar(Qt.Orientation.Vertical, self))
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(policy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
