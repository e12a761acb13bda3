"""List of what is offered beside the caret. It never takes the focus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QListWidget, QListWidgetItem

from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import Theme, set_role

_VALUE = Qt.ItemDataRole.UserRole
MOST_ROWS = 8


@dataclass(frozen=True, slots=True)
class Offer:
    """`words` are shown, `value` is what is put in, or what names it."""

    words: str
    value: str


class OfferList(QListWidget):
    """`chosen(Offer)` when one is clicked; whoever shows it moves and takes by keys."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, editor: QAbstractScrollArea) -> None:
        super().__init__(editor)
        self._theme, self._editor = theme, editor
        set_role(self, "popup")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.itemClicked.connect(lambda item: self.chosen.emit(item.data(_VALUE)))
        self.hide()

    def offer(self, name: str, found: Sequence[Offer], at: QRect, *, first: bool) -> None:
        """Show these beside the caret, whose place in the editor's viewport is `at`; with `first`
        the first one is what Enter takes."""
        self.setAccessibleName(name)
        self.clear()
        for each in found:
            item = QListWidgetItem(clean(each.words))
            item.setData(_VALUE, each)
            self.addItem(item)
        self.setCurrentRow(0 if first else -1)
        self.place(at)

    def step(self, by: int) -> None:
        """Go to the next one, or from none to the first or last."""
        if not self.count():
            return
        row = self.currentRow()
        start = row if row >= 0 else (-1 if by > 0 else 0)
        self.setCurrentRow((start + by) % self.count())

    def current(self) -> Offer | None:
        """What Enter would take: nothing while it is hidden."""
        item = self.currentItem()
        value = item.data(_VALUE) if item is not None and self.isVisible() else None
        return value if isinstance(value, Offer) else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scrollToItem(self.currentItem())

    def place(self, at: QRect) -> None:
        """Below the caret where there is room in the window, else above it."""
        window, beside = self._editor.window(), self._editor.viewport()
        self.setParent(window)
        px = self._theme.px
        width = min(max(px(240), self.sizeHintForColumn(0) + px(40)), px(420), window.width())
        height = min(self.count(), MOST_ROWS) * self.sizeHintForRow(0) + px(12)
        corner = beside.mapTo(window, at.bottomLeft())
        top = corner.y() + px(4)
        if top + height > window.height():
            top = max(0, beside.mapTo(window, at.topLeft()).y() - px(4) - height)
        left = max(0, min(corner.x(), window.width() - width))
        self.setGeometry(left, top, width, height)
        self.show()
        self.raise_()
