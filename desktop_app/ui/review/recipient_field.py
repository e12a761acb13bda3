"""Address field: a chip for each recipient, an entry for the one being typed.

What is typed counts as a recipient at once, so that no keystroke is lost; a comma, Enter or
leaving the field makes it a chip. Many chips are made a few at a time, so that the window answers
meanwhile; whoever still waits for a chip counts from the beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QFrame, QLineEdit

from desktop_app.model.address import Address, unique
from desktop_app.model.draft import Badge
from desktop_app.ui.review.address_entry import as_typed, complete, split_typed, typed_addresses
from desktop_app.ui.review.chip import Chip
from desktop_app.ui.review.completion import CompletionList
from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.theme import Theme, set_role

Found = Callable[[tuple[Address, ...]], None]
Suggest = Callable[[str, Found], None]
ASK_MS = 120
AT_ONCE, SHOWN_AT_ONCE = 8, 24
"""Chips that are made in one go, at about a millisecond each. The first ones are shown at once,
the others together: Qt lays out the whole page whenever one is shown."""
_TAKING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab})
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_ENDING = ",;"


class RecipientEntry(QLineEdit):
    """The entry inside a field. It asks the field what a key means before it types it."""

    left = Signal()
    focused = Signal(bool)

    def __init__(self, field: RecipientField) -> None:
        super().__init__()
        self._field = field

    def event(self, event: QEvent) -> bool:
        """Tab and Escape arrive here first: both have a meaning while people are offered."""
        if isinstance(event, QKeyEvent) and event.type() in {
            QEvent.Type.KeyPress,
            QEvent.Type.ShortcutOverride,
        }:
            if event.type() == QEvent.Type.ShortcutOverride:
                if event.key() == Qt.Key.Key_Escape and self._field.offering:
                    event.accept()
                    return True
            elif self._field.take_key(event):
                event.accept()
                return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focused.emit(False)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()


class RecipientField(QFrame):
    """`edited` whenever the person changed the addresses; `filled` once everyone who is
    shown has a chip after some had to wait for one. `name` is To, Cc or Bcc."""

    edited = Signal()
    filled = Signal()

    def __init__(self, theme: Theme, name: str, suggest: Suggest) -> None:
        super().__init__()
        self._theme, self._suggest = theme, suggest
        self._chips: list[Chip] = []
        self._ready: list[Chip] = []
        self._coming: list[Address] = []
        self._badges: Mapping[str, tuple[Badge, ...]] = {}
        self._more = QTimer(self, singleShot=True, interval=0)
        self._more.timeout.connect(self._make_some)
        self._read_only = False
        set_role(self, "field")
        self.entry = RecipientEntry(self)
        self.entry.setAccessibleName(name)
        self.entry.setMinimumWidth(theme.px(40))
        set_role(self.entry, "bare")
        self.setFocusProxy(self.entry)
        self._flow = FlowLayout(self, theme.px(4), fill_last=True)
        self._flow.setContentsMargins(theme.px(4), theme.px(2), theme.px(4), theme.px(2))
        self._flow.addWidget(self.entry)
        self._people = CompletionList(theme, self)
        self._people.chosen.connect(self._take)
        self._ask = QTimer(self, singleShot=True, interval=ASK_MS)
        self._ask.timeout.connect(self._ask_people)
        self.entry.textEdited.connect(self._on_typed)
        self.entry.textChanged.connect(lambda _: self.edited.emit())
        self.entry.left.connect(self.commit)
        self.entry.focused.connect(self._on_focus)

    @property
    def offering(self) -> bool:
        return self._people.isVisible()

    @property
    def pending(self) -> str:
        """What is typed and not yet a chip."""
        return self.entry.text().strip()

    @property
    def whole(self) -> bool:
        """Whether everyone in the field can be seen there."""
        return not self._ready and not self._coming

    def addresses(self) -> tuple[Address, ...]:
        """Everyone in the field, those being typed and those still without a chip included."""
        return (*self._there(), *typed_addresses(self.entry.text()))

    def show_addresses(
        self, addresses: Sequence[Address], badges: Mapping[str, tuple[Badge, ...]]
    ) -> None:
        """Show these people. Nothing moves when they are there already."""
        self._badges = badges
        if tuple(addresses) != self.addresses():
            blocked = self.blockSignals(True)
            self._show_anew(addresses)
            self.blockSignals(blocked)
        for chip in (*self._chips, *self._ready):
            chip.set_badges(badges.get(chip.address.key, ()))

    def _show_anew(self, addresses: Sequence[Address]) -> None:
        """Out of sight meanwhile: a visible field is laid out anew with every chip."""
        hidden, focused = self.isHidden(), self.entry.hasFocus()
        self.hide()
        self.entry.clear()
        self._forget_waiting()
        for chip in reversed(tuple(self._chips)):
            self._drop(chip)
        self._add(*addresses)
        self.setVisible(not hidden)
        if focused:
            press(self.entry)

    def set_read_only(self, read_only: bool) -> None:
        self._read_only = read_only
        self.entry.setReadOnly(read_only)
        for chip in (*self._chips, *self._ready):
            chip.set_read_only(read_only)

    def remove_address(self, written_as: str) -> bool:
        """Take someone off by what is shown of them; whether they were here."""
        self.fill()
        key = written_as.strip().lower()
        if self.pending.lower() == key:
            self.entry.clear()
            return True
        gone = [c for c in self._chips if key in {c.address.key, c.address.name.lower()}]
        for chip in gone:
            self._remove(chip)
        return bool(gone)

    def take_key(self, event: QKeyEvent) -> bool:
        """Whether the key was for the field and not for the text."""
        key = Qt.Key(event.key())
        if self._read_only:
            return False
        if self.offering:
            if key in _STEPS:
                self._people.step(_STEPS[key])
                return True
            if key == Qt.Key.Key_Escape:
                self._people.hide()
                return True
        if event.matches(QKeySequence.StandardKey.Paste):
            return self._paste(QGuiApplication.clipboard().text())
        return self._take_writing_key(key, event)

    def commit(self) -> None:
        """Make chips of what is typed."""
        self._people.hide()
        typed = typed_addresses(self.entry.text())
        if typed and not self._read_only:
            blocked = self.blockSignals(True)
            self._add(*typed)
            self.entry.clear()
            self.blockSignals(blocked)
            self.edited.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        press(self.entry)
        event.accept()

    def _take_writing_key(self, key: Qt.Key, event: QKeyEvent) -> bool:
        text = self.entry.text()
        if key in _TAKING and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return self._take_current(key)
        if event.text() and event.text() in _ENDING and complete(text):
            self.commit()
            return True
        back = key in {Qt.Key.Key_Backspace, Qt.Key.Key_Left}
        if back and self.entry.cursorPosition() == 0 and not self.entry.hasSelectedText():
            if self._chips:
                press(self._chips[-1])
            return bool(self._chips)
        return False

    def _take_current(self, key: Qt.Key) -> bool:
        """Enter takes who is offered, or what is typed; Tab does so and then moves on."""
        chosen = self._people.current()
        if chosen is not None and self.pending:
            self._take(chosen)
            return True
        self.commit()
        return key != Qt.Key.Key_Tab

    def _take(self, address: Address) -> None:
        self._people.hide()
        self._ask.stop()
        blocked = self.blockSignals(True)
        self.entry.clear()
        self._add(address)
        self.blockSignals(blocked)
        press(self.entry)
        self.edited.emit()

    def _paste(self, text: str) -> bool:
        """Several addresses become chips at once; one is pasted as text."""
        found = typed_addresses(self.entry.text() + text)
        if len(found) < 2:
            return False
        self.entry.setText(self.entry.text() + text.replace("\n", ", "))
        self.commit()
        return True

    def _on_typed(self, text: str) -> None:
        done, rest = split_typed(text)
        if done:
            blocked = self.blockSignals(True)
            self._add(*done)
            self.entry.setText(rest)
            self.blockSignals(blocked)
            self.edited.emit()
        if rest.strip():
            self._ask.start()
        else:
            self._ask.stop()
            self._people.hide()

    def _ask_people(self) -> None:
        asked = self.entry.text()
        if asked.strip():
            self._suggest(asked.strip(), lambda found: self._offer(asked, found))

    def _offer(self, asked: str, found: tuple[Address, ...]) -> None:
        if self.entry.text() != asked or not self.entry.hasFocus():
            return
        there = {address.key for address in self._there()}
        self._people.offer(tuple(a for a in unique(found) if a.key not in there))

    def fill(self) -> None:
        """Make and show every chip that is still to come, now."""
        while self._coming:
            self._make_some()

    def _there(self) -> list[Address]:
        """Everyone who has a chip or gets one."""
        return [*(chip.address for chip in (*self._chips, *self._ready)), *self._coming]

    def _add(self, *addresses: Address) -> None:
        """Chips at the end for who is not there yet; the first ones at once."""
        there = self._there()
        new = unique((*there, *addresses))[len(there) :]
        self._coming.extend(new)
        if new and not self._more.isActive():
            self._make_some()
            self._reveal()

    def _make_some(self) -> None:
        now, self._coming = self._coming[:AT_ONCE], self._coming[AT_ONCE:]
        self._ready.extend(self._make(address) for address in now)
        if not self._coming or len(self._ready) >= SHOWN_AT_ONCE:
            self._reveal()
        if self._coming:
            self._more.start()
        else:
            self._more.stop()
            self.filled.emit()

    def _make(self, address: Address) -> Chip:
        """Out of sight, with all that showing it would need to work out."""
        chip = Chip(self._theme, address, self._badges.get(address.key, ()))
        chip.hide()
        chip.setParent(self)
        chip.set_read_only(self._read_only)
        chip.polish()
        chip.removed.connect(self._remove)
        chip.edit_wanted.connect(self._edit)
        chip.step_wanted.connect(self._step)
        return chip

    def _reveal(self) -> None:
        """Show the chips that are ready. Of many the field is hidden meanwhile."""
        ready, self._ready = self._ready, []
        aside = len(ready) > AT_ONCE and self.isVisible()
        focused = self.entry.hasFocus()
        blocked = self.entry.blockSignals(aside)
        if aside:
            self.hide()
        for chip in ready:
            self._flow.insert(len(self._chips), chip)
            self._chips.append(chip)
            chip.show()
        if aside:
            self.show()
            if focused:
                press(self.entry)
        self.entry.blockSignals(blocked)

    def _forget_waiting(self) -> None:
        """Nobody is to come any more."""
        self._more.stop()
        self._coming.clear()
        for chip in self._ready:
            chip.deleteLater()
        self._ready.clear()

    def _drop(self, chip: Chip) -> None:
        place = self._chips.index(chip)
        del self._chips[place]
        self._flow.takeAt(place)
        chip.hide()
        chip.deleteLater()

    def _remove(self, chip: Chip) -> None:
        place = self._chips.index(chip)
        self._drop(chip)
        following = self._chips[min(place, len(self._chips) - 1)] if self._chips else self.entry
        press(following)
        self.edited.emit()

    def _edit(self, chip: Chip) -> None:
        """Turn a chip back into text."""
        self.commit()
        self._drop(chip)
        press(self.entry)
        self.entry.setText(as_typed(chip.address))

    def _step(self, chip: Chip, by: int) -> None:
        place = self._chips.index(chip) + by
        target = self._chips[place] if 0 <= place < len(self._chips) else self.entry
        press(target)

    def _on_focus(self, there: bool) -> None:
        set_role(self, "field-focus" if there else "field")
