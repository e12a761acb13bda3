"""What keeps a process with its window: all that must not be broken off, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.house import House
from desktop_app.mcp_bridge.bridge import Bridge
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from tests.fakes.new_profile import new_profile


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    profile = new_profile(tmp_path / "profile")
    made = House(Store(profile), Settings(profile, {}), clock=time.time)
    yield made
    made.shutdown()


def test_at_rest_nothing_is_under_way(house: House) -> None:
    assert house.at_work() == ""
    assert house.bridge_port == 0


def test_mail_that_counts_down_or_is_being_sent_is_waited_for(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox = type(house.store.outbox)
    with monkeypatch.context() as patch:
        patch.setattr(outbox, "waiting", lambda _: [(1, 0.0)])
        assert house.at_work() == "Mail is about to be sent."
    house.postman._asking.set()
    assert house.at_work() == "Mail is about to be sent."
    house.postman._asking.clear()
    assert house.at_work() == ""


def test_an_answer_that_is_prepared_and_a_program_at_the_bridge_are_waited_for(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house.preparing._busy:
        assert house.at_work() == "An answer is being prepared."
    with monkeypatch.context() as patch:
        patch.setattr(Bridge, "busy", property(lambda _: True))
        assert house.at_work() == "A program is connected to the bridge."
    assert house.at_work() == ""
