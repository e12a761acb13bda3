"""What models and hosts really send, each taken as it is meant or told the way: by the assistant's
plain ids, and by the encrypted ones that a program is told."""

from __future__ import annotations

import pytest

from desktop_app.model.draft import Origin
from desktop_app.store.scoped_store import scoped
from tests.depths import one_in
from tests.fakes.house import NOW, TestHouse, mail
from tests.tools.adapters.contract import World, world
from tests.tools.guesses.families import FAMILIES
from tests.tools.guesses.guess import Guess, try_it
from tests.tools.guesses.reading import READING
from tests.tools.guesses.writing import WRITING

ALL = (*READING, *WRITING, *FAMILIES)


def known(house: TestHouse) -> World:
    """The contracts' world with an archived mail, and its second account in step."""
    found = world(house)
    old = mail("Old news", "Long ago.", message_id="old@lee.example",
               date="Tue, 1 Sep 2026 10:00:00 +0000")  # fmt: skip
    found.ids["old"] = str(house.add(old, labels=frozenset()).id)
    house.store.sync_state.finished("g1", NOW)
    return found


def sealed(house: TestHouse, found: World) -> World:
    """The world as a program at the bridge is told it."""
    accounts = frozenset(account.id for account in house.store.accounts.list())
    found.runner = house.runner(Origin.MCP, "A program", scope=lambda: accounts, caller="p1")
    told = scoped(house.store, accounts, sealed=True).told_ids
    found.ids = {
        name: told.thread(int(id_)) if name == "thread" else told.message(int(id_))
        for name, id_ in found.ids.items()
    }
    return found


@one_in(7)
@pytest.mark.parametrize("guess", ALL, ids=[guess.id for guess in ALL])
def test_the_guess_is_taken_or_told_the_way(house: TestHouse, guess: Guess) -> None:
    try_it(known(house), guess)


@one_in(7)
@pytest.mark.parametrize("guess", ALL, ids=[guess.id for guess in ALL])
def test_a_program_s_guess_is_taken_or_told_the_way(house: TestHouse, guess: Guess) -> None:
    try_it(sealed(house, known(house)), guess)


def test_there_are_enough_of_them() -> None:
    assert len(ALL) >= 176
    taken = [guess for guess in ALL if not guess.way]
    assert len(taken) > len(ALL) / 2
