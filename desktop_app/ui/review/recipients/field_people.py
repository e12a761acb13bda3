"""People of one address field in their order, and the place of one whose address is being edited.

No widgets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from desktop_app.model.address import Address, unique


class FieldPeople:
    """Who is in the field. While somebody is `edited`, what is typed stands in their place."""

    def __init__(self) -> None:
        self._people: list[Address] = []
        self.edited: Address | None = None
        self._place = 0

    def __iter__(self) -> Iterator[Address]:
        return iter(self._people)

    def __len__(self) -> int:
        return len(self._people)

    @property
    def place(self) -> int | None:
        """Where what is typed stands; None: behind all."""
        return None if self.edited is None else self._place

    def with_typed(self, typed: Sequence[Address]) -> tuple[Address, ...]:
        """Everyone, with those of the text that is typed."""
        at = len(self._people) if self.place is None else self._place
        return (*self._people[:at], *typed, *self._people[at:])

    def show(self, people: Sequence[Address]) -> None:
        """These are in the field; nobody is edited."""
        self._people, self.edited = list(people), None

    def add(self, typed: Sequence[Address], *, goes_on: bool = False) -> list[Address]:
        """Those who are not there yet come where what is typed stands; they are returned. `goes_on`
        while more is typed behind them."""
        new = list(unique((*self._people, *typed))[len(self._people) :])
        at = len(self._people) if self.place is None else self._place
        self._people[at:at] = new
        self._place = at + len(new)
        if not goes_on:
            self.edited = None
        return new

    def begin_edit(self, address: Address) -> None:
        """Somebody becomes text."""
        self._place = self._people.index(address)
        self._people.remove(address)
        self.edited = address

    def give_back(self) -> Address | None:
        """Whoever was edited is there again as before; None where nobody was."""
        address, self.edited = self.edited, None
        if address is not None:
            self._people.insert(self._place, address)
        return address

    def remove(self, address: Address) -> int:
        """Take somebody off; where they stood."""
        at = self._people.index(address)
        del self._people[at]
        if self.edited is not None and at < self._place:
            self._place -= 1
        return at

    def insert(self, address: Address, place: int | None) -> None:
        """Somebody comes before whoever is at `place`, or last."""
        self._people.insert(len(self._people) if place is None else place, address)

    def put_in_place(self, gone: Address, come: Address | None) -> None:
        """Somebody comes where somebody stands who goes; nobody comes for None."""
        at = self._people.index(gone)
        self._people[at : at + 1] = [] if come is None else [come]
        if come is None and self.edited is not None and at < self._place:
            self._place -= 1

    def put_before(self, address: Address, place: int | None) -> bool:
        """Put somebody who is there before whoever is at `place`, or last; whether that changed
        anything."""
        before = list(self._people)
        at = self._people.index(address)
        self._people.pop(at)
        self.insert(address, None if place is None else place - (place > at))
        return self._people != before
