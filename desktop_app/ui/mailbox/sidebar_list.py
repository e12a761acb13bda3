"""List of the sidebar: places, labels, saved searches and accounts, with their counts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from desktop_app.ui.widgets.avatars import initials, paint_initials
from desktop_app.ui.widgets.elision import fitted
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Size, Type

AnyIndex = QModelIndex | QPersistentModelIndex
ENTRY = Qt.ItemDataRole.UserRole


class EntryKind(StrEnum):
    HEADING = "heading"
    QUERY = "query"
    TAB = "tab"
    ACCOUNT = "account"


@dataclass(frozen=True, slots=True)
class SidebarEntry:
    """`target` is a query, a drafts tab or an account id; `name` the label or saved search it
    stands for; `tint` is a label's own colour. `count` is shown when it is not 0 and read as
    `… unread`, or as `what` says."""

    kind: EntryKind
    title: str
    target: str = ""
    icon: str = ""
    count: int = 0
    what: str = "unread"
    name: str = ""
    group: str = ""
    account: str = ""
    colour: int = 0
    tint: str = ""
    strong: bool = False

    @property
    def sentence(self) -> str:
        return f"{self.title}, {self.count} {self.what}" if self.count else self.title

    @property
    def place(self) -> str:
        """What `Selection.place` is while this entry is shown."""
        return f"tab:{self.target}" if self.kind is EntryKind.TAB else self.target


class SidebarDelegate(QStyledItemDelegate):
    """One line each: icon or badge, title, count."""

    def __init__(self, theme: Theme, parent: QListWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._list = parent

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        entry = index.data(ENTRY)
        height = Size.CONTROL
        extra = self._theme.px(8) if entry.kind is EntryKind.HEADING else 0
        return QSize(option.rect.width(), self._theme.px(height) + extra)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        entry = index.data(ENTRY)
        painter.save()
        if entry.kind is EntryKind.HEADING:
            self._heading(painter, option.rect, entry)
        else:
            self._entry(painter, option, entry)
        painter.restore()

    def _heading(self, painter: QPainter, rect: QRect, entry: SidebarEntry) -> None:
        painter.setFont(self._theme.font(Type.CAPTION))
        painter.setPen(self._theme.colour("second"))
        box = rect.adjusted(self._theme.px(12), self._theme.px(8), 0, 0)
        painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), entry.title)

    def _entry(self, painter: QPainter, option: QStyleOptionViewItem, entry: SidebarEntry) -> None:
        px, rect = (
            self._theme.px,
            option.rect.adjusted(self._theme.px(4), 1, -self._theme.px(4), -1),
        )
        self._ground(painter, option, rect)
        side = px(Size.ICON if entry.kind is not EntryKind.ACCOUNT else Size.AVATAR_SMALL)
        box = QRectF(rect.x() + px(8), rect.y() + (rect.height() - side) / 2, side, side)
        if entry.kind is EntryKind.ACCOUNT:
            paint_initials(painter, self._theme, box, initials(entry.title), entry.colour)
        else:
            self._theme.paint_icon(painter, entry.icon, box, "second")
            if QColor.isValidColorName(entry.tint):
                self._tint(painter, box, entry.tint)
        count = str(entry.count) if entry.count else ""
        font = self._theme.font(Type.STRONG if entry.strong and count else Type.TEXT)
        painter.setFont(font)
        painter.setPen(self._theme.colour("text"))
        width = painter.fontMetrics().horizontalAdvance(count)
        left = px(8) + px(Size.AVATAR_SMALL) + px(8)
        words = rect.adjusted(left, 0, -width - px(16), 0)
        title = fitted(painter.fontMetrics(), entry.title, words.width())
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter), title)
        painter.setPen(self._theme.colour("text" if entry.strong else "second"))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(rect.adjusted(0, 0, -px(8), 0), int(flags), count)

    def _tint(self, painter: QPainter, box: QRectF, tint: str) -> None:
        """A dot in the colour the person gave the label at its server."""
        side = self._theme.px(Size.DOT)
        painter.setPen(self._theme.colour("line"))
        painter.setBrush(QColor(tint))
        painter.drawEllipse(QRectF(box.right() - side, box.bottom() - side, side, side))

    def _ground(self, painter: QPainter, option: QStyleOptionViewItem, rect: QRect) -> None:
        radius = self._theme.px(Size.CONTROL_RADIUS)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setBrush(self._theme.colour("wash"))
            painter.drawRoundedRect(rect, radius, radius)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(self._theme.colour("hover"))
            painter.drawRoundedRect(rect, radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if option.state & QStyle.StateFlag.State_HasFocus and self._list.hasFocus():
            width = self._theme.px(Size.FOCUS)
            painter.setPen(QPen(self._theme.colour("accent"), width))
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), radius, radius)


class SidebarList(QListWidget):
    """Entries; `fill` keeps what is selected."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName("Folders and labels")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setItemDelegate(SidebarDelegate(theme, self))
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def entries(self) -> list[SidebarEntry]:
        return [self.item(row).data(ENTRY) for row in range(self.count())]

    def fill(self, entries: list[SidebarEntry], place: str) -> None:
        """Show `entries`, the one at `place` selected. Unchanged rows are not touched."""
        if [(e.kind, e.target, e.title) for e in self.entries()] == [
            (e.kind, e.target, e.title) for e in entries
        ]:
            for row, entry in enumerate(entries):
                if self.item(row).data(ENTRY) != entry:
                    self._set(self.item(row), entry)
        else:
            self.clear()
            for entry in entries:
                item = QListWidgetItem()
                self._set(item, entry)
                self.addItem(item)
        self.mark(place)

    def mark(self, place: str) -> None:
        """Select the entry of a place; none when it is not there."""
        for row, entry in enumerate(self.entries()):
            if entry.kind in {EntryKind.QUERY, EntryKind.TAB} and entry.place == place:
                self.setCurrentRow(row)
                return
        self.clearSelection()

    def entry(self) -> SidebarEntry | None:
        item = self.currentItem()
        return item.data(ENTRY) if item else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() and event.text().isprintable() and event.key() != Qt.Key.Key_Space:
            event.ignore()
            return
        super().keyPressEvent(event)

    def _set(self, item: QListWidgetItem, entry: SidebarEntry) -> None:
        item.setData(ENTRY, entry)
        item.setText(entry.title)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, entry.sentence)
        if entry.kind is EntryKind.HEADING:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        else:
            item.setToolTip(as_tooltip(entry.sentence))
