"""Ground of a list's row: selection, hover, dividing line and focus ring."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Size


def paint_row_ground(painter: QPainter, option: QStyleOptionViewItem, theme: Theme) -> None:
    """Also keeps what follows within the row: stacked accents reach far above and below a line."""
    rect, colour, state = option.rect, theme.colour, option.state
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(rect, colour("wash"))
        painter.fillRect(QRect(rect.topLeft(), QSize(3, rect.height())), colour("accent"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(rect, colour("hover"))
    painter.setPen(QPen(colour("line"), 1))
    painter.drawLine(rect.bottomLeft(), rect.bottomRight())
    if state & QStyle.StateFlag.State_HasFocus:
        width = theme.px(Size.FOCUS)
        painter.setPen(QPen(colour("accent"), width))
        painter.drawRect(QRectF(rect).adjusted(width / 2, width / 2, -width / 2, -width / 2))
