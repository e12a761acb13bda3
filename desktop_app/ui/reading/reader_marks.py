"""What the Reader draws behind its text: a line beside quotes, a ground for code, buttons.

Qt's rich text knows none of them. Found once after a text is set; places are asked when painting.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
)

from desktop_app.ui.widgets.tokens import LINE_HEIGHT, Colours

QUOTE_STEP = 1.2
"""Indent of one level of quotes, in heights of the text."""

LIST_STEP, BELOW_LIST = 1.7, 0.7
ROOM = 0.36
"""Space above and below a button's words, in heights of its text."""

BUTTON_LINE, BELOW_BUTTON = 2.2, 0.95
BAR = 2.0
CORNER = 5.0
DEEPEST = 8
MOST_BUTTONS, MOST_BARS = 200, 400
"""Of one portion of a mail; further ones are links and indented text."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Positions in the document: (level, first, last) of blocks that are quoted, (first, last) of
    those of code, (start, end) of buttons."""

    quotes: tuple[tuple[int, int, int], ...] = ()
    code: tuple[tuple[int, int], ...] = ()
    buttons: tuple[tuple[int, int], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.quotes or self.code or self.buttons)


def arrange(document: QTextDocument, text_px: float) -> Marks:
    """What Qt's style sheets can't say, of a document that was just set: line heights, indents of
    lists, the side of what is written from right to left. Links with a ground that can be seen
    through are buttons. The marks that are left to paint."""
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    try:
        return _arranged(document, text_px)
    finally:
        cursor.endEditBlock()


def _arranged(document: QTextDocument, text_px: float) -> Marks:
    step = quote_step(text_px)
    document.setIndentWidth(LIST_STEP * text_px)
    _set_lines(document, text_px * LINE_HEIGHT)
    levels: list[tuple[int, int]] = []
    code: list[tuple[int, int]] = []
    buttons: list[tuple[int, int]] = []
    previous = -1
    listed = QTextBlock()
    for block in _blocks(document):
        form, at = block.blockFormat(), block.position()
        levels.append((min(round(form.leftMargin() / step), DEEPEST), at))
        if form.nonBreakableLines() and QTextCursor(block).currentTable() is None:
            begun = code.pop()[0] if code and code[-1][1] == previous else at
            code.append((begun, at))
        if len(buttons) < MOST_BUTTONS:
            buttons += islice(_buttons(block), MOST_BUTTONS - len(buttons))
        if listed.isValid() and block.textList() is None:
            _end_list(listed, text_px)
        listed = block if block.textList() is not None else QTextBlock()
        previous = at
    _turn(document, levels)
    _make_buttons(document, buttons, text_px)
    quotes = tuple(islice(_nested(levels), MOST_BARS))
    return Marks(quotes, tuple(code[:MOST_BARS]), tuple(buttons))


def _end_list(block: QTextBlock, text_px: float) -> None:
    """Space below a list, however deep its last item is."""
    form = QTextBlockFormat()
    form.setBottomMargin(text_px * BELOW_LIST)
    QTextCursor(block).mergeBlockFormat(form)


def quote_step(text_px: float) -> int:
    """Pixels of the indent of one level of quotes."""
    return max(1, round(text_px * QUOTE_STEP))


