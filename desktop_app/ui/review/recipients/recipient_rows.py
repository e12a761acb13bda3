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
from PySide6.QtGui import QContextMenuEvent, QHideEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from desktop_app.model.address import Address
from desktop_app.model.draft import Badge
from desktop_app.ui.review.recipients.carry_phase import Carried, Phase
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
    """List with the signals `removed(Address)`, `edit_wanted(Address)`,
    `menu_wanted(Address, QPoint)` with the place on the screen, and `carried(Carried, phase,
    QPoint)` while somebody is dragged."""

    removed = Signal(object)
    edit_wanted = Signal(object)
    menu_wanted = Signal(object, QPoint)
    carried = Signal(object, str, QPoint)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._pressed: QPoint | None = None
        self._carried: Carried | None = None
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

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        left = event.button() == Qt.MouseButton.LeftButton and not self.read_only
        self._pressed = event.position().toPoint() if left else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Somebody is dragged: rows are not selected by it."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        place, there = event.globalPosition().toPoint(), event.position().toPoint()
        if self._carried is not None:
            self.carried.emit(self._carried, Phase.MOVED.value, place)
        elif (there - self._pressed).manhattanLength() >= QApplication.startDragDistance():
            index = self.indexAt(self._pressed)
            if index.isValid():
                box, view = self.visualRect(index), self.viewport()
                person = self._model.people[index.row()]
                self._carried = Carried(person, view, lambda: view.grab(box))
                self.carried.emit(self._carried, Phase.BEGUN.value, place)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed = None
        if self._carried is None:
            super().mouseReleaseEvent(event)
        else:
            self._let_go(Phase.DROPPED, event.globalPosition().toPoint())

    def _let_go(self, phase: Phase, place: QPoint) -> None:
        carried, self._carried, self._pressed = self._carried, None, None
        if carried is not None:
            self.carried.emit(carried, phase.value, place)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._let_go(Phase.DROPPED_NOWHERE, QPoint())

    def event(self, event: QEvent) -> bool:
        """While somebody is dragged, Escape is no key of the draft's."""
        asked = self._carried is not None and event.type() == QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, index = Qt.Key(event.key()), self.currentIndex()
        if key == Qt.Key.Key_Escape and self._carried is not None:
            self._let_go(Phase.DROPPED_NOWHERE, QPoint())
        elif key in _REMOVING and index.isValid():
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
