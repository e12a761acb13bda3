"""Notices as messages of a tray: shown where there is one, and a press opens the last."""

from __future__ import annotations

import platform
import time
from pathlib import Path

import pytest

from desktop_app.desktop.tray_messages import TrayMessages
from desktop_app.house import House
from desktop_app.model.notice import Notice, Press
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from tests.fakes.new_profile import new_profile


def test_a_message_is_said_and_a_press_opens_what_was_said_last() -> None:
    tray, said, pressed = TrayMessages(), list[tuple[str, str]](), list[tuple[str, Press]]()
    tray.begin(lambda key, press: pressed.append((key, press)), lambda _: None, lambda: None)
    tray.clicked()
    assert not tray.show(Notice("thread:1", "Dana Lee", "Lunch?"))
    tray.say = lambda title, body: said.append((title, body))
    assert tray.show(Notice("thread:1", "Dana Lee", "Lunch?"))
    assert tray.show(Notice("review", "A draft waits"))
    tray.clicked()
    assert said == [("Dana Lee", "Lunch?"), ("A draft waits", "")]
    assert pressed == [("review", Press.OPEN)]
    tray.take_back("review")
    tray.clicked()
    assert len(pressed) == 1
    assert tray.quiet() is False
    tray.shutdown()
    assert not tray.show(Notice("thread:1", "Dana Lee"))


@pytest.mark.parametrize("system", ["Windows", "Darwin"])
def test_systems_without_the_service_have_a_trays_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    monkeypatch.setattr(platform, "system", lambda: system)
    store = Store(new_profile(tmp_path / "p"))
    house = House(store, Settings(store.profile, {}), clock=time.time)
    assert isinstance(house.told.board, TrayMessages)
    store.close()
