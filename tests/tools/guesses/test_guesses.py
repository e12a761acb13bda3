"""What models and hosts really send, each taken as it is meant or told the way."""

from __future__ import annotations

import pytest

from tests.fakes.house import NOW, TestHouse, mail
from tests.tools.adapters.contract import world
from tests.tools.guesses.families import FAMILIES
from tests.tools.guesses.guess import Guess, try_it
from tests.tools.guesses.reading import READING
from tests.tools.guesses.writing import WRITING

ALL = (*READING, *WRITING, *FAMILIES)


@pytest.mark.parametrize("guess", ALL, ids=[guess.id for guess in ALL])
def test_the_guess_is_taken_or_told_the_way(house: TestHouse, guess: Guess) -> None:
    known = world(house)
    old = mail("Old news", "Long ago.", message_id="old@lee.example",
               date="Tue, 1 Sep 2026 10:00:00 +0000")  # fmt: skip
    known.ids["old"] = str(house.add(old, labels=frozenset()).id)
    house.store.sync_state.finished("g1", NOW)
    try_it(known, guess)
