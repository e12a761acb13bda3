"""One painted line of text with the hits of a search marked."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QPainter, QTextCharFormat, QTextLayout, QTextOption

from desktop_app.search.highlight import Span
from desktop_app.ui.widgets.elision import reads_from_the_right
from desktop_app.ui.widgets.theme import Theme


def kept_spans(spans: Iterable[Span], shown: str, text: str) -> tuple[Span, ...]:
    """The spans of `text` that are left in what is `shown` of it: its beginning and an
    ellipsis."""
    kept = len(text)
    if shown != text:
        kept = next((n for n, (a, b) in enumerate(zip(shown, text, strict=False)) if a != b), 0)
    return tuple((start, min(end, kept)) for start, end in spans if start < kept)


def draw_marked(
    painter: QPainter, theme: Theme, box: QRect, shown: str, spans: Iterable[Span]
) -> None:
    """Draw a line that fits its box, in the painter's font and pen, with `spans` marked."""
    from desktop_app.ui.widgets.qt_offsets import in_qt

    mark = QTextCharFormat()
    mark.setBackground(theme.colour("hit"))
    mark.setForeground(theme.colour("text"))
    formats = []
    for start, end in in_qt(shown, spans):
        part = QTextLayout.FormatRange()
        part.start, part.length, part.format = start, end - start, mark
        formats.append(part)
    right = reads_from_the_right(shown)
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    option = QTextOption(side | Qt.AlignmentFlag.AlignAbsolute)
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    direction = Qt.LayoutDirection.RightToLeft if right else Qt.LayoutDirection.LeftToRight
    option.setTextDirection(direction)
    layout = QTextLayout(shown, painter.font())
    layout.setTextOption(option)
    layout.setFormats(formats)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(box.width())
    layout.endLayout()
    layout.draw(painter, QPointF(box.x(), box.y() + (box.height() - line.height()) / 2))
