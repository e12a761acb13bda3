"""List of drafts: recipients, subject, state, author."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from desktop_app.ui.drafts.draft_rows import DraftListRow
from desktop_app.ui.widgets.elision import fitted
from desktop_app.ui.widgets.row_ground import paint_row_ground
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.scrolling import quiet_bar
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Size, Type

AnyIndex = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole
LEAST_WORDS = 40
_REMOVING = frozenset({Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_NumberSign})
_OPENING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class DraftDelegate(QStyledItemDelegate):
    """Three lines: recipients and date, subject and first words, state. A violet mark says that
    an assistant made it."""

    def __init__(self, theme: Theme, parent: QListWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        del index
        return QSize(option.rect.width(), self._theme.px(Size.ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(ROW)
        if not isinstance(row, DraftListRow):
            return
        painter.save()
        paint_row_ground(painter, option, self._theme)
        px = self._theme.px
        inner = option.rect.adjusted(px(28), px(8), -px(12), -px(8))
        height = inner.height() // 3
        lines = [QRect(inner.x(), inner.y() + n * height, inner.width(), height) for n in range(3)]
        self._mark(painter, lines[0], row)
        room = self._when(painter, lines[0], row.when)
        self._text(painter, lines[0].adjusted(0, 0, -room, 0), row.who, Type.STRONG, "text")
        self._text(painter, lines[1], row.subject, Type.TEXT, "text")
        self._words(painter, lines[1], row)
        ink = "warning" if row.loud else "made" if row.made else "second"
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        self._text(painter, lines[2], row.state, Type.TEXT, "text" if selected else ink)
        painter.restore()

    def _words(self, painter: QPainter, line: QRect, row: DraftListRow) -> None:
        """The first words of the mail, where the subject leaves room for some."""
        used = QFontMetrics(self._theme.font(Type.TEXT)).horizontalAdvance(row.subject)
        box = line.adjusted(used + self._theme.px(8), 0, 0, 0)
        if row.words and box.width() > self._theme.px(LEAST_WORDS):
            self._text(painter, box, row.words, Type.TEXT, "second")

    def _mark(self, painter: QPainter, line: QRect, row: DraftListRow) -> None:
        side = self._theme.px(Size.ICON_SMALL)
        left = line.x() - self._theme.px(20)
        box = QRectF(left, line.y() + (line.height() - side) / 2, side, side)
        name, ink = ("proposal", "made") if row.made else ("draft", "second")
        self._theme.paint_icon(painter, name, box, ink)

    def _when(self, painter: QPainter, line: QRect, when: str) -> int:
        font = self._theme.font(Type.CAPTION)
        painter.setFont(font)
        painter.setPen(self._theme.colour("second"))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(line, int(flags), when)
        return QFontMetrics(font).horizontalAdvance(when) + self._theme.px(8)

    def _text(self, painter: QPainter, box: QRect, text: str, role: Type, ink: str) -> None:
        font = self._theme.font(role)
        painter.setFont(font)
        painter.setPen(self._theme.colour(ink))
        shown = fitted(QFontMetrics(font), text, box.width())
        painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), shown)


class DraftListView(QListWidget):
    """`opened(DraftListRow)` on Enter or click; `removed(tuple of DraftListRow)` on Delete;
    `chosen(tuple of DraftListRow)` whenever others are selected, or choosing begins or ends;
    `menu_wanted(QPoint)`, on the screen, for what is selected then.

    Shift or Ctrl with a click or an arrow chooses several. `toggle` (X) begins choosing: from then
    on stepping moves the mark and leaves what is chosen, until nothing is or a row is clicked.
    """

    opened = Signal(object)
    removed = Signal(object)
    chosen = Signal(object)
    menu_wanted = Signal(QPoint)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        quiet_bar(self)
        self.choosing = False
        self.setAccessibleName("Drafts")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setItemDelegate(DraftDelegate(theme, self))
        self.itemClicked.connect(self._on_clicked)
        self.itemSelectionChanged.connect(self._tell)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def rows(self) -> list[DraftListRow]:
        return [self.item(place).data(ROW) for place in range(self.count())]

    def current(self) -> DraftListRow | None:
        item = self.currentItem()
        row = item.data(ROW) if item is not None else None
        return row if isinstance(row, DraftListRow) else None

    def selected(self) -> tuple[DraftListRow, ...]:
        """The chosen rows, top to bottom."""
        places = sorted(index.row() for index in self.selectionModel().selectedRows())
        return tuple(self.item(place).data(ROW) for place in places)

    def fill(self, rows: Sequence[DraftListRow]) -> None:
        """Show these; what is chosen stays chosen, the current one current, or the one that took
        its place. Rows that are there keep their order; new ones come first, or last while the
        pointer is on the list."""
        rows = self._in_order(rows)
        if rows == self.rows():
            return
        current, place = self.current(), self.currentRow()
        wanted = current.draft_id if current else ""
        kept = {row.draft_id for row in self.selected()}
        blocked = self.blockSignals(True)
        self.clear()
        for row in rows:
            self.addItem(_item(row))
        self.blockSignals(blocked)
        there = next((i for i, row in enumerate(rows) if row.draft_id == wanted), None)
        if rows and place >= 0:
            self._go_to(there if there is not None else min(place, len(rows) - 1), keep=True)
        chosen = [i for i, row in enumerate(rows) if row.draft_id in kept]
        for i in chosen:
            self.item(i).setSelected(True)
        if kept and not chosen and rows:
            self._go_to(self.currentRow())
        self._tell()

    def _in_order(self, rows: Sequence[DraftListRow]) -> list[DraftListRow]:
        places = {row.draft_id: place for place, row in enumerate(self.rows())}
        there = [row for row in rows if row.draft_id in places]
        there.sort(key=lambda row: places[row.draft_id])
        new = [row for row in rows if row.draft_id not in places]
        return there + new if self.underMouse() else new + there

    def mark(self, draft_id: str) -> None:
        """Make a draft the current one, if it is here; nothing is opened, what is chosen stays."""
        there = next((i for i, row in enumerate(self.rows()) if row.draft_id == draft_id), -1)
        if there >= 0:
            self._go_to(there, keep=self._several)

    def begin(self) -> None:
        """The first row is the current one, and none is selected: an assistive technology that
        selects a row adds it to what is."""
        if self.count() and self.currentRow() < 0:
            self._go_to(0, keep=True)

    def step(self, by: int) -> None:
        """The next (1) or the previous (-1) draft."""
        if self.count():
            place = min(max(self.currentRow() + by, 0), self.count() - 1)
            self._go_to(place, keep=self.choosing)

    def toggle(self) -> None:
        """Choose the current draft, or leave it out again."""
        if self.selectionMode() is not QListWidget.SelectionMode.ExtendedSelection:
            return
        if self.currentRow() < 0:
            return
        item = self.currentItem()
        if not self._several and item.isSelected():
            self.choosing = True  # it is selected for being the current one
            self._tell()
        else:
            self.choosing = True
            item.setSelected(not item.isSelected())

    def choose_none(self) -> None:
        """Back to one: the current draft."""
        self.choosing = False
        if self.count():
            self._go_to(max(self.currentRow(), 0))
        self._tell()

    def choose_all(self) -> None:
        if self.selectionMode() is QListWidget.SelectionMode.ExtendedSelection:
            self.choosing = self.count() > 0
            self.selectAll()
            self._tell()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """By the mouse the row under it, which is selected first, by a key the current one."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        item = self.currentItem() if by_key else self.itemAt(event.pos())
        if item is None:
            return
        if not item.isSelected():
            self._go_to(self.row(item))
        below = self.viewport().mapToGlobal(self.visualItemRect(item).bottomLeft())
        self.menu_wanted.emit(below if by_key else event.globalPos())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, key = self.current(), Qt.Key(event.key())
        if row is not None and key in _OPENING:
            self.opened.emit(row)
        elif row is not None and key in _REMOVING:
            self.removed.emit(self.selected() or (row,))
        elif key == Qt.Key.Key_Escape and self._several:
            self.choose_none()
        elif self.choosing and key in _STEPS and not event.modifiers():
            self.step(_STEPS[key])
        elif event.text() and event.text().isprintable() and key != Qt.Key.Key_Space:
            event.ignore()  # letters are the window's keys, never a search in the list
        else:
            super().keyPressEvent(event)

    @property
    def _several(self) -> bool:
        return self.choosing or len(self.selectionModel().selectedRows()) > 1

    def _go_to(self, place: int, *, keep: bool = False) -> None:
        flags = QItemSelectionModel.SelectionFlag
        self.setCurrentRow(place, flags.NoUpdate if keep else flags.ClearAndSelect)

    def _on_clicked(self, item: QListWidgetItem) -> None:
        """A plain click opens; with Shift or Ctrl it chooses."""
        choosing = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
        if not QApplication.keyboardModifiers() & choosing:
            self.choosing = False
            self._tell()
            self.opened.emit(item.data(ROW))

    def _tell(self) -> None:
        chosen = self.selected()
        self.choosing = self.choosing and bool(chosen)
        self.chosen.emit(chosen if self._several else ())


def _item(row: DraftListRow) -> QListWidgetItem:
    item = QListWidgetItem(row.who)
    item.setData(ROW, row)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, row.sentence)
    item.setToolTip(as_tooltip(f"{row.subject}\n{row.state}", wrap=True))
    return item
