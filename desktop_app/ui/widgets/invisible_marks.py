"""Marks where a text that is written has invisible characters: thin bars over the text, which take
no room and are no part of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPolygonF, QTextBlock, QTextCursor
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit

from desktop_app.mail.hidden.invisible import invisible_in

MOST = 200
"""Marks of one painting."""

_WIDTH, _HEAD = 2.0, 4.0


def places_in_view(
    editor: QPlainTextEdit | QTextEdit, block: QTextBlock, *, picture: str = ""
) -> Iterator[QRectF]:
    """Where the marks are in the viewport, of the lines that are in view; `block` is the first of
    them. `picture` is the character that stands for one, if there can be pictures."""
    bottom, left = editor.viewport().height(), MOST
    while block.isValid() and left > 0:
        if editor.cursorRect(QTextCursor(block)).top() > bottom:
            return
        text = block.text().replace(picture, ".") if picture else block.text()
        for place in invisible_in(text):
            cursor = QTextCursor(block)
            cursor.setPosition(block.position() + units(text[:place]))
            yield QRectF(editor.cursorRect(cursor))
            left -= 1
            if left <= 0:
                return
        block = block.next()


def places_in_line(entry: QLineEdit) -> Iterator[QRectF]:
    """Likewise of an entry of one line, written from the left."""
    text, metrics = entry.text(), QFontMetricsF(entry.font())
    at = QRectF(entry.cursorRect())
    here = metrics.horizontalAdvance(text[: entry.cursorPosition()])
    for count, place in enumerate(invisible_in(text)):
        if count == MOST:
            return
        yield at.translated(metrics.horizontalAdvance(text[:place]) - here, 0)


def paint(painter: QPainter, places: Iterable[QRectF], colour: QColor) -> None:
    """A bar with a head for each place."""
    for place in places:
        middle = place.center().x()
        bar = QRectF(middle - _WIDTH / 2, place.top(), _WIDTH, place.height())
        painter.fillRect(bar, colour)
        head = (
            QPointF(middle - _HEAD, place.top()),
            QPointF(middle + _HEAD, place.top()),
            QPointF(middle, place.top() + _HEAD),
        )
        painter.setBrush(colour)
        painter.setPen(colour)
        painter.drawPolygon(QPolygonF(head))


def units(text: str) -> int:
    """Length as Qt counts it: in UTF-16, where most emoji are two."""
    return len(text) + sum(character > "\uffff" for character in text)
