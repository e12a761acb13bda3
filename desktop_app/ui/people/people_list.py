"""List of people: a virtual list whose rows arrive page by page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView

from desktop_app.model.contact import PersonRef, PersonRow
from desktop_app.ui.people.person_words import count_words, heading, line_words, sentence
from desktop_app.ui.widgets.dates import short_date
from desktop_app.ui.widgets.person_rows import AnyIndex, PersonRowDelegate, RowWords
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.scrolling import quiet_bar
from desktop_app.ui.widgets.theme import Theme

PERSON = Qt.ItemDataRole.UserRole
_NOWHERE = QModelIndex()
_OPENING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


def _names(person: PersonRow) -> set[PersonRef]:
    """The references that somebody has, or had while nothing was noted of them."""
    return {person.ref, *(PersonRef(key=address.key) for address in person.addresses)}


class PeopleModel(QAbstractListModel):
    """Rows so far of `total`; `more_wanted(int)` asks for those from there on."""

    more_wanted = Signal(int)

    def __init__(self, now: float) -> None:
        super().__init__()
        self.rows: list[PersonRow] = []
        self.now = now
        self._total = 0
        self._asked = False

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        person = self.rows[index.row()]
        if role == PERSON:
            return person
        if role == Qt.ItemDataRole.DisplayRole:
            return heading(person)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return sentence(person, self.now)
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_tooltip("\n".join(clean(a.email) for a in person.addresses))
        return None

    def canFetchMore(self, parent: AnyIndex) -> bool:
        return not parent.isValid() and len(self.rows) < self._total and not self._asked

    def fetchMore(self, parent: AnyIndex) -> None:
        if self.canFetchMore(parent):
            self._asked = True
            self.more_wanted.emit(len(self.rows))

    def show(self, rows: Sequence[PersonRow], total: int, now: float) -> None:
        """Show another list."""
        self.beginResetModel()
        self.rows, self._total, self._asked, self.now = list(rows), total, False, now
        self.endResetModel()

    def append(self, rows: Sequence[PersonRow], total: int) -> None:
        """The next page has come. Who is there already is not shown twice."""
        there = {row.ref for row in self.rows}
        fresh = [row for row in rows if row.ref not in there]
        self._asked, self._total = False, total if rows else len(self.rows)
        if fresh:
            first = len(self.rows)
            self.beginInsertRows(_NOWHERE, first, first + len(fresh) - 1)
            self.rows.extend(fresh)
            self.endInsertRows()

    def more_failed(self) -> None:
        self._asked = False


class PersonDelegate(PersonRowDelegate):
    """Name and last mail, address with groups and how often."""

    def words(self, index: AnyIndex) -> RowWords | None:
        person = index.data(PERSON)
        if not isinstance(person, PersonRow):
            return None
        now = getattr(index.model(), "now", 0.0)
        return RowWords(
            heading(person),
            line_words(person),
            short_date(person.last, now) if person.last else "",
            count_words(person),
            seed=person.addresses[0].key if person.addresses else person.name or " ",
        )


class PeopleView(QListView):
    """`opened(PersonRow)` on Enter or a click alone; `chosen(tuple)` whenever others are selected;
    `menu_wanted(QPoint)` on the screen; `left_upwards` when Up goes beyond the first row."""

    opened = Signal(object)
    chosen = Signal(object)
    menu_wanted = Signal(QPoint)
    left_upwards = Signal()

    def __init__(self, theme: Theme, now: float) -> None:
        super().__init__()
        quiet_bar(self)
        self.setAccessibleName("People")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.people = PeopleModel(now)
        self.setModel(self.people)
        self.setItemDelegate(PersonDelegate(theme, self))
        self.clicked.connect(self._on_clicked)
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit(self.selected()))
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def current(self) -> PersonRow | None:
        person = self.currentIndex().data(PERSON) if self.currentIndex().isValid() else None
        return person if isinstance(person, PersonRow) else None

    def selected(self) -> tuple[PersonRow, ...]:
        """The selected people, top to bottom."""
        places = sorted(index.row() for index in self.selectionModel().selectedRows())
        return tuple(self.people.rows[place] for place in places)

    def show_people(self, rows: Sequence[PersonRow], total: int, now: float) -> None:
        """Show these; who was current stays so where they are there, and who was selected. Somebody
        of whom something was noted meanwhile is the same person."""
        before, kept = self.current(), self.selected()
        self.people.show(rows, total, now)
        if before is not None:
            self._go_to(before)
        elif rows:
            self.setCurrentIndex(self.people.index(0, 0))
            self.clearSelection()
        refs = {row.ref for row in kept}
        names = {name for row in kept for name in _names(row)}
        for place, row in enumerate(rows):
            if row.ref in names or refs & _names(row):
                flag = self.selectionModel().SelectionFlag.Select
                self.selectionModel().select(self.people.index(place, 0), flag)

    def _go_to(self, person: PersonRow) -> None:
        """Make somebody current who is in the list, else the first."""
        rows = self.people.rows
        names = _names(person)
        same = (n for n, row in enumerate(rows) if row.ref in names or person.ref in _names(row))
        place = next(same, 0)
        self.setCurrentIndex(self.people.index(place, 0))

    def step(self, by: int) -> None:
        """The next (1) or the previous (-1) person."""
        place = min(max(self.currentIndex().row() + by, 0), len(self.people.rows) - 1)
        self.setCurrentIndex(self.people.index(place, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        person, key = self.current(), Qt.Key(event.key())
        if person is not None and key in _OPENING:
            self.opened.emit(person)
        elif key == Qt.Key.Key_Up and self.currentIndex().row() <= 0:
            self.left_upwards.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """By the mouse the row under it, which is selected first, by a key the current one."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        event.accept()
        if not index.isValid():
            return
        if not self.selectionModel().isSelected(index):
            self.setCurrentIndex(index)
            self.selectionModel().select(index, self.selectionModel().SelectionFlag.ClearAndSelect)
        below = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
        self.menu_wanted.emit(below if by_key else event.globalPos())

    def _on_clicked(self, index: QModelIndex) -> None:
        """A click alone opens; with Shift or Ctrl it chooses several."""
        person = index.data(PERSON)
        if isinstance(person, PersonRow) and len(self.selected()) == 1:
            self.opened.emit(person)
