"""Painter of a conversation's row: three lines, or two in the compact list."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QHelpEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
)

from desktop_app.search.highlight import Span
from desktop_app.ui.bench.offered_verbs import may_archive
from desktop_app.ui.mailbox.conversation_model import ROW
from desktop_app.ui.mailbox.conversation_rows import ConversationRow
from desktop_app.ui.mailbox.marked_line import draw_marked, kept_spans
from desktop_app.ui.widgets.elision import fitted, reads_from_the_right
from desktop_app.ui.widgets.row_ground import paint_row_ground
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Size, Type

AnyIndex = QModelIndex | QPersistentModelIndex
TAG_WIDTH = 96
"""The most that one label takes of a row, at 100 % text."""


class ConversationDelegate(QStyledItemDelegate):
    """Row painting and the two hover actions (none without `acts`; *Archive* where it makes sense
    for the row in the `place` that is listed). `compact` chooses the two-line row."""

    archive_wanted = Signal(QModelIndex)
    star_wanted = Signal(QModelIndex)

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self.compact = False
        self.acts, self.place = True, ""
        self._measure()
        theme.changed.connect(self._measure)

    @property
    def row_height(self) -> int:
        return self._theme.px(Size.ROW_COMPACT if self.compact else Size.ROW)

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        del index  # every row is as high as every other
        return QSize(option.rect.width(), self.row_height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(ROW)
        if not isinstance(row, ConversationRow):
            return
        painter.save()
        paint_row_ground(painter, option, self._theme)
        lines = self._lines(option.rect)
        self._first_line(painter, lines[0], row)
        if self.compact:
            self._compact_line(painter, lines[1], row)
        else:
            self._subject_line(painter, lines[1], row)
            box = self._tags(painter, lines[2], row)
            self._text(painter, box, row.snippet, self._plain, "second", row.snippet_spans)
        if self.acts and option.state & QStyle.StateFlag.State_MouseOver:
            self._hover_actions(painter, option, row)
        painter.restore()

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> bool:
        if (
            isinstance(event, QMouseEvent)
            and event.type() in {QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease}
            and event.button() == Qt.MouseButton.LeftButton
        ):
            wanted = (self.star_wanted, self.archive_wanted)
            for place, box in enumerate(self._action_boxes(option.rect, index.data(ROW))):
                if box.contains(event.position().toPoint()):
                    if event.type() == QEvent.Type.MouseButtonRelease:
                        wanted[place].emit(model.index(index.row(), 0))
                    return True
        return super().editorEvent(event, model, option, index)

    def in_action(self, rect: QRect, position: QPoint, index: AnyIndex) -> bool:
        """Whether a point of a row lies on one of its hover actions."""
        return any(box.contains(position) for box in self._action_boxes(rect, index.data(ROW)))

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> bool:
        """A tooltip in plain text: the whole subject where it is elided, the senders' addresses,
        and the reason why the conversation needs a reply, waits or is news."""
        row = index.data(ROW)
        if not isinstance(row, ConversationRow) or event.type() != QEvent.Type.ToolTip:
            return False
        width = self._lines(option.rect)[1].width()
        elided = QFontMetrics(self._bold).horizontalAdvance(row.subject) > width
        parts = (row.subject if elided else "", row.addresses, ", ".join(row.tags), row.reason)
        text = "\n".join(part for part in parts if part)
        QToolTip.showText(event.globalPos(), as_tooltip(text, wrap=True), view)
        return True

    def _measure(self) -> None:
        self._plain = self._theme.font(Type.TEXT)
        self._bold = self._theme.font(Type.STRONG)
        self._caption = self._theme.font(Type.CAPTION)
        self._metrics = {
            font.toString(): QFontMetrics(font) for font in (self._plain, self._bold, self._caption)
        }
        self._keys = {id(f): f.toString() for f in (self._plain, self._bold, self._caption)}

    def _metric(self, font: QFont) -> QFontMetrics:
        return self._metrics[self._keys[id(font)]]

    def _lines(self, rect: QRect) -> list[QRect]:
        px = self._theme.px
        left, right = px(28), px(12)
        count = 2 if self.compact else 3
        height = self._metric(self._bold).height()
        gap = max(0, (rect.height() - count * height) // (count + 1))
        inner = rect.adjusted(left, 0, -right, 0)
        return [
            QRect(inner.x(), rect.y() + gap + n * (height + gap), inner.width(), height)
            for n in range(count)
        ]

    def _first_line(self, painter: QPainter, line: QRect, row: ConversationRow) -> None:
        if row.unread:
            self._dot(painter, line)
        width = self._metric(self._caption).horizontalAdvance(row.when)
        font = self._bold if row.unread else self._plain
        room = line.adjusted(0, 0, -width - self._theme.px(8), 0)
        self._text(painter, room, row.who, font, spans=row.who_spans)
        box = QRect(line.right() - width + 1, line.y(), width, line.height())
        painter.setFont(self._caption)
        painter.setPen(self._theme.colour("accent" if row.unread else "second"))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), row.when)

    def _subject_line(self, painter: QPainter, line: QRect, row: ConversationRow) -> None:
        room = self._marks(painter, line, row)
        font = self._bold if row.unread else self._plain
        box = line.adjusted(0, 0, -room, 0)
        self._text(painter, box, row.subject, font, spans=row.subject_spans)

    def _compact_line(self, painter: QPainter, line: QRect, row: ConversationRow) -> None:
        room = self._marks(painter, line, row)
        line = line.adjusted(0, 0, -room, 0)
        font = self._bold if row.unread else self._plain
        subject, snippet = self.compact_boxes(line, row)
        self._text(painter, subject, row.subject, font, spans=row.subject_spans)
        if snippet.width() > self._theme.px(24):
            snippet = self._tags(painter, snippet, row)
            self._text(painter, snippet, row.snippet, self._plain, "second", row.snippet_spans)

    def compact_boxes(self, line: QRect, row: ConversationRow) -> tuple[QRect, QRect]:
        """Subject and snippet side by side, the subject where its line begins."""
        font = self._bold if row.unread else self._plain
        used = min(self._metric(font).horizontalAdvance(row.subject) + 1, line.width())
        gap = used + self._theme.px(8)
        if reads_from_the_right(row.subject):
            return line.adjusted(line.width() - used, 0, 0, 0), line.adjusted(0, 0, -gap, 0)
        return line.adjusted(0, 0, used - line.width(), 0), line.adjusted(gap, 0, 0, 0)

    def _marks(self, painter: QPainter, line: QRect, row: ConversationRow) -> int:
        """Icons at the right end of the subject's line; returns the width they take."""
        side = self._theme.px(Size.ICON_SMALL)
        step = side + self._theme.px(4)
        right = line.right() + 1
        marks = (
            ("star_on", "star", row.starred),
            ("paperclip", "second", row.attachments),
            ("draft", "accent", row.drafts),
        )
        for name, ink, there in marks:
            if there:
                right -= step
                top = line.y() + (line.height() - side) / 2
                self._theme.paint_icon(painter, name, QRectF(right + 4, top, side, side), ink)
        return line.right() + 1 - right

    def _tags(self, painter: QPainter, line: QRect, row: ConversationRow) -> QRect:
        """Account and labels at the left end of a line, in half of it at the most; what is left of
        the line."""
        px, metrics = self._theme.px, self._metric(self._caption)
        left, most = line.x(), line.x() + line.width() // 2
        painter.setFont(self._caption)
        for tag in row.tags:
            shown = fitted(metrics, tag, px(TAG_WIDTH))
            width = metrics.horizontalAdvance(shown) + px(8)
            if left + width > most:
                break
            box = QRect(left, line.y() + 1, width, line.height() - 2)
            painter.setPen(self._theme.colour("line"))
            painter.setBrush(self._theme.colour("surface"))
            painter.drawRoundedRect(box, px(4), px(4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(self._theme.colour("second"))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), shown)
            left += width + px(4)
        return QRect(left, line.y(), max(0, line.right() + 1 - left), line.height())

    def _dot(self, painter: QPainter, line: QRect) -> None:
        side = self._theme.px(Size.DOT)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("accent"))
        left = line.x() - self._theme.px(16)
        painter.drawEllipse(QRectF(left, line.center().y() - side / 2 + 1, side, side))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _text(
        self,
        painter: QPainter,
        box: QRect,
        text: str,
        font: QFont,
        ink: str = "text",
        spans: tuple[Span, ...] = (),
    ) -> None:
        painter.setFont(font)
        painter.setPen(self._theme.colour(ink))
        shown = fitted(self._metric(font), text, box.width())
        if spans:
            draw_marked(painter, self._theme, box, shown, kept_spans(spans, shown, text))
            return
        side = Qt.AlignmentFlag.AlignRight if reads_from_the_right(text) else None
        align = Qt.AlignmentFlag.AlignVCenter | (side or Qt.AlignmentFlag.AlignLeft)
        painter.drawText(box, int(align | Qt.AlignmentFlag.AlignAbsolute), shown)

    def _action_boxes(self, rect: QRect, row: object) -> tuple[QRect, ...]:
        """Star, and archive where that makes sense, at the right end of the last line."""
        if not self.acts or not isinstance(row, ConversationRow):
            return ()
        side = self._theme.px(24)
        right = rect.right() - self._theme.px(8)
        top = rect.bottom() - side - self._theme.px(2)
        star = QRect(right - side, top, side, side)
        archive = QRect(right - 2 * side - self._theme.px(4), top, side, side)
        return (star, archive) if may_archive(self.place, row.labels) else (star,)

    def _hover_actions(
        self, painter: QPainter, option: QStyleOptionViewItem, row: ConversationRow
    ) -> None:
        boxes = self._action_boxes(option.rect, row)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        ground = boxes[0].united(boxes[-1]).adjusted(-self._theme.px(4), 0, self._theme.px(4), 0)
        painter.fillRect(ground, self._theme.colour("wash" if selected else "hover"))
        side = self._theme.px(Size.ICON)
        names = (("star_on", "star") if row.starred else ("star", "text"), ("archive", "text"))
        for box, (name, ink) in zip(boxes, names, strict=False):
            icon = QRectF(0, 0, side, side)
            icon.moveCenter(QRectF(box).center())
            self._theme.paint_icon(painter, name, icon, ink)
