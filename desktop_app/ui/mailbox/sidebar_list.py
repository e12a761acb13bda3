"""List of the sidebar: places, labels, saved searches and accounts, with their counts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from desktop_app.ui.widgets.avatars import initials, paint_initials
from desktop_app.ui.widgets.dates import number
from desktop_app.ui.widgets.elision import fitted
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.scrolling import quiet_bar
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Size, Type

AnyIndex = QModelIndex | QPersistentModelIndex
ENTRY = Qt.ItemDataRole.UserRole
DEEPEST = 4
"""Steps of the tree that are drawn; what lies deeper stands at the last one."""


class EntryKind(StrEnum):
    HEADING = "heading"
    QUERY = "query"
    TAB = "tab"
    ACCOUNT = "account"
    BRANCH = "branch"


@dataclass(frozen=True, slots=True)
class SidebarEntry:
    """`target` is a query, a drafts tab or an account id; `name` the label or saved search it
    stands for; `labels` are its (account, label) ids; `tint` is a label's own colour. `count` is
    shown when it is not 0 and read as `… unread`, or as `what` says. A branch is no label itself:
    it has labels below it. A heading is one of a group. `unfolded` says whether what is below is in
    sight, None where nothing is; `depth` and `within` say where the entry stands among the
    labels."""

    kind: EntryKind
    title: str
    target: str = ""
    icon: str = ""
    count: int = 0
    what: str = "unread"
    name: str = ""
    group: str = ""
    labels: tuple[tuple[str, str], ...] = ()
    colour: int = 0
    tint: str = ""
    strong: bool = False
    depth: int = 0
    within: str = ""
    unfolded: bool | None = None

    @property
    def sentence(self) -> str:
        states = {None: "", True: "unfolded", False: "folded"}
        parts = (
            self.title,
            f"in {self.within}" if self.within else "",
            f"{number(self.count)} {self.what}" if self.count else "",
            states[self.unfolded],
        )
        return ", ".join(part for part in parts if part)

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
            self._heading(painter, option, entry)
        else:
            self._entry(painter, option, entry)
        painter.restore()

    def _heading(
        self, painter: QPainter, option: QStyleOptionViewItem, entry: SidebarEntry
    ) -> None:
        """Its mark stands where the others have their icons, and its count where theirs is."""
        px, side = self._theme.px, self._theme.px(Size.ICON_SMALL)
        rect = option.rect.adjusted(px(4), px(8), -px(4), 0)
        self._ground(painter, option, rect)
        top = rect.y() + (rect.height() - side) / 2
        at = QRectF(rect.x() + px(8) + (px(Size.ICON) - side) / 2, top, side, side)
        self._theme.paint_icon(painter, "collapse" if entry.unfolded else "expand", at, "second")
        painter.setFont(self._theme.font(Type.CAPTION))
        painter.setPen(self._theme.colour("second"))
        count = number(entry.count) if entry.count else ""
        width = painter.fontMetrics().horizontalAdvance(count)
        middle, end = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
        words = rect.adjusted(px(16) + px(Size.AVATAR_SMALL), 0, -width - px(16), 0)
        title = fitted(painter.fontMetrics(), entry.title, words.width())
        painter.drawText(words, int(middle), title)
        painter.drawText(rect.adjusted(0, 0, -px(8), 0), int(middle | end), count)

    def _entry(self, painter: QPainter, option: QStyleOptionViewItem, entry: SidebarEntry) -> None:
        px, rect = (
            self._theme.px,
            option.rect.adjusted(self._theme.px(4), 1, -self._theme.px(4), -1),
        )
        self._ground(painter, option, rect)
        side = px(Size.ICON if entry.kind is not EntryKind.ACCOUNT else Size.AVATAR_SMALL)
        indent = self._indent(entry)
        box = QRectF(rect.x() + px(8) + indent, rect.y() + (rect.height() - side) / 2, side, side)
        if entry.kind is EntryKind.ACCOUNT:
            paint_initials(painter, self._theme, box, initials(entry.title), entry.colour)
        else:
            folds = {None: entry.icon, True: "collapse", False: "expand"}
            self._theme.paint_icon(painter, folds[entry.unfolded], box, "second")
            if QColor.isValidColorName(entry.tint):
                self._tint(painter, box, entry.tint)
        count = number(entry.count) if entry.count else ""
        font = self._theme.font(Type.STRONG if entry.strong and count else Type.TEXT)
        painter.setFont(font)
        painter.setPen(self._theme.colour("text"))
        width = painter.fontMetrics().horizontalAdvance(count)
        left = px(8) + px(Size.AVATAR_SMALL) + px(8) + indent
        words = rect.adjusted(left, 0, -width - px(16), 0)
        title = fitted(painter.fontMetrics(), entry.title, words.width())
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter), title)
        painter.setPen(self._theme.colour("text" if entry.strong else "second"))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(rect.adjusted(0, 0, -px(8), 0), int(flags), count)

    def _indent(self, entry: SidebarEntry) -> int:
        return self._theme.px(12) * min(entry.depth, DEEPEST)

    def folds_at(self, rect: QRect, entry: SidebarEntry, x: int) -> bool:
        """Whether a press at `x` folds or unfolds: on the mark, of a heading anywhere."""
        if entry.kind is EntryKind.HEADING:
            return True
        end = rect.x() + self._theme.px(16) + self._theme.px(Size.ICON) + self._indent(entry)
        return entry.unfolded is not None and x < end

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
    """Entries; `fill` keeps what is selected. `fold_wanted(SidebarEntry)` by a press on its mark
    or with Left and Right."""

    fold_wanted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        quiet_bar(self)
        self._theme = theme
        self._on_mark = False
        self.setAccessibleName("Folders and labels")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.lines = SidebarDelegate(theme, self)
        self.setItemDelegate(self.lines)
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
            self._fill_anew(entries, place)
            return
        self.mark(place)

    def _fill_anew(self, entries: list[SidebarEntry], place: str) -> None:
        """The ring stays on its entry, if that is still there."""
        before = self.entry()
        self.clear()
        for entry in entries:
            item = QListWidgetItem()
            self._set(item, entry)
            self.addItem(item)
        self.mark(place)
        for row, entry in enumerate(entries):
            if before is not None and (entry.kind, entry.target) == (before.kind, before.target):
                self._ring(row)

    def mark(self, place: str) -> None:
        """Select the entry of a place; none when it is not there. What is selected is what is
        shown: keys and the pointer move the ring alone."""
        flags = QItemSelectionModel.SelectionFlag
        for row, entry in enumerate(self.entries()):
            if entry.kind in {EntryKind.QUERY, EntryKind.TAB} and entry.place == place:
                self.setCurrentRow(row, flags.ClearAndSelect)
                return
        self.clearSelection()

    def selectionCommand(
        self,
        index: QModelIndex | QPersistentModelIndex,
        event: QEvent | None = None,
    ) -> QItemSelectionModel.SelectionFlag:
        """Nothing that the person does here selects: only a place that is shown is selected."""
        del index, event
        return QItemSelectionModel.SelectionFlag.NoUpdate

    def entry(self) -> SidebarEntry | None:
        item = self.currentItem()
        return item.data(ENTRY) if item else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on the mark folds, and goes nowhere."""
        self._on_mark = self._fold_at(event)
        if not self._on_mark:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._on_mark = self._fold_at(event)
        if not self._on_mark:
            super().mouseDoubleClickEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._on_mark:
            super().mouseReleaseEvent(event)

    def _fold_at(self, event: QMouseEvent) -> bool:
        point = event.position().toPoint()
        item = self.itemAt(point)
        if item is None or event.button() != Qt.MouseButton.LeftButton:
            return False
        entry: SidebarEntry = item.data(ENTRY)
        if not self.lines.folds_at(self.visualItemRect(item), entry, point.x()):
            return False
        self._ring(self.row(item))
        self.fold_wanted.emit(entry)
        return True

    def _ring(self, row: int) -> None:
        """Put the ring on a row; nothing is selected by that."""
        flag = QItemSelectionModel.SelectionFlag.NoUpdate
        self.selectionModel().setCurrentIndex(self.model().index(row, 0), flag)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        entry = self.entry()
        turns = {Qt.Key.Key_Left: True, Qt.Key.Key_Right: False}
        if entry is not None and entry.unfolded is not None and event.key() in turns:
            if entry.unfolded is turns[Qt.Key(event.key())]:
                self.fold_wanted.emit(entry)
            return
        if event.text() and event.text().isprintable() and event.key() != Qt.Key.Key_Space:
            event.ignore()
            return
        super().keyPressEvent(event)

    def _set(self, item: QListWidgetItem, entry: SidebarEntry) -> None:
        item.setData(ENTRY, entry)
        item.setText(entry.title)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, entry.sentence)
        item.setToolTip(as_tooltip(entry.sentence))
