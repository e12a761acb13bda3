"""Cards of the changes that others propose to a draft: each part is taken or refused by itself.

Readable without colour: what is added is underlined, what goes is struck through.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from desktop_app.ui.bench.author_names import at_start, author_name
from desktop_app.ui.review.draft.change_parts import ChangePart, OfferedChange
from desktop_app.ui.widgets.parts import STYLE, clear, column, flow, plain, rich, row
from desktop_app.ui.widgets.theme import Theme, set_role

MOST = 30
HOW = "Added words are underlined, deleted words struck through."


class OfferedChanges(QWidget):
    """Cards, one for each change, with the signals `taken` and `refused`: the id of a change, and
    the key of one of its parts, None for all of it."""

    taken = Signal(str, object)
    refused = Signal(str, object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: tuple[OfferedChange, ...] = ()
        self._cards = column(gap=theme.px(8))
        column(self._cards, owner=self)
        self.hide()

    @property
    def sentences(self) -> tuple[str, ...]:
        """What a screen reader says when a card comes."""
        return tuple(f"{_title(offer)}. {_count(offer)}" for offer in self._shown)

    def show_offers(self, offers: tuple[OfferedChange, ...]) -> bool:
        """Show these and no others; whether there is one that was not there before. A card that
        says what it said stays: somebody may be about to press it."""
        known, before = {offer.change.id for offer in self._shown}, self._said()
        self._shown = offers
        if self._said() == before:
            return False
        clear(self._cards)
        for offer in offers:
            card = self._card(offer)
            self._cards.addWidget(card)
            card.show()
        self.setVisible(bool(offers))
        return any(offer.change.id not in known for offer in offers)

    def _said(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(o.change.id, tuple(part.markup for part in o.parts)) for o in self._shown]

    def _card(self, offer: OfferedChange) -> QFrame:
        px, card = self._theme.px, QFrame()
        set_role(card, "made-card")
        card.setAccessibleName("Proposed change")
        title = plain(_title(offer), role="strong", wrap=True)
        note = plain(_count(offer), role="caption", wrap=True)
        lines = [self._line(offer, part) for part in offer.parts[:MOST]]
        change = offer.change.id
        every = flow(
            self._button("Take all", "made", note.text(), lambda: self.taken.emit(change, None)),
            self._button("Refuse all", "", note.text(), lambda: self.refused.emit(change, None)),
            gap=px(8),
        )
        column(title, *lines, note, every, owner=card, gap=px(8), margins=px(12))
        return card

    def _line(self, offer: OfferedChange, part: ChangePart) -> QWidget:
        line, change, key = QWidget(), offer.change.id, part.key
        label = rich(part.markup, name=part.sentence)
        take = self._button("Take", "link", part.sentence, lambda: self.taken.emit(change, key))
        no = self._button("Refuse", "link", part.sentence, lambda: self.refused.emit(change, key))
        row(label, take, no, owner=line, gap=STYLE, fill=label)
        return line

    def _button(
        self, text: str, role: str, description: str, work: Callable[[], object]
    ) -> QPushButton:
        button = QPushButton(text)
        if role:
            set_role(button, role)
        button.setAccessibleDescription(description)
        button.clicked.connect(lambda _: work())
        return button


def _title(offer: OfferedChange) -> str:
    return f"{at_start(author_name(offer.change.author))} proposes a change to this draft"


def _count(offer: OfferedChange) -> str:
    count = len(offer.parts)
    places = "1 place" if count == 1 else f"{count} places"
    more = f" The first {MOST} are shown." if count > MOST else ""
    return f"{places}. {HOW}{more} Nothing changes before you take it."
