"""A layout that sets widgets like words: one after the other, wrapped; the last takes the rest."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """`gap` in pixels between items and lines. Height follows from the width."""

    def __init__(self, parent: QWidget, gap: int, *, fill_last: bool = False) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self._fill_last = fill_last
        self._heights: dict[int, int] = {}

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def insert(self, place: int, widget: QWidget) -> None:
        """Put a widget before the item at `place`."""
        self.addWidget(widget)
        self._items.insert(place, self._items.pop())
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._arrange(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._visible():
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _visible(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Place the items in `rect`; the height they need."""
        margins = self.contentsMargins()
        inner = rect.marginsRemoved(margins)
        items = self._visible()
        x, y, line = inner.x(), inner.y(), 0
        for place, item in enumerate(items):
            wanted = item.sizeHint().expandedTo(item.minimumSize())
            last = self._fill_last and place == len(items) - 1
            width = min(item.minimumSize().width() if last else wanted.width(), inner.width())
            if x > inner.x() and x + width > inner.x() + inner.width():
                x, y, line = inner.x(), y + line + self._gap, 0
            if last:
                width = inner.x() + inner.width() - x
            if move:
                item.setGeometry(QRect(x, y, width, wanted.height()))
            x += width + self._gap
            line = max(line, wanted.height())
        return y + line - rect.y() + margins.bottom()
