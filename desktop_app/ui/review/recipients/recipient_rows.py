"""Rows of a long list of recipients, one person a line over the whole width."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem

from desktop_app.model.address import Address
from desktop_app.model.draft import Badge
from desktop_app.ui.review.recipients.person_line import PersonLine
from desktop_app.ui.widgets.row_ground import paint_row_ground
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size

MOST_ROWS, MOST_ROWS_SHORT = 8, 3
"""Rows in sight; the others are scrolled to."""
_REMOVING = frozenset({Qt.Key.Key_Delete, Qt.Key.Key_Backspace})
_EDITING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2})
AnyIndex = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
Badges = Mapping[str, tuple[Badge, ...]]
Whence = Mapping[str, str]
NOWHERE_SAID: Whence = MappingProxyType({})


class RecipientRows(QListView):
    """List with the signals `removed(Address)`, `edit_wanted(Address)` and
    `menu_wanted(Address, QPoint)` with the place on the screen."""

    removed = Signal(object)
    edit_wanted = Signal(object)
    menu_wanted = Signal(object, QPoint)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.read_only = False
        self.setAccessibleName(f"Recipients in {name}")
        set_role(self, "bare")
        self._model = _People(theme)
        self.setModel(self._model)
        self.setItemDelegate(_Row(theme, self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.doubleClicked.connect(self._edit)
        theme.changed.connect(self.viewport().update)

    def show_people(
        self, people: Sequence[Address], badges: Badges, whence: Whence, *, short: bool
    ) -> None:
        self._model.show_people(people, badges, whence)
        rows = min(len(people), MOST_ROWS_SHORT if short else MOST_ROWS)
        self.setFixedHeight(rows * self._theme.px(Size.PERSON_ROW) + 2 * self.frameWidth())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, index = Qt.Key(event.key()), self.currentIndex()
        if key in _REMOVING and index.isValid():
            self.take_off(index)
        elif key in _EDITING and index.isValid():
            self._edit(index)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """By the mouse the row under it, by a key the current one."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if index.isValid():
            below = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
            place = below if by_key else event.globalPos()
            self.menu_wanted.emit(self._model.people[index.row()], place)
        event.accept()

    def take_off(self, index: AnyIndex) -> None:
        """Remove the person of a row; the next one is current then."""
        if not self.read_only:
            at = index.row()
            self.removed.emit(self._model.people[at])
            self.setCurrentIndex(self._model.index(min(at, self._model.rowCount() - 1), 0))

    def _edit(self, index: AnyIndex) -> None:
        if not self.read_only:
            self.edit_wanted.emit(self._model.people[index.row()])


class _People(QAbstractListModel):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.people: tuple[Address, ...] = ()
        self._badges: Badges = {}
        self._whence = NOWHERE_SAID

    def show_people(self, people: Sequence[Address], badges: Badges, whence: Whence) -> None:
        self.beginResetModel()
        self.people, self._badges, self._whence = tuple(people), badges, whence
        self.endResetModel()

    def line(self, row: int) -> PersonLine:
        person = self.people[row]
        badges, whence = self._badges.get(person.key, ()), self._whence.get(person.key, "")
        return PersonLine(self._theme, person, badges, whence)

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.people)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        facts = self.line(index.row()).facts
        if role in {Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole}:
            return ". ".join(facts)
        return as_tooltip("\n".join(facts)) if role == Qt.ItemDataRole.ToolTipRole else None


class _Row(QStyledItemDelegate):
    """Painter of a row, with a cross that takes the person off."""

    def __init__(self, theme: Theme, rows: RecipientRows) -> None:
        super().__init__(rows)
        self._theme, self._rows = theme, rows

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        del index
        return QSize(option.rect.width(), self._theme.px(Size.PERSON_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        px, model = self._theme.px, index.model()
        if not isinstance(model, _People):
            return
        painter.save()
        paint_row_ground(painter, option, self._theme)
        cross = self._cross(option.rect)
        inner = option.rect.adjusted(px(8), 0, cross.left() - option.rect.right() - px(4), 0)
        model.line(index.row()).paint(painter, inner)
        if not self._rows.read_only:
            self._theme.paint_icon(painter, "close", QRectF(cross), "second")
        painter.restore()

    def editorEvent(
        self,
        event: QEvent,
        model: object,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> bool:
        """A click on the cross, which began there."""
        del model
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            wide = self._cross(option.rect).adjusted(-8, -8, 8, 8)
            at = event.position().toPoint()
            if event.button() == Qt.MouseButton.LeftButton and wide.contains(at):
                self._rows.take_off(index)
                return True
        return False

    def _cross(self, row: QRect) -> QRect:
        side, px = self._theme.px(Size.ICON_SMALL), self._theme.px
        return QRect(row.right() - side - px(8), row.y() + (row.height() - side) // 2, side, side)
