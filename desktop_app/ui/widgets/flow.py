"""Flow layout: widgets side by side, wrapped into lines; the last may take what is left."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from desktop_app.ui.widgets.layout_scale import GROWS

Line = list[tuple[QLayoutItem, QSize]]
Measured = list[tuple[QLayoutItem, QSize, QSize]]


class FlowLayout(QLayout):
    """`gap` in pixels between items and lines. Height follows from the width. `place` is the widget
    that it lays out; `filler` alone takes what is left of a line, where it comes last."""

    def __init__(self, parent: QWidget, gap: int, *, fill_last: bool = False) -> None:
        super().__init__(parent)
        self.place = parent
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self._fill_last = fill_last
        self.filler: QWidget | None = None
        self._measured: Measured | None = None
        self._heights: dict[int, int] = {}
        self._broken: dict[int, list[Line]] = {}
        self.setContentsMargins(0, 0, 0, 0)
        self.setProperty(GROWS, True)

    def spacing(self) -> int:
        return self._gap

    def setSpacing(self, gap: int) -> None:
        self._gap = gap
        self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self.invalidate()

    def insert(self, place: int, widget: QWidget) -> None:
        """Put a widget before the item at `place`."""
        self.addWidget(widget)
        self._items.insert(place, self._items.pop())
        self.invalidate()

    def move(self, place: int, to: int) -> None:
        """Let the item at `place` stand at `to`."""
        self._items.insert(to, self._items.pop(place))
        self.invalidate()

    def widget_at(self, place: int) -> QWidget | None:
        return self._items[place].widget()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        if not 0 <= index < len(self._items):
            return None
        self.invalidate()  # what was worked out holds the item
        return self._items.pop(index)

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._arrange(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def invalidate(self) -> None:
        self._measured = None
        self._heights.clear()
        self._broken.clear()
        super().invalidate()

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def one_line(self) -> int:
        """Width in pixels of all items in one line."""
        margins, items = self.contentsMargins(), self._measure()
        wanted = sum(size.width() for _, _, size in items)
        gaps = self._gap * max(0, len(items) - 1)
        return margins.left() + wanted + gaps + margins.right()

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for _, least, _ in self._measure():
            size = size.expandedTo(least)
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _measure(self) -> Measured:
        """The visible items, each with the least and the usual size. Worked out once: asking
        hundreds of widgets for their size takes long."""
        measured = self._measured
        if measured is None:
            measured = []
            for item in self._items:
                if not item.isEmpty():
                    least = item.minimumSize()
                    measured.append((item, least, item.sizeHint().expandedTo(least)))
            self._measured = measured  # only now: a widget asked for the first time invalidates
        return measured

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Place the items in `rect`; the height they need."""
        margins = self.contentsMargins()
        inner = rect.marginsRemoved(margins)
        y = inner.y()
        for line in self._lines(inner.width()):
            height = max(size.height() for _, size in line)
            x = inner.x()
            for item, size in line:
                if move:
                    item.setGeometry(QRect(QPoint(x, y + (height - size.height()) // 2), size))
                x += size.width() + self._gap
            y += height + self._gap
        if y > inner.y():
            y -= self._gap
        return y - rect.y() + margins.bottom()

    def _lines(self, room: int) -> list[Line]:
        """The items and their sizes, line by line, in `room` pixels."""
        if room not in self._broken:
            self._broken[room] = self._break(room)
        return self._broken[room]

    def _break(self, room: int) -> list[Line]:
        lines: list[Line] = []
        items, x = self._measure(), 0
        for item, least, usual in items:
            last = self._fill_last and item is items[-1][0]
            last = last and (self.filler is None or item.widget() is self.filler)
            size = QSize(min(least.width() if last else usual.width(), room), usual.height())
            if not lines or x + size.width() > room:
                lines.append([])
                x = 0
            if last:
                size.setWidth(room - x)
            lines[-1].append((item, size))
            x += size.width() + self._gap
        return lines


def lines_taken(widths: Sequence[int], room: int, gap: int) -> int:
    """The number of lines that widths, in pixels, take in `room`."""
    lines = x = 0
    for width in widths:
        if not lines or x + width > room:
            lines += 1
            x = 0
        x += width + gap
    return lines
