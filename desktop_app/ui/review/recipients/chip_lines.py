"""Chips of an address field in a few lines, with a button for those who find no room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from desktop_app.model.address import Address
from desktop_app.ui.review.recipients.chip import Chip
from desktop_app.ui.review.recipients.recipient_rows import Badges, Whence
from desktop_app.ui.widgets.flow import FlowLayout, lines_taken
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.theme import Theme, set_role

MOST_CHIPS = 24
"""Chips that are made at the most; whoever comes after them is in the rows."""
LINES, LINES_SHORT = 3, 1
HIGH, HIGH_SHORT = 28, 20
"""Height of a chip."""


class ChipLines(QWidget):
    """Signals as those of `RecipientRows`. `made` are the chips, the hidden ones included; `more`
    is the button behind them. The `entry` follows, or stands where `put_entry` has it. `name` is
    the field's."""

    removed = Signal(object)
    edit_wanted = Signal(object)
    menu_wanted = Signal(object, QPoint)
    carried = Signal(object, str, QPoint)

    def __init__(self, theme: Theme, name: str, entry: QWidget) -> None:
        super().__init__()
        self._theme, self._name, self._entry = theme, name, entry
        self._read_only = self._short = False
        self.made: list[Chip] = []
        self.more = QToolButton()
        set_role(self.more, "flat")
        self.more.hide()
        self._flow = FlowLayout(self, theme.px(4), fill_last=True)
        self._flow.addWidget(self.more)
        self._flow.addWidget(entry)
        self._flow.filler = entry

    @property
    def held(self) -> bool:
        """Whether a chip has the focus."""
        return any(chip.hasFocus() for chip in self.made)

    def shown(self) -> list[Chip]:
        return [chip for chip in self.made if not chip.isHidden()]

    def put_entry(self, place: int | None) -> None:
        """Let the entry stand before the chip at a place, or behind all."""
        last = self._flow.count() - 1
        at = next(n for n in range(last + 1) if self._flow.widget_at(n) is self._entry)
        wanted = last if place is None or place >= len(self.shown()) else place
        if at != wanted:
            self._flow.move(at, wanted)

    def show_people(self, people: Sequence[Address], badges: Badges, whence: Whence) -> None:
        """Make the chips of these people; who has one keeps it."""
        self.put_entry(None)
        known = {chip.address: chip for chip in self.made}
        for _ in self.made:
            self._flow.takeAt(0)
        shown = people[:MOST_CHIPS]
        self.made = [known.pop(a) if a in known else self._make(a) for a in shown]
        for place, chip in enumerate(self.made):
            self._flow.insert(place, chip)
            key = chip.address.key
            chip.set_badges(badges.get(key, ()), whence.get(key, ""))
        for gone in known.values():
            gone.hide()
            gone.deleteLater()

    def fit(self, room: int, everyone: int, *, unfolded: bool) -> None:
        """Show as many chips as fit into so many pixels, none where the people are `unfolded`; and
        the number of the others of `everyone`."""
        fitting = 0 if unfolded else self._fitting(room, everyone)
        for place, chip in enumerate(self.made):
            chip.setVisible(place < fitting)
        left = everyone - fitting
        self.more.setVisible(left > 0)
        self.more.setText("Fold" if unfolded else f"+ {left} more")
        words = "Fold the recipients" if unfolded else f"Show all {everyone} recipients"
        self.more.setAccessibleName(f"{self._name}: {words}")

    def place_at(self, place: QPoint) -> int | None:
        """Before which chip somebody would come who is dropped at a place of the screen; None:
        behind all."""
        for at, chip in enumerate(self.shown()):
            box = chip.rect().translated(chip.mapToGlobal(QPoint()))
            if box.contains(place):
                return at + (place.x() >= box.center().x())
        return None

    def set_short(self, short: bool) -> None:
        """Do with fewer and lower lines, or take the usual ones again."""
        self._short = short
        for chip in self.made:
            chip.set_high(HIGH_SHORT if short else HIGH)

    def set_read_only(self, read_only: bool) -> None:
        self._read_only = read_only
        for chip in self.made:
            chip.set_read_only(read_only)

    def _make(self, address: Address) -> Chip:
        chip = Chip(self._theme, address)
        chip.hide()
        chip.set_read_only(self._read_only)
        chip.set_high(HIGH_SHORT if self._short else HIGH)
        chip.removed.connect(self.removed)
        chip.edit_wanted.connect(self.edit_wanted)
        chip.menu_wanted.connect(self.menu_wanted)
        chip.carried.connect(self.carried)
        chip.step_wanted.connect(self._step)
        return chip

    def _step(self, chip: Chip, by: int) -> None:
        shown = self.shown()
        place = shown.index(chip) + by
        press(shown[place] if 0 <= place < len(shown) else self._entry)

    def _fitting(self, width: int, everyone: int) -> int:
        """The number of chips that fit, with the button behind them if some do not."""
        gap, lines = self._theme.px(4), LINES_SHORT if self._short else LINES
        room = max(1, width - 2 * gap)
        entry = 0 if self._read_only else self._entry.minimumWidth()
        widths = [min(chip.sizeHint().width(), room) for chip in self.made]
        if len(self.made) == everyone and lines_taken(widths, room, gap) <= lines:
            return everyone
        more = self.more.fontMetrics().horizontalAdvance(f"+ {everyone} more") + 6 * gap
        count = len(widths)
        while count > 1 and lines_taken([*widths[:count], more, entry], room, gap) > lines:
            count -= 1
        return count
