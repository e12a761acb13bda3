"""List of senders: who, how many mails, when they last wrote and were last written to."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyleOptionViewItem

from desktop_app.tools.person.senders import SenderRow
from desktop_app.ui.widgets.dates import number, short_date
from desktop_app.ui.widgets.person_rows import AnyIndex, PersonRowDelegate, RowWords
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.scrolling import quiet_bar
from desktop_app.ui.widgets.theme import Theme, set_role

ROW, LINES = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_OPENING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class SenderDelegate(PersonRowDelegate):
    """Name and number, then address and dates. The list has the ring of the focus."""

    def words(self, index: AnyIndex) -> RowWords | None:
        lines = index.data(LINES)
        if not isinstance(lines, tuple):
            return None
        who, count, detail = lines
        return RowWords(who, detail, count)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        unringed = QStyleOptionViewItem(option)
        unringed.state &= ~QStyle.StateFlag.State_HasFocus
        super().paint(painter, unringed, index)


class SenderListView(QListWidget):
    """`opened(SenderRow)` on Enter or a double click; `menu_wanted(SenderRow, QPoint)`, on the
    screen."""

    opened = Signal(object)
    menu_wanted = Signal(object, object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        quiet_bar(self)
        self.setAccessibleName("Senders")
        set_role(self, "framed")
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setItemDelegate(SenderDelegate(theme, self))
        self.itemDoubleClicked.connect(lambda item: self.opened.emit(item.data(ROW)))
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def current(self) -> SenderRow | None:
        item = self.currentItem()
        row = item.data(ROW) if item is not None else None
        return row if isinstance(row, SenderRow) else None

    def fill(self, rows: Sequence[SenderRow], now: float, *, several: bool) -> None:
        """Show these; who was current stays so, else whoever took the place."""
        before, place = self.current(), max(self.currentRow(), 0)
        self.clear()
        for row in rows:
            item = QListWidgetItem()
            lines = lines_of(row, now, several=several)
            item.setData(ROW, row)
            item.setData(LINES, lines)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, ". ".join(lines) + ".")
            item.setToolTip(as_tooltip("\n".join(lines)))
            self.addItem(item)
        same = (n for n, row in enumerate(rows) if before is not None and _same(row, before))
        if rows:
            self.setCurrentRow(next(same, min(place, len(rows) - 1)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.current()
        if row is not None and Qt.Key(event.key()) in _OPENING:
            self.opened.emit(row)
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        row = self.current()
        if row is None:
            return
        event.accept()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            box = self.visualItemRect(self.currentItem())
            self.menu_wanted.emit(row, self.viewport().mapToGlobal(box.bottomLeft()))
        else:
            self.menu_wanted.emit(row, event.globalPos())


def lines_of(row: SenderRow, now: float, *, several: bool) -> tuple[str, str, str]:
    """Name, number, and the rest as one line; of `several` accounts each row names its own."""
    email, name = clean(row.address.email), clean(row.address.name)
    written = (
        f"you last wrote {short_date(row.answered, now)}" if row.answered else "never written to"
    )
    details = (
        email if name else "",
        f"last mail {short_date(row.last, now) or 'without a date'}",
        written,
        f"in {clean(row.account)}" if several else "",
    )
    count = "1 mail" if row.count == 1 else f"{number(row.count)} mails"
    return name or email, count, " · ".join(part for part in details if part)


def _same(one: SenderRow, other: SenderRow) -> bool:
    return (one.address.key, one.account_id) == (other.address.key, other.account_id)
