"""Which people are listed, in which order: two choices, with the number of those who are."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.ui.widgets.controls import Choice
from desktop_app.ui.widgets.dates import number
from desktop_app.ui.widgets.parts import row
from desktop_app.ui.widgets.safe_text import as_tooltip, clean

Who = Literal["written", "everyone"]
Order = Literal["last", "name"]
_WHO = {"written": "You write with", "everyone": "Everyone"}
_ORDERS = {"last": "Latest", "name": "By name"}
_GROUP = "group:"


class WhichPeople(QWidget):
    """`changed` whenever the person has chosen something else."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.who, self.order = Choice(), Choice()
        self.who.setAccessibleName("Which people")
        self.order.setAccessibleName("Order")
        for value, words in _WHO.items():
            self.who.addItem(words, value)
        for value, words in _ORDERS.items():
            self.order.addItem(words, value)
        self.who.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for choice in (self.who, self.order):
            choice.activated.connect(lambda _: self.changed.emit())
        row(self.who, self.order, owner=self, gap=8, fill=self.who)

    @property
    def chosen(self) -> tuple[str, Who, Order]:
        """The group, empty for none; who; in which order."""
        who, order = str(self.who.currentData()), str(self.order.currentData())
        group = who.removeprefix(_GROUP) if who.startswith(_GROUP) else ""
        return (
            group,
            "written" if who == "written" else "everyone",
            "name" if order == "name" else "last",
        )

    def show_groups(self, groups: tuple[str, ...]) -> None:
        """Offer these groups. A group that is gone is not chosen any more."""
        chosen, wanted = self.who.currentData(), [*_WHO, *(f"{_GROUP}{g}" for g in groups)]
        if [self.who.itemData(n) for n in range(self.who.count())] == wanted:
            return
        self.who.clear()
        for value in wanted:
            words = _WHO.get(value) or f"Group {clean(value.removeprefix(_GROUP))}"
            self.who.addItem(words, value)
        self.who.setCurrentIndex(max(self.who.findData(chosen), 0))
        if self.who.currentData() != chosen:
            self.changed.emit()

    def choose(self, group: str) -> None:
        """The group has this name now."""
        place = self.who.currentIndex()
        self.who.setItemText(place, f"Group {clean(group)}")
        self.who.setItemData(place, f"{_GROUP}{group}")
        self.changed.emit()

    def choose_all(self) -> None:
        self.who.setCurrentIndex(0)
        self.changed.emit()

    def say(self, total: int) -> None:
        """How many there are, for whoever hears it."""
        self.who.setAccessibleDescription("1 person" if total == 1 else f"{number(total)} people")
        self.who.setToolTip(as_tooltip(self.who.accessibleDescription()))
