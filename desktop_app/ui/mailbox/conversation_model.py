"""Item model of the conversation list: rows that arrive page by page.

It knows rows, not tools: it says `more_wanted` and is given the next page. A refresh changes
only what changed, so that selection, scroll position and the focus stay where they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from desktop_app.ui.mailbox.conversation_rows import ConversationRow

ROW = Qt.ItemDataRole.UserRole
AnyIndex = QModelIndex | QPersistentModelIndex
MOST_STEPS = 200
_NO_PARENT = QModelIndex()


class ConversationModel(QAbstractTableModel):
    """One column; `Qt.UserRole` gives the `ConversationRow`. `before`: cursor of the next page."""

    more_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[ConversationRow] = []
        self._before = 0
        self._asked = False

    @property
    def rows(self) -> Sequence[ConversationRow]:
        return self._rows

    @property
    def before(self) -> int:
        return self._before

    def rowCount(self, parent: AnyIndex = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: AnyIndex = _NO_PARENT) -> int:
        return 0 if parent.isValid() else 1

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.subject
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.sentence
        return None

    def canFetchMore(self, parent: AnyIndex) -> bool:
        return not parent.isValid() and self._before != 0 and not self._asked

    def fetchMore(self, parent: AnyIndex) -> None:
        if self.canFetchMore(parent):
            self._asked = True
            self.more_wanted.emit(self._before)

    def show(self, rows: Sequence[ConversationRow], before: int) -> None:
        """Show another list altogether."""
        self.beginResetModel()
        self._rows = list(rows)
        self._before, self._asked = before, False
        self.endResetModel()

    def append(self, rows: Sequence[ConversationRow], before: int) -> None:
        """The next page has come. A row that is there already is not shown twice."""
        there = {row.id for row in self._rows}
        fresh = [row for row in rows if row.id not in there]
        self._before, self._asked = before, False
        if fresh:
            first = len(self._rows)
            self.beginInsertRows(_NO_PARENT, first, first + len(fresh) - 1)
            self._rows.extend(fresh)
            self.endInsertRows()

    def more_failed(self) -> None:
        """The next page did not come: it may be asked for again."""
        self._asked = False

    def refresh(self, rows: Sequence[ConversationRow], before: int) -> bool:
        """The same list read again from the top. What lies below the end of `rows` stays.

        Returns False when so much moved that the list was shown anew (the selection is lost).
        """
        wanted = [*rows, *self._tail(rows, before)]
        if not self._remove_all_but({row.id for row in wanted}):
            return self._anew(wanted, before)
        if sum(1 for a, b in zip(self._rows, wanted, strict=False) if a.id != b.id) > MOST_STEPS:
            return self._anew(wanted, before)
        for place, row in enumerate(wanted):
            self._put(place, row)
        if before == 0 or len(wanted) == len(rows):
            self._before = before
        return True

    def place_of(self, thread_id: int) -> int:
        """The row number of a conversation, -1 when it is not loaded."""
        return next((i for i, row in enumerate(self._rows) if row.id == thread_id), -1)

    def _anew(self, wanted: list[ConversationRow], before: int) -> bool:
        self.show(wanted, before)
        return False

    def _tail(self, rows: Sequence[ConversationRow], before: int) -> list[ConversationRow]:
        """Rows already loaded that are older than what was read again."""
        if before == 0 or not rows:
            return []
        oldest = rows[-1].date
        there = {row.id for row in rows}
        return [row for row in self._rows if row.date < oldest and row.id not in there]

    def _remove_all_but(self, kept: set[int]) -> bool:
        gone = [i for i, row in enumerate(self._rows) if row.id not in kept]
        ranges: list[tuple[int, int]] = []
        for place in gone:
            if ranges and ranges[-1][1] == place - 1:
                ranges[-1] = (ranges[-1][0], place)
            else:
                ranges.append((place, place))
        if len(ranges) > MOST_STEPS:
            return False
        for first, last in reversed(ranges):
            self.beginRemoveRows(_NO_PARENT, first, last)
            del self._rows[first : last + 1]
            self.endRemoveRows()
        return True

    def _put(self, place: int, row: ConversationRow) -> None:
        if place < len(self._rows) and self._rows[place].id == row.id:
            if self._rows[place] != row:
                self._rows[place] = row
                index = self.index(place, 0)
                self.dataChanged.emit(index, index)
            return
        old = self.place_of(row.id)
        if old < 0:
            self.beginInsertRows(_NO_PARENT, place, place)
            self._rows.insert(place, row)
            self.endInsertRows()
            return
        self.beginMoveRows(_NO_PARENT, old, old, _NO_PARENT, place)
        self._rows.insert(place, self._rows.pop(old))
        self.endMoveRows()
        self._put(place, row)
