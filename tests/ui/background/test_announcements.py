"""What the store announces comes to the window's thread, gathered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from threading import Thread

import pytest
from pytestqt.qtbot import QtBot

from desktop_app.model.changes import Changes
from desktop_app.ui.background.announcements import Announcements
from tests.fakes.house import TestHouse
from tests.ui.conftest import services_of
from tests.ui.turning import settle


@pytest.fixture
def announcements(qtbot: QtBot, house: TestHouse) -> Iterator[Announcements]:
    made = Announcements(services_of(house))
    yield made
    made.stop()


def in_a_thread(work: Callable[[], object]) -> None:
    thread = Thread(target=work)
    thread.start()
    thread.join()


def test_the_first_change_comes_at_once_and_the_next_ones_together(
    qtbot: QtBot, house: TestHouse, announcements: Announcements
) -> None:
    seen: list[Changes] = []
    announcements.changed.connect(seen.append)
    in_a_thread(lambda: house.store.announce(Changes(drafts=True)))
    qtbot.waitUntil(lambda: len(seen) == 1)
    for change in (Changes(audit=True), Changes(outbox=True), Changes(audit=True)):
        in_a_thread(partial(house.store.announce, change))
    qtbot.waitUntil(lambda: len(seen) == 2)
    assert seen == [Changes(drafts=True), Changes(audit=True, outbox=True)]
    qtbot.waitUntil(lambda: not announcements._timer.isActive())
    assert len(seen) == 2
    in_a_thread(lambda: house.store.announce(Changes(sync=True)))
    qtbot.waitUntil(lambda: len(seen) == 3)


def test_nothing_is_heard_after_the_stop(house: TestHouse, announcements: Announcements) -> None:
    seen: list[Changes] = []
    announcements.changed.connect(seen.append)
    announcements.stop()
    in_a_thread(lambda: house.store.announce(Changes(drafts=True)))
    settle()
    assert seen == []
