"""What is offered while a recipient is typed: asked for a moment after the last key."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop_app.mail.wire.addresses import plainly_named
from desktop_app.model.address import unique
from desktop_app.tools.person.people_groups import Offer
from desktop_app.ui.review.recipients.completion import CompletionList
from desktop_app.ui.widgets.theme import Theme

Found = Callable[[tuple[Offer, ...]], None]
Suggest = Callable[[str, Found], None]
ASK_MS = 120


@dataclass(frozen=True)
class Asked:
    """What the offering needs of its field: the entry, and the keys of those who are there."""

    entry: QLineEdit
    there: Callable[[], Collection[str]]


class Offering(QObject):
    """`taken(Offer)` when one is clicked. Who is in the field already is not offered."""

    taken = Signal(object)

    def __init__(self, theme: Theme, below: QWidget, suggest: Suggest, asked: Asked) -> None:
        super().__init__(below)
        self._suggest, self._asked = suggest, asked
        self._list = CompletionList(theme, below)
        self._list.chosen.connect(self.taken)
        self.step = self._list.step
        self._answered = ""
        """For which text it is known who can be offered."""
        self._soon = QTimer(self, singleShot=True, interval=ASK_MS)
        self._soon.timeout.connect(self.ask)

    @property
    def shown(self) -> bool:
        return self._list.isVisible()

    @property
    def waits(self) -> bool:
        """Whether it is not known yet who can be offered for what is typed now."""
        return self._asked.entry.text() != self._answered

    def current(self) -> Offer | None:
        """What Enter would take: nobody who was offered for other letters."""
        return None if self.waits else self._list.current()

    def ask_soon(self, text: str) -> None:
        """The text that is typed has changed."""
        if text.strip():
            self._soon.start()
        else:
            self.stop()

    def stop(self) -> None:
        self._soon.stop()
        self._list.hide()

    def hide(self) -> None:
        """Close the list; what is typed next is asked about again."""
        self._list.hide()

    def ask(self) -> None:
        typed = self._asked.entry.text()
        self._soon.stop()
        if typed.strip():
            self._suggest(typed.strip(), lambda found: self._offer(typed, found))

    def _offer(self, typed: str, found: tuple[Offer, ...]) -> None:
        if self._asked.entry.text() != typed:
            return
        self._answered = typed
        if self._asked.entry.hasFocus():
            self._list.offer(tuple(self._left(found)))

    def _left(self, found: tuple[Offer, ...]) -> Iterator[Offer]:
        """The offers with those who are not in the field, each person once."""
        there = set(self._asked.there())
        for offer in found:
            people = tuple(plainly_named(a) for a in unique(offer.people) if a.key not in there)
            if offer.kind == "person":
                there |= {a.key for a in people}
            if people or (offer.kind == "group" and not offer.people):
                yield msgspec.structs.replace(offer, people=people)
