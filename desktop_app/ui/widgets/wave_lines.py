"""Wave lines under words of an entry of one line, drawn over it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTextLayout, QTextLine
from PySide6.QtWidgets import QLineEdit

Span = tuple[int, int]

_STEP, _HIGH = 2.0, 1.5


def places_of(entry: QLineEdit, spans: Iterable[Span]) -> Iterator[QRectF]:
    """Where words of the entry are, given in Qt's offsets; also of a text from right to left."""
    layout = QTextLayout(entry.text(), entry.font())
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    at = QRectF(entry.cursorRect())
    here = _left_of(line, entry.cursorPosition())
    for span in spans:
        ends = [_left_of(line, place) - here + at.center().x() for place in span]
        yield QRectF(min(ends), at.top(), abs(ends[1] - ends[0]), at.height())


def _left_of(line: QTextLine, place: int) -> float:
    """Where a place is in the line; Qt tells the place too."""
    found: Any = line.cursorToX(place)
    return float(found[0])


def paint_waves(painter: QPainter, places: Iterable[QRectF], colour: QColor) -> None:
    """A wave at the foot of each place."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.0))
    for place in places:
        count = max(1, int(place.width() / _STEP))
        foot = place.bottom() - 1
        painter.drawPolyline(
            QPolygonF(
                [
                    QPointF(place.left() + n * _STEP, foot - (_HIGH if n % 2 else 0.0))
                    for n in range(count + 1)
                ]
            )
        )
