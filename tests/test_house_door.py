"""The door of a real house: tokens of programs that were let in, and what the window is told."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from desktop_app.accounts import public_web
from desktop_app.callers import Callers
from desktop_app.house import House
from desktop_app.house_door import HouseDoor
from desktop_app.model.asking_program import AskingProgram
from desktop_app.model.errors import Refused
from desktop_app.model.grant import EVERYTHING, Grant
from desktop_app.model.wish import Want, Wish
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from tests.fakes.new_profile import new_profile


@pytest.fixture
def wishes() -> list[Wish]:
    return []


@pytest.fixture
def door(tmp_path: Path, wishes: list[Wish]) -> Iterator[HouseDoor]:
    profile = new_profile(tmp_path / "p")
    store, settings = Store(profile), Settings(profile, {})
    house = House(store, settings, clock=time.time)
    callers = Callers(store, settings, time.time)
    yield HouseDoor(store, callers, house.runner, wishes.append, time.time)
    store.close()


def let_in(door: HouseDoor, grant: Grant = EVERYTHING) -> str:
    clients = door.store.bridge_clients
    return clients.let_in("A", "registered", accounts=("a",), grant=grant, now=time.time()).id


def test_a_token_opens_it_until_it_is_given_back(door: HouseDoor) -> None:
    id_ = let_in(door)
    first = door.new_tokens(id_, "program")
    assert first is not None
    assert first.access not in repr(first)
    found = door.client(first.access)
    assert (found.id if found else "") == id_
    assert door.client(first.renewing) is None
    second = door.renewed_tokens(first.renewing, "program")
    assert second is not None
    assert door.client(first.access) is None
    door.give_back(second.access, "program")
    assert door.client(second.access) is None
    assert door.client("") is None


def test_tokens_end_with_the_run_of_the_window_that_the_grant_names(door: HouseDoor) -> None:
    id_ = let_in(door, Grant(window=door.store.window))
    first = door.new_tokens(id_, "program")
    assert first is not None
    door.callers.window_closed()
    assert door.renewed_tokens(first.renewing, "program") is None
    assert door.new_tokens(id_, "program") is None


def test_the_window_is_told_who_asks(door: HouseDoor, wishes: list[Wish]) -> None:
    door.asks(AskingProgram("q", "A", "registered", "", "127.0.0.1", True, 0.0))
    assert wishes == [Wish(Want.LET_IN, asked_by="A", question="q")]


def test_a_document_is_asked_for_at_public_addresses_alone(
    door: HouseDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = public_web.PublicWeb.__init__.__kwdefaults__ or {}
    inside = {**usual, "resolve": lambda _: ["192.168.1.1"]}
    monkeypatch.setattr(public_web.PublicWeb.__init__, "__kwdefaults__", inside)
    with pytest.raises(Refused):
        door.document("https://client.example/c", Event())