def _set_lines(document: QTextDocument, least: float) -> None:
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    block = QTextBlockFormat()
    block.setLineHeight(least, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
    cursor.mergeBlockFormat(block)


def _nested(levels: list[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """(level, first, last) of each stretch of blocks that is at least so deep."""
    begun: list[int] = []
    last = 0
    for level, at in [*levels, (0, 0)]:
        while len(begun) > level:
            yield len(begun), begun.pop(), last
        while len(begun) < level:
            begun.append(at)
        last = at


def _turn(document: QTextDocument, levels: list[tuple[int, int]]) -> None:
    """Quotes and tables of writing from right to left begin at the right."""
    for level, at in levels:
        block = document.findBlock(at)
        if level and block.textDirection() == Qt.LayoutDirection.RightToLeft:
            form = QTextBlockFormat()
            form.setRightMargin(block.blockFormat().leftMargin())
            form.setLeftMargin(0)
            QTextCursor(block).mergeBlockFormat(form)
    for frame in document.rootFrame().childFrames():
        first = document.findBlock(frame.firstPosition())
        if isinstance(frame, QTextTable) and _is_turned(first):
            turned = frame.format()
            turned.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
            turned.setAlignment(Qt.AlignmentFlag.AlignRight)
            frame.setFormat(turned)


def _is_turned(block: QTextBlock) -> bool:
    return bool(block.text()) and block.textDirection() == Qt.LayoutDirection.RightToLeft


def _make_buttons(document: QTextDocument, buttons: list[tuple[int, int]], text_px: float) -> None:
    """Lines that are high enough for them."""
    block = QTextBlockFormat()
    least = QTextBlockFormat.LineHeightTypes.MinimumHeight.value
    block.setLineHeight(text_px * BUTTON_LINE, least)
    block.setBottomMargin(text_px * BELOW_BUTTON)
    for at in {document.findBlock(start).position() for start, _ in buttons}:
        cursor = QTextCursor(document)
        cursor.setPosition(at)
        cursor.mergeBlockFormat(block)


def paint_marks(
    painter: QPainter, document: QTextDocument, marks: Marks, colours: Colours, text_px: float
) -> None:
    """Draw them in the document's coordinates."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours.window))
    pad = text_px * 0.4
    for first, last in marks.code:
        painter.drawRoundedRect(_around(document, first, last, pad), CORNER, CORNER)
    painter.setBrush(QColor(colours.control_line))
    for level, first, last in marks.quotes:
        painter.drawRect(_bar(document, first, last, (level - 1) * quote_step(text_px)))
    painter.setPen(QColor(colours.accent))
    painter.setBrush(QColor(colours.wash))
    for start, end in marks.buttons:
        for place in _lines(document, start, end, text_px):
            painter.drawRoundedRect(place, CORNER, CORNER)


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _buttons(block: QTextBlock) -> Iterator[tuple[int, int]]:
    """Neighbouring fragments of one link are one."""
    begun, ended, target = -1, -1, ""
    each = block.begin()
    while not each.atEnd():
        fragment = each.fragment()
        each += 1
        form = fragment.charFormat()
        has_ground = form.hasProperty(QTextFormat.Property.BackgroundBrush)
        is_one = form.isAnchor() and has_ground and not form.background().color().alpha()
        if begun >= 0 and (not is_one or form.anchorHref() != target):
            yield begun, ended
            begun = -1
        if is_one and begun < 0:
            begun, target = fragment.position(), form.anchorHref()
        ended = fragment.position() + fragment.length()
    if begun >= 0:
        yield begun, ended


def _rect(document: QTextDocument, position: int) -> QRectF:
    return document.documentLayout().blockBoundingRect(document.findBlock(position))


def _around(document: QTextDocument, first: int, last: int, pad: float) -> QRectF:
    top, bottom = _rect(document, first), _rect(document, last).bottom()
    left, right = document.documentMargin(), document.size().width() - document.documentMargin()
    return QRectF(QPointF(left - pad / 2, top.top() - pad / 2), QPointF(right, bottom + pad / 2))


def _bar(document: QTextDocument, first: int, last: int, indent: float) -> QRectF:
    top, bottom = _rect(document, first).top(), _rect(document, last).bottom()
    left = document.documentMargin() + indent
    if _is_turned(document.findBlock(first)):
        left = document.size().width() - left - BAR
    return QRectF(left, top, BAR, bottom - top)


def _lines(document: QTextDocument, start: int, end: int, text_px: float) -> Iterator[QRectF]:
    """The shapes of a button, one a line."""
    block = document.findBlock(start)
    corner = document.documentLayout().blockBoundingRect(block).topLeft()
    layout = block.layout()
    from_line, to_line = (
        layout.lineForTextPosition(at - block.position()).lineNumber() for at in (start, end - 1)
    )
    for number in range(max(from_line, 0), to_line + 1):
        line = layout.lineAt(number)
        first = max(start - block.position(), line.textStart())
        last = min(end - block.position(), line.textStart() + line.textLength())
        if first >= last:
            continue
        sides = sorted(_x(line.cursorToX(n)) for n in (first, last))
        base = corner.y() + line.y() + line.ascent()
        top, bottom = base - text_px * (0.78 + ROOM), base + text_px * (0.08 + ROOM)
        yield QRectF(corner.x() + sides[0], top, sides[1] - sides[0], bottom - top)


def _x(found: object) -> float:
    """PySide gives the position, or it with the cursor that was moved."""
    value = found[0] if isinstance(found, tuple) else found
    assert isinstance(value, float)
    return value
