"""A first call as a model or a host makes it, and what must come of it: the right result, or an
error that names the way. `{budget}` and the like stand for ids of the world's mails."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from desktop_app.model.errors import KnownError
from desktop_app.tools.calls.base import Decision
from tests.tools.adapters.contract import World, at, filled, hold_draft


@dataclass(frozen=True)
class Guess:
    """`has` are values of the answer by their path, `draft` those of the newest draft, `says` parts
    of the text. `way` are the words that an error must have, in its sentence or its next step; with
    `way` the call is refused. `family` is the one listed to the program."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    has: Mapping[str, Any] = field(default_factory=dict)
    draft: Mapping[str, Any] = field(default_factory=dict)
    says: Sequence[str] = ()
    way: Sequence[str] = ()
    asks: bool = False
    before: Sequence[tuple[str, Mapping[str, Any]]] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    family: str = ""

    @property
    def id(self) -> str:
        return f"{self.name} {json.dumps(self.arguments, ensure_ascii=False)[:90]}"


def try_it(world: World, guess: Guess) -> None:
    world.runner.family = lambda: guess.family
    for key, value in guess.settings.items():
        world.house.settings.change(key, value)
    for name, arguments in guess.before:
        world.call(name, arguments)
    if guess.way:
        with pytest.raises(KnownError) as caught:
            world.call(guess.name, guess.arguments)
        error = caught.value
        told = " ".join((error.sentence, error.next_step, str(error.untrusted)))
        for part in guess.way:
            assert filled(part, world.ids) in told, told
        return
    decision, data, text = world.call(guess.name, guess.arguments)
    assert decision is (Decision.ASK if guess.asks else Decision.ALLOW), text
    for part in guess.says:
        assert filled(part, world.ids) in text, text
    for path, value in guess.has.items():
        assert at(data, path) == filled(value, world.ids), (path, data)
    if guess.draft:
        hold_draft(world, guess.draft)
    assert world.house.store.outbox.count_open() == 0
