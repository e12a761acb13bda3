"""A name that was typed quicker than anybody could be offered: looked up behind the press.

Enter takes who is offered for just these letters. Where nobody has been offered for them yet, the
name stands in the field as it was typed until it is known who has it. The only one who has it takes
its place, in sight like any other. Among several the person chooses; nobody is guessed.
"""

from __future__ import annotations

from functools import partial
from typing import Protocol

from PySide6.QtWidgets import QLineEdit

from desktop_app.mail.wire.addresses import plainly_named
from desktop_app.model.address import Address
from desktop_app.tools.person.people_groups import Offer
from desktop_app.ui.review.recipients.address_entry import complete, typed_addresses
from desktop_app.ui.review.recipients.offering import Offering, Suggest


class Field(Protocol):
    """What is asked of the address field."""

    @property
    def entry(self) -> QLineEdit: ...

    def commit(self) -> None: ...

    def has(self, address: Address) -> bool: ...

    def edit(self, address: Address) -> None: ...

    def put_in_place(self, typed: Address, person: Address | None) -> None: ...


class NamesTyped:
    """The names of a field that are looked up."""

    def __init__(self, field: Field, suggest: Suggest, offered: Offering) -> None:
        self._field, self._suggest, self._offered = field, suggest, offered

    def commit(self) -> None:
        """Make chips of what is typed, and look up a name."""
        text = self._field.entry.text()
        typed = typed_addresses(text)
        self._field.commit()
        if len(typed) == 1 and not complete(text):
            self._suggest(text.strip(), partial(self._found, typed[0]))

    def _found(self, typed: Address, offers: tuple[Offer, ...]) -> None:
        if not offers or not self._field.has(typed):
            return
        if len(offers) == 1 and offers[0].kind == "person" and len(offers[0].people) == 1:
            person = plainly_named(offers[0].people[0])
            self._field.put_in_place(typed, None if self._field.has(person) else person)
        elif self._field.entry.hasFocus() and not self._field.entry.text():
            self._field.edit(typed)  # several have it: the person is there to choose
            self._offered.ask()
