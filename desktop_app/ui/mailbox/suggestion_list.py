"""List below the search entry: suggestions, or what is wrong with the query.

It floats inside the window and never takes the focus: the entry's keys move it.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from desktop_app.search.suggest import Suggestion
from desktop_app.ui.widgets.parts import STYLE, column, plain
from desktop_app.ui.widgets.theme import Theme, set_role

SUGGESTION = Qt.ItemDataRole.UserRole


class SuggestionList(QFrame):
    """List with the signal `chosen(Suggestion)`, when one is taken."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, entry: QLineEdit) -> None:
        super().__init__()
        self._theme, self._entry = theme, entry
        set_role(self, "popup")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.problem = plain(role="error", wrap=True)
        self.problem.setContentsMargins(*[theme.px(4)] * 4)
        self.list = QListWidget()
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName("Search suggestions")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._on_clicked)
        column(self.problem, self.list, owner=self, gap=STYLE, margins=theme.px(4))

    def show_suggestions(self, found: tuple[Suggestion, ...]) -> None:
        self.problem.hide()
        self._list(found)
        if found:
            self._place()
        else:
            self.hide()

    def show_problem(self, sentence: str, fixes: tuple[Suggestion, ...] = ()) -> None:
        """What is wrong, and what was most likely meant."""
        self.problem.setText(sentence)
        self.problem.show()
        self._list(fixes)
        self._place()

    def _list(self, found: tuple[Suggestion, ...]) -> None:
        self.list.clear()
        for suggestion in found:
            item = QListWidgetItem(f"{suggestion.label}   {suggestion.hint}".rstrip())
            item.setData(SUGGESTION, suggestion)
            self.list.addItem(item)
        self.list.setVisible(bool(found))
        self.list.setCurrentRow(-1)
        if found:
            rows = min(len(found), 8)
            self.list.setFixedHeight(rows * self.list.sizeHintForRow(0) + 2)

    def step(self, by: int) -> None:
        count = self.list.count()
        if count:
            self.list.setCurrentRow((self.list.currentRow() + by) % count)

    def take_current(self) -> bool:
        """Take the marked suggestion; False when none is marked."""
        item = self.list.currentItem()
        if not self.isVisible() or not self.list.isVisible() or item is None:
            return False
        self.chosen.emit(item.data(SUGGESTION))
        return True

    def _on_clicked(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(SUGGESTION))

    def stay_below(self) -> None:
        """The window is another size: what is there stands below the entry again."""
        if self.isVisible():
            self._place()

    def _place(self) -> None:
        parent = self.parentWidget()
        if parent is None:
            return
        below = self._entry.mapTo(parent, QPoint(0, self._entry.height() + self._theme.px(4)))
        width = max(self._entry.width(), self._theme.px(240))
        self.setFixedSize(width, _height_of(self, width))
        self.move(min(below.x(), parent.width() - self.width()), below.y())
        self.show()
        self.raise_()


def _height_of(widget: QWidget, width: int) -> int:
    """What its layout takes in that width, words that wrap included."""
    high = int(widget.heightForWidth(width))
    return high if high >= 0 else int(widget.sizeHint().height())
