"""List of people and groups offered below an address field. It never takes the focus."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from desktop_app.tools.person.people_groups import MOST_IN_A_MAIL, Offer
from desktop_app.ui.widgets.dates import number
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import Theme, set_role

OFFER = Qt.ItemDataRole.UserRole
MOST_ROWS = 8


class CompletionList(QListWidget):
    """`chosen(Offer)` when one is clicked; the field's keys move and take the current one."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, below: QWidget) -> None:
        super().__init__(below)
        self._theme, self._below = theme, below
        set_role(self, "popup")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Recipient suggestions")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemClicked.connect(lambda item: self.chosen.emit(item.data(OFFER)))
        self.hide()

    def offer(self, found: Sequence[Offer]) -> None:
        """Show these, or hide when there are none."""
        self.clear()
        for each in found:
            item = QListWidgetItem(offer_words(each))
            item.setData(OFFER, each)
            self.addItem(item)
        if not found:
            self.hide()
            return
        self.setCurrentRow(0)
        self._place(min(len(found), MOST_ROWS))

    def step(self, by: int) -> None:
        if self.count():
            self.setCurrentRow((self.currentRow() + by) % self.count())

    def current(self) -> Offer | None:
        """What Enter would take: nothing while it is hidden."""
        item = self.currentItem()
        if not self.isVisible() or item is None:
            return None
        offer = item.data(OFFER)
        return offer if isinstance(offer, Offer) else None

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


def why_nobody(offer: Offer) -> str:
    """A sentence on a group that has nobody to write to."""
    if offer.count > MOST_IN_A_MAIL:
        return f"{offer.name} has {number(offer.count)} people: too many for one mail."
    return f"Nobody of {offer.name} has a mail address."


def offer_words(offer: Offer) -> str:
    """`Dana Lee <dana@lee.example>`, `Choir, group of 12`."""
    if offer.kind == "person":
        return clean(str(offer.people[0]))
    if offer.kind == "group":
        return f"{clean(offer.name)}, group of {offer.count}"
    return f"{offer.name}, {offer.count} {'person' if offer.count == 1 else 'people'}"
