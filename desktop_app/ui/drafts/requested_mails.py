"""List of the mails that a request is about: each can be opened, and left out of it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from desktop_app.tools.person.requests import RequestCard, RequestedMail
from desktop_app.ui.widgets.dates import short_date
from desktop_app.ui.widgets.elision import fitted
from desktop_app.ui.widgets.row_ground import paint_row_ground
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Type

MOST_ROWS = 3
"""Rows that are seen at once; the others are scrolled to."""

AnyIndex = QModelIndex | QPersistentModelIndex
_MAIL = Qt.ItemDataRole.UserRole


class MailDelegate(QStyledItemDelegate):
    """A tick where there is one; subject and date, sender, recipients, each cut to its line."""

    def __init__(self, theme: Theme, now: float, parent: QListView) -> None:
        super().__init__(parent)
        self._theme, self._now = theme, now

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        del index
        lines = 3 * QFontMetrics(self._theme.font(Type.TEXT)).lineSpacing()
        return QSize(option.rect.width(), lines + 2 * self._theme.px(4))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        mail = index.data(_MAIL)
        if not isinstance(mail, RequestedMail):
            return
        painter.save()
        paint_row_ground(painter, option, self._theme)
        left = self._tick(painter, option, index)
        px = self._theme.px
        inner = option.rect.adjusted(left, px(4), -px(8), -px(4))
        height = inner.height() // 3
        lines = [QRect(inner.x(), inner.y() + n * height, inner.width(), height) for n in range(3)]
        when = short_date(mail.date, self._now)
        room = QFontMetrics(self._theme.font(Type.TEXT)).horizontalAdvance(when) + px(8)
        self._text(painter, lines[0], when, "second", Qt.AlignmentFlag.AlignRight)
        self._text(painter, lines[0].adjusted(0, 0, -room, 0), subject_of(mail), "text")
        self._text(painter, lines[1], f"From {clean(mail.sender)}", "second")
        self._text(painter, lines[2], f"To {clean(mail.to) or 'nobody'}", "second")
        painter.restore()

    def _tick(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> int:
        """Draw the tick; pixels that it takes at the left."""
        if not index.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            return self._theme.px(8)
        whole = QStyleOptionViewItem(option)
        self.initStyleOption(whole, index)
        style = whole.widget.style() if whole.widget is not None else QApplication.style()
        place = style.subElementRect(
            QStyle.SubElement.SE_ItemViewItemCheckIndicator, whole, whole.widget
        )
        box = QStyleOptionViewItem(whole)
        box.rect = place
        box.state &= ~(QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_On)
        ticked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked.value
        box.state |= QStyle.StateFlag.State_On if ticked else QStyle.StateFlag.State_Off
        primitive = QStyle.PrimitiveElement.PE_IndicatorItemViewItemCheck
        style.drawPrimitive(primitive, box, painter, whole.widget)
        return place.right() + self._theme.px(8) - option.rect.x()

    def _text(
        self,
        painter: QPainter,
        line: QRect,
        text: str,
        ink: str,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        font = self._theme.font(Type.TEXT)
        painter.setFont(font)
        painter.setPen(self._theme.colour(ink))
        shown = fitted(QFontMetrics(font), text, line.width())
        painter.drawText(line, align | Qt.AlignmentFlag.AlignVCenter, shown)


class RequestedMails(QListView):
    """List with a tick for each mail where there are several. `opened(RequestedMail)` after Enter
    or a double click; `ticked` after a change of the ticks."""

    opened = Signal(object)
    ticked = Signal()

    def __init__(self, theme: Theme, card: RequestCard, now: float) -> None:
        super().__init__()
        self._theme = theme
        self._gone = card.gone
        self._model = QStandardItemModel(self)
        for mail in card.mails:
            self._model.appendRow(_item(mail, now, ticks=len(card.mails) > 1))
        self.setModel(self._model)
        self.setItemDelegate(MailDelegate(theme, now, self))
        self.setAccessibleName("Mails that this is about")
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if card.mails:
            self.setCurrentIndex(self._model.index(0, 0))
        self.activated.connect(self._open)
        self._model.itemChanged.connect(lambda _: self.ticked.emit())
        self.setSizePolicy(self.sizePolicy().horizontalPolicy(), self.sizePolicy().Policy.Fixed)

    def sizeHint(self) -> QSize:
        rows = min(max(self._model.rowCount(), 1), MOST_ROWS)
        height = self.sizeHintForRow(0) * rows + 2 * self.frameWidth()
        return QSize(self._theme.px(200), height)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(120), self.sizeHint().height())

    def left_out(self) -> tuple[str, ...]:
        """The ids of the mails that are not ticked, and of those that have gone."""
        return (*(mail.message_id for mail, ticked in self._mails() if not ticked), *self._gone)

    def count(self) -> int:
        """The number of ticked mails."""
        return sum(ticked for _, ticked in self._mails())

    def open_current(self) -> None:
        self._open(self.currentIndex())

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(index.data(_MAIL))

    def _mails(self) -> list[tuple[RequestedMail, bool]]:
        items = (self._model.item(row) for row in range(self._model.rowCount()))
        return [
            (
                item.data(_MAIL),
                not item.isCheckable() or item.checkState() is Qt.CheckState.Checked,
            )
            for item in items
        ]


def subject_of(mail: RequestedMail) -> str:
    return clean(mail.subject) or "(no subject)"


def _item(mail: RequestedMail, now: float, *, ticks: bool) -> QStandardItem:
    people = f"From {clean(mail.sender)}", f"To {clean(mail.to) or 'nobody'}"
    words = "\n".join((subject_of(mail), *people, short_date(mail.date, now)))
    item = QStandardItem(words)
    item.setData(mail, _MAIL)
    item.setToolTip(as_tooltip(words))
    item.setEditable(False)
    item.setData(words.replace("\n", ". "), Qt.ItemDataRole.AccessibleTextRole)
    if ticks:
        item.setCheckable(True)
        item.setCheckState(Qt.CheckState.Checked)
    return item
