"""List of people offered below an address field. It never takes the focus."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from desktop_app.model.address import Address
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import Theme, set_role

ADDRESS = Qt.ItemDataRole.UserRole
MOST_ROWS = 8


class CompletionList(QListWidget):
    """`chosen(Address)` when one is clicked; the field's keys move and take the current one."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, below: QWidget) -> None:
        super().__init__(below)
        self._theme, self._below = theme, below
        set_role(self, "popup")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Recipient suggestions")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemClicked.connect(lambda item: self.chosen.emit(item.data(ADDRESS)))
        self.hide()

    def offer(self, found: tuple[Address, ...]) -> None:
        """Show these, or hide when there are none."""
        self.clear()
        for address in found:
            item = QListWidgetItem(clean(str(address)))
            item.setData(ADDRESS, address)
            self.addItem(item)
        if not found:
            self.hide()
            return
        self.setCurrentRow(0)
        self._place(min(len(found), MOST_ROWS))

    def step(self, by: int) -> None:
        if self.count():
            self.setCurrentRow((self.currentRow() + by) % self.count())

    def current(self) -> Address | None:
        """What Enter would take: nothing while it is hidden."""
        item = self.currentItem()
        if not self.isVisible() or item is None:
            return None
        address = item.data(ADDRESS)
        return address if isinstance(address, Address) else None

    def _place(self, rows: int) -> None:
        window = self._below.window()
        self.setParent(window)
        px = self._theme.px
        corner = self._below.mapTo(window, QPoint(0, self._below.height() + px(4)))
        width = max(self._below.width(), px(280))
        height = rows * self.sizeHintForRow(0) + px(12)
        self.setGeometry(min(corner.x(), max(0, window.width() - width)), corner.y(), width, height)
        self.show()
        self.raise_()
