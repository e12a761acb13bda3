"""Address field: chips of the recipients, an entry for the one being typed.

What is typed counts as a recipient at once, so that no keystroke is lost; a comma, Enter or
leaving the field makes it a chip. All that there is no room for is unfolded as rows. The field
knows who has been on the screen.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame

from desktop_app.mail.drafts.given import as_typed
from desktop_app.model.address import Address
from desktop_app.tools.person.people_groups import Offer
from desktop_app.ui.review.recipients.address_entry import complete, split_typed, typed_addresses
from desktop_app.ui.review.recipients.chip_lines import ChipLines
from desktop_app.ui.review.recipients.completion import why_nobody
from desktop_app.ui.review.recipients.field_people import FieldPeople
from desktop_app.ui.review.recipients.names_typed import NamesTyped
from desktop_app.ui.review.recipients.offering import Asked, Offering, Suggest
from desktop_app.ui.review.recipients.people_seen import PeopleSeen, readable
from desktop_app.ui.review.recipients.recipient_entry import RecipientEntry
from desktop_app.ui.review.recipients.recipient_rows import (
    NOWHERE_SAID,
    Badges,
    RecipientRows,
    Whence,
)
from desktop_app.ui.widgets.focus import holds, press
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.theme import Theme, set_role

WAITING, WRITING = 12, 80
"""The least width of the entry: while nothing is typed it asks for no line of its own."""
_TAKING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab})
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_ENDING = ",;"


class RecipientField(QFrame):
    """`edited` whenever the person changed the addresses; `seen` when more of them have come onto
    the screen; `menu_wanted(Address, QPoint)`; `carried(Carried, Phase, QPoint)` while somebody is
    dragged; `told(str)` for what can't be taken. `name` is To, Cc or Bcc."""

    edited = Signal()
    seen = Signal()
    menu_wanted = Signal(object, QPoint)
    carried = Signal(object, str, QPoint)
    told = Signal(str)

    def __init__(self, theme: Theme, name: str, suggest: Suggest) -> None:
        super().__init__()
        self._theme, self._name = theme, name
        self._people = FieldPeople()
        self._badges: Badges = {}
        self._whence = NOWHERE_SAID
        self._seen = PeopleSeen(self, self._in_view)
        self.look_soon = self._seen.look_soon
        self._read_only = self._short = self._unfolded = False
        self.entry = RecipientEntry(self.take_key, self._wants_escape)
        self.entry.setAccessibleName(name)
        self.entry.setMinimumWidth(theme.px(WAITING))
        set_role(self.entry, "bare")
        self.rows = RecipientRows(theme, name)
        self.rows.hide()
        self.chips = ChipLines(theme, name, self.entry)
        self.more = self.chips.more
        column(self.rows, self.chips, owner=self)
        asked = Asked(self.entry, lambda: [a.key for a in self._people])
        self._offered = Offering(theme, self, suggest, asked)
        self._names = NamesTyped(self, suggest, self._offered)
        self._connect()

    def _connect(self) -> None:
        self._seen.changed.connect(self.seen)
        self._offered.taken.connect(self._take)
        self.entry.textEdited.connect(self._on_typed)
        self.entry.textChanged.connect(self._make_room)
        self.entry.textChanged.connect(lambda _: self.edited.emit())
        self.entry.left.connect(self.commit)
        self.more.clicked.connect(lambda: self.unfold(not self._unfolded))
        for shown in (self.rows, self.chips):
            shown.removed.connect(self.remove)
            shown.edit_wanted.connect(self.edit)
            shown.menu_wanted.connect(self.menu_wanted)
            shown.carried.connect(self.carried)

    @property
    def offering(self) -> bool:
        return self._offered.shown

    def _wants_escape(self) -> bool:
        """Whether Escape closes something of the field, and not the draft."""
        return self.offering or self._people.edited is not None

    @property
    def pending(self) -> str:
        """What is typed and not yet a chip."""
        return self.entry.text().strip()

    @property
    def whole(self) -> bool:
        """Whether everyone in the field has been on the screen."""
        return self._seen.holds(tuple(self._people))

    @property
    def settled(self) -> bool:
        """Whether it is known who is on the screen now."""
        return self._seen.settled

    @property
    def unfolded(self) -> bool:
        return self._unfolded

    def addresses(self) -> tuple[Address, ...]:
        """Everyone in the field, the one being typed included."""
        return self._people.with_typed(typed_addresses(self.entry.text()))

    def show_addresses(
        self, addresses: Sequence[Address], badges: Badges, whence: Whence = NOWHERE_SAID
    ) -> None:
        """Show these people, and by their keys what is known of them and where a stranger's address
        comes from. Nothing moves when they are there already."""
        changed = tuple(addresses) != self.addresses()
        if changed:
            blocked = self.blockSignals(True)
            self.entry.clear()
            self.blockSignals(blocked)
            self._people.show(addresses)
        if changed or (badges, whence) != (self._badges, self._whence):
            self._badges, self._whence = badges, whence
            self._lay_out()
        else:
            self._fit()

    def forget_seen(self) -> None:
        """Another draft comes: nobody of it has been on the screen, and it is folded."""
        self._seen.forget()
        self._unfolded = False

    def unfold(self, unfolded: bool = True) -> None:
        """Show everyone, a row each; or only as many chips as fit again."""
        self._unfolded = unfolded
        self._lay_out()

    def set_short(self, short: bool) -> None:
        """Do with fewer lines, or take the usual ones again."""
        if short != self._short:
            self._short = short
            self.chips.set_short(short)
            self._lay_out()

    def set_read_only(self, read_only: bool) -> None:
        self._read_only = self.rows.read_only = read_only
        self.entry.setReadOnly(read_only)
        self.chips.set_read_only(read_only)

    def remove_address(self, written_as: str) -> bool:
        """Take someone off by what is shown of them; whether they were here."""
        key = written_as.strip().lower()
        if self.pending.lower() == key:
            self.entry.clear()
            return True
        gone = [a for a in self._people if key in {a.key, a.name.lower()}]
        for address in gone:
            self.remove(address)
        return bool(gone)

    def take_key(self, event: QKeyEvent) -> bool:
        """Whether the key was for the field and not for the text."""
        key = Qt.Key(event.key())
        if self._read_only:
            return False
        if self.offering:
            if key in _STEPS:
                self._offered.step(_STEPS[key])
                return True
            if key == Qt.Key.Key_Escape:
                self._offered.hide()
                return True
        if key == Qt.Key.Key_Escape and self._people.edited is not None:
            self._give_back()
            return True
        if event.matches(QKeySequence.StandardKey.Paste):
            return self._paste(QGuiApplication.clipboard().text())
        return self._take_writing_key(key, event)

    def add(self, people: Sequence[Address]) -> None:
        """Further people, whom nobody has seen yet. What is being typed stays."""
        self._people.add(people, goes_on=True)
        self._lay_out()
        self.edited.emit()

    def commit(self) -> None:
        """Make chips of what is typed."""
        self._offered.hide()
        typed = typed_addresses(self.entry.text())
        if typed and not self._read_only:
            self._take_typed(typed, "")
        elif self._people.edited is not None:
            self._people.add(())
            self._lay_out()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        press(self.entry)
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(240), super().sizeHint().height())

    def _take_writing_key(self, key: Qt.Key, event: QKeyEvent) -> bool:
        text = self.entry.text()
        if key in _TAKING and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return self._take_current(key)
        if event.text() and event.text() in _ENDING and complete(text):
            self.commit()
            return True
        back = key in {Qt.Key.Key_Backspace, Qt.Key.Key_Left}
        if back and self.entry.cursorPosition() == 0 and not self.entry.hasSelectedText():
            self._go_to_last()
            return bool(self._people)
        return False

    def _make_room(self, text: str) -> None:
        least = self._theme.px(WRITING if text else WAITING)
        if self._people.edited is not None:
            wide = self.entry.fontMetrics().horizontalAdvance(text) + self._theme.px(24)
            least = max(least, min(wide, self.contentsRect().width()))
        self.entry.setMinimumWidth(least)

    def _go_to_last(self) -> None:
        shown = self.chips.shown()
        if self._unfolded and self._people:
            self.rows.setCurrentIndex(self.rows.model().index(len(self._people) - 1, 0))
            press(self.rows)
        elif shown:
            press(shown[-1] if self.more.isHidden() else self.more)

    def _take_current(self, key: Qt.Key) -> bool:
        """Enter takes who is offered, or what is typed; Tab does so and then moves on."""
        chosen = self._offered.current()
        if chosen is not None and self.pending:
            self._take(chosen)
            return True
        (self._names if self._offered.waits else self).commit()
        return key != Qt.Key.Key_Tab

    def _take(self, offer: Offer) -> None:
        """Somebody, or everybody of a group, who are chips then: those have to be seen."""
        self._offered.stop()
        if offer.people:
            self._take_typed(offer.people, "", pasted=offer.kind != "person")
        else:
            self.told.emit(why_nobody(offer))
        press(self.entry)

    def _take_typed(self, done: Sequence[Address], rest: str, *, pasted: bool = False) -> None:
        """These become recipients; `rest` stays in the entry. Who was typed was seen, but not
        those who were pasted at once."""
        blocked = self.blockSignals(True)
        self.entry.setText(rest)
        self.blockSignals(blocked)
        new = self._people.add(done, goes_on=bool(rest))
        if not pasted:
            self._seen.add(new)
        self._lay_out()
        self.edited.emit()

    def _paste(self, text: str) -> bool:
        """Several addresses become chips at once; one is pasted as text."""
        found = typed_addresses(self.entry.text() + text)
        if len(found) < 2:
            return False
        self._offered.hide()
        self._take_typed(found, "", pasted=True)
        return True

    def _on_typed(self, text: str) -> None:
        done, rest = split_typed(text)
        if done:
            self._take_typed(done, rest)
        self._offered.ask_soon(rest)

    def _lay_out(self) -> None:
        """Bring chips and rows up to date with the people."""
        people = tuple(self._people)
        self.chips.show_people(people, self._badges, self._whence)
        if self._unfolded:
            self.rows.show_people(people, self._badges, self._whence, short=self._short)
        self._fit()

    def _fit(self) -> None:
        """Show the rows, or as many chips as there is room for and the number of the others."""
        everyone = len(self._people)
        self.chips.fit(self.contentsRect().width(), everyone, unfolded=self._unfolded)
        self.chips.put_entry(self._people.place)
        self.rows.setVisible(self._unfolded and everyone > 0)
        self.look_soon()

    def _in_view(self) -> list[Address]:
        """Who is on the screen now. The rows count once they are open: the person scrolls them."""
        if self._unfolded:
            return list(self._people) if readable(self.rows) else []
        return [chip.address for chip in self.chips.shown() if readable(chip)]

    def remove(self, address: Address) -> None:
        """Take someone off; the focus goes to who comes next."""
        place = self._people.remove(address)
        held = self.chips.held
        self._lay_out()
        if held or (self._unfolded and not self._people and holds(self)):
            shown = self.chips.shown()
            press(shown[min(place, len(shown) - 1)] if shown else self.entry)
        self.edited.emit()

    def edit(self, address: Address) -> None:
        """Turn someone back into text, where they stand; Escape gives them back."""
        self.commit()
        self._people.begin_edit(address)
        self._lay_out()
        press(self.entry)
        self.entry.setText(as_typed(address))

    def _give_back(self) -> None:
        """Whoever was being edited is a chip again, as before."""
        self._offered.stop()
        blocked = self.blockSignals(True)
        self.entry.clear()
        self.blockSignals(blocked)
        address = self._people.give_back()
        self._lay_out()
        chip = next((c for c in self.chips.shown() if c.address == address), None)
        press(chip or self.entry)
        self.edited.emit()

    def has(self, address: Address) -> bool:
        return address in self._people

    def has_key(self, key: str) -> bool:
        """Whether the field has the address, under whatever name, also one that is typed."""
        return any(a.key == key for a in self.addresses())

    def give(self, address: Address) -> bool:
        """Somebody goes to another field; whether they have been on the screen here."""
        seen = self._seen.holds([address])
        self._people.remove(address)
        self._lay_out()
        self.edited.emit()
        return seen

    def take_in(self, address: Address, place: int | None, *, seen: bool) -> None:
        """Somebody comes from another field, before whoever is at `place`."""
        self.commit()
        self._people.insert(address, place)
        if seen:
            self._seen.add([address])
        self._lay_out()
        self.edited.emit()

    def put_in_place(self, typed: Address, person: Address | None) -> None:
        """Somebody comes where their name stands that was typed, or is in the field already."""
        self._people.put_in_place(typed, person)
        self._lay_out()
        self.edited.emit()

    def put_before(self, address: Address, place: int | None) -> bool:
        """Put somebody of the field before whoever is at `place`, or last; whether it changed."""
        if not self._people.put_before(address, place):
            return False
        self._lay_out()
        self.edited.emit()
        return True

    def place_at(self, place: QPoint) -> int | None:
        """Before whom somebody would come who is dropped at a place of the screen; None: last."""
        return self.chips.place_at(place)

    def set_receiving(self, receiving: bool) -> None:
        """Show that somebody who is dragged would be dropped here."""
        set_role(self, "receiving" if receiving else "")
