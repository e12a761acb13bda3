"""Rows of lists of people: two lines, with numbers and dates on their right, and initials."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop_app.ui.widgets.avatars import initials, paint_initials
from desktop_app.ui.widgets.elision import fitted
from desktop_app.ui.widgets.row_ground import paint_row_ground
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Size, Type

AnyIndex = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class RowWords:
    """What a row says: `name` over `detail`, and on their right `beside_name` and `beside_detail`.
    `seed` chooses the colour of the initials, which stand there where it is given."""

    name: str
    detail: str
    beside_name: str = ""
    beside_detail: str = ""
    seed: str = ""


class PersonRowDelegate(QStyledItemDelegate):
    """Draws what `words` says of a row."""

    def __init__(self, theme: Theme, parent: QAbstractItemView) -> None:
        super().__init__(parent)
        self._theme = theme

    def words(self, index: AnyIndex) -> RowWords | None:
        """What the row says; None for one without anybody, which stays empty."""
        raise NotImplementedError

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        del index
        return QSize(option.rect.width(), self._theme.px(Size.ROW_COMPACT) + self._theme.px(8))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        words = self.words(index)
        if words is None:
            return
        painter.save()
        paint_row_ground(painter, option, self._theme)
        px = self._theme.px
        box = option.rect.adjusted(px(12), px(8), -px(12), -px(8))
        if words.seed:
            side = min(px(32), box.height())
            top = box.y() + (box.height() - side) // 2
            badge = QRectF(box.x(), top, side, side)
            paint_initials(painter, self._theme, badge, initials(words.name), words.seed)
            box.adjust(side + px(12), 0, 0, 0)
        ink = "text" if option.state & QStyle.StateFlag.State_Selected else "second"
        half = box.height() // 2
        upper = QRect(box.x(), box.y(), box.width(), half)
        lower = upper.translated(0, half)
        room = self._right(painter, upper, words.beside_name, ink)
        self._left(painter, room, words.name, Type.STRONG, "text")
        room = self._right(painter, lower, words.beside_detail, ink)
        self._left(painter, room, words.detail, Type.TEXT, ink)
        painter.restore()

    def _right(self, painter: QPainter, box: QRect, text: str, ink: str) -> QRect:
        """Write at the right end; the room that is left."""
        if not text:
            return box
        font = self._theme.font(Type.CAPTION)
        painter.setFont(font)
        painter.setPen(self._theme.colour(ink))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(box, int(flags), text)
        taken = QFontMetrics(font).horizontalAdvance(text) + self._theme.px(8)
        return box.adjusted(0, 0, -taken, 0)

    def _left(self, painter: QPainter, box: QRect, text: str, role: Type, ink: str) -> None:
        font = self._theme.font(role)
        painter.setFont(font)
        painter.setPen(self._theme.colour(ink))
        shown = fitted(QFontMetrics(font), text, box.width())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(box, int(flags | Qt.AlignmentFlag.AlignAbsolute), shown)
