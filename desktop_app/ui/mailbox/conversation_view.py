"""The list of conversations. A table of one column with fixed rows: it stays instant however
many rows there are (a list view lays every row out).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from desktop_app.ui.mailbox.conversation_delegate import ConversationDelegate
from desktop_app.ui.mailbox.conversation_model import ROW, ConversationModel
from desktop_app.ui.mailbox.conversation_rows import ConversationRow
from desktop_app.ui.widgets.scrolling import quiet_bar
from desktop_app.ui.widgets.theme import Theme

_FLAG = QItemSelectionModel.SelectionFlag
_ENDS = frozenset({Qt.Key.Key_Home, Qt.Key.Key_End})
_STEPS: Mapping[int, int] = MappingProxyType({Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1})


class ConversationView(QTableView):
    """`opened(ConversationRow)`: Enter or double click; `selection` when the selected rows change;
    `menu_wanted(global position)` for what is selected; `removed` by the Delete key.

    `toggle_current` (X) begins `choosing`: from then on stepping moves the ring and leaves what is
    selected, until nothing is or a row is clicked. `may_point` says whether the ring may stand on
    a row that is not selected when the list gets the focus.
    """

    opened = Signal(object)
    selection = Signal()
    menu_wanted = Signal(QPoint)
    removed = Signal()

    def __init__(
        self, theme: Theme, model: ConversationModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        quiet_bar(self)
        self._theme = theme
        self.rows = model
        self.choosing = False
        self.may_point: Callable[[], bool] = lambda: True
        self.delegate = ConversationDelegate(theme, self)
        self.setModel(model)
        self.setItemDelegate(self.delegate)
        self.setAccessibleName("Conversations")
        self._make_plain()
        self.measure()
        theme.changed.connect(self.measure)
        self.selectionModel().selectionChanged.connect(self._on_selection)
        self.activated.connect(self._on_activated)

    def _make_plain(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().hide()

    def measure(self) -> None:
        """Density or text size changed."""
        header = self.verticalHeader()
        header.setMinimumSectionSize(1)
        header.setDefaultSectionSize(self.delegate.row_height)
        if self.isVisible():
            # Not before: the first widget of Qt's own making that is asked for costs 10 ms.
            self.viewport().update()

    def set_compact(self, compact: bool) -> None:
        self.delegate.compact = compact
        self.measure()

    def act_where(self, place: str, *, acts: bool) -> None:
        """The place that is listed, where not every verb makes sense; and whether the rows have
        hover actions at all."""
        if (self.delegate.place, self.delegate.acts) != (place, acts):
            self.delegate.place, self.delegate.acts = place, acts
            self.viewport().update()

    def selected(self) -> list[ConversationRow]:
        """The selected rows, top to bottom."""
        places = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self.rows.rows[p] for p in places if p < len(self.rows.rows)]

    def current(self) -> ConversationRow | None:
        row = self.currentIndex().data(ROW)
        return row if isinstance(row, ConversationRow) else None

    def go_to(self, place: int) -> None:
        """Make a row the current and only selected one, if it is there."""
        if 0 <= place < self.rows.rowCount():
            was_choosing, self.choosing = self.choosing, False
            # Not the view's own, which toggles while Ctrl is held, as it is for a shortcut.
            only = _FLAG.ClearAndSelect | _FLAG.Rows
            self.selectionModel().setCurrentIndex(self.rows.index(place, 0), only)
            if was_choosing:
                self._on_selection()  # the same row may be selected, for another reason now

    def step(self, by: int) -> None:
        """The next (1) or the previous (-1) conversation."""
        current = self.currentIndex()
        if self.choosing:
            place = min(max(current.row() + by, 0), self.rows.rowCount() - 1)
            self.selectionModel().setCurrentIndex(self.rows.index(place, 0), _FLAG.NoUpdate)
        elif current.isValid() and self.selectionModel().isSelected(current):
            self.go_to(current.row() + by)
        else:
            self.go_to(max(current.row(), 0))

    def toggle_current(self) -> None:
        """Choose the current row, leaving the others, or leave it out again."""
        self.have_current()
        current, model = self.currentIndex(), self.selectionModel()
        if not current.isValid():
            return
        alone = not self.choosing and len(model.selectedRows()) == 1
        self.choosing = True
        if alone and model.isSelected(current):
            self._on_selection()  # it is selected for being the current one
        else:
            model.select(current, _FLAG.Toggle | _FLAG.Rows)

    def select_all(self) -> None:
        self.choosing = self.rows.rowCount() > 0
        self.selectAll()

    def select_none(self) -> None:
        self.selectionModel().clearSelection()

    def point_at_nothing(self) -> None:
        """No row is selected, and none has the ring."""
        self.selectionModel().clear()

    def restore(self, ids: set[int], current: int) -> None:
        """Select by ids after the list was shown anew, without opening anything."""
        chosen = QItemSelection()
        for place, row in enumerate(self.rows.rows):
            index = self.rows.index(place, 0)
            if row.id in ids:
                chosen.select(index, index)
            if row.id == current:
                self.selectionModel().setCurrentIndex(index, _FLAG.NoUpdate)
        self.selectionModel().select(chosen, _FLAG.ClearAndSelect | _FLAG.Rows)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Enter must have something to open: the first row, until another is chosen."""
        super().focusInEvent(event)
        self.have_current()

    def have_current(self) -> None:
        """Have a row with the ring, where there are any and the ring may stand there."""
        if not self.currentIndex().isValid() and self.rows.rowCount() and self.may_point():
            self.selectionModel().setCurrentIndex(self.rows.index(0, 0), _FLAG.NoUpdate)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.modifiers():
            self.have_current()
            self._on_activated(self.currentIndex())
            return
        if not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier and self._plain_key(event):
            return
        if event.text() and event.text().isprintable() and event.key() != Qt.Key.Key_Space:
            event.ignore()  # letters are the window's keys, never a search in the list
            return
        super().keyPressEvent(event)

    def _plain_key(self, event: QKeyEvent) -> bool:
        """What a key of every list does, where Qt's table does something else; whether it did."""
        key = event.key()
        if self.choosing and key in _STEPS:
            self.step(_STEPS[key])
        elif key in _ENDS:
            self._go_to_end(last=key == Qt.Key.Key_End)
        elif key == Qt.Key.Key_Delete and self.selectionModel().hasSelection():
            self.removed.emit()
        elif key == Qt.Key.Key_Escape and self._several:
            self.select_none()
        else:
            return False
        return True

    @property
    def _several(self) -> bool:
        return self.choosing or len(self.selectionModel().selectedRows()) > 1

    def _go_to_end(self, *, last: bool) -> None:
        """The first row, or the last that is loaded. While rows are chosen the ring alone goes."""
        place = self.rows.rowCount() - 1 if last else 0
        if not self.choosing:
            self.go_to(place)
        elif place >= 0:
            self.selectionModel().setCurrentIndex(self.rows.index(place, 0), _FLAG.NoUpdate)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What the menu is about is selected first: the row that is pressed or has the ring."""
        by_keys = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_keys else self.indexAt(event.pos())
        if not index.isValid():
            return
        if not self.selectionModel().isSelected(index):
            self.go_to(index.row())
        box = self.visualRect(index)
        point = self.viewport().mapToGlobal(box.center()) if by_keys else event.globalPos()
        self.menu_wanted.emit(point)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on a hover action must not select or open the row."""
        if self._on_action(event):
            index = self.indexAt(event.position().toPoint())
            self.edit(index, QAbstractItemView.EditTrigger.NoEditTriggers, event)
            return
        if not event.modifiers():
            self.choosing = False
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._on_action(event):
            index = self.indexAt(event.position().toPoint())
            self.edit(index, QAbstractItemView.EditTrigger.NoEditTriggers, event)
            return
        super().mouseReleaseEvent(event)

    def _on_action(self, event: QMouseEvent) -> bool:
        point = event.position().toPoint()
        index = self.indexAt(point)
        return (
            event.button() == Qt.MouseButton.LeftButton
            and index.isValid()
            and self.delegate.in_action(self.visualRect(index), point, index)
        )

    def _on_selection(self) -> None:
        self.choosing = self.choosing and self.selectionModel().hasSelection()
        self.selection.emit()
        # An assistive technology selects a row without making it the current one.
        chosen = self.selectionModel().selectedRows()
        if len(chosen) == 1 and chosen[0] != self.currentIndex():
            self.selectionModel().setCurrentIndex(chosen[0], _FLAG.NoUpdate)

    def _on_activated(self, index: QModelIndex) -> None:
        row = index.data(ROW)
        if isinstance(row, ConversationRow):
            self.opened.emit(row)
