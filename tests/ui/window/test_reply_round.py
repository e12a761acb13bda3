"""Replies for all that need one: how far it is, one round at a time, and what a stop leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event

import pytest

from desktop_app.model.changes import Changes
from desktop_app.model.prepared import PreparedRound
from desktop_app.model.progress import Progress
from desktop_app.ui.window.reply_round import AGAIN, DOWN, UNDER_WAY
from tests.fakes.house import TestHouse, mail
from tests.sure import there
from tests.ui.conftest import WindowDriver

OpenWindow = Callable[..., WindowDriver]


@dataclass
class Preparing:
    """Does three of eighteen, then waits until it is stopped or let go on."""

    rounds: int = 0
    trouble: str = ""
    go_on: Event = field(default_factory=Event)

    def prepare_now(self, cancelled: Event, progress: Callable[[Progress], None]) -> PreparedRound:
        self.rounds += 1
        progress(Progress(3, 18, phase="Drafting replies"))
        while not self.go_on.wait(0.01) and not cancelled.is_set():
            pass
        left = 15 if cancelled.is_set() else 0
        return PreparedRound(drafts=18 - left, left=left)


@pytest.fixture
def preparing(house: TestHouse) -> Preparing:
    house.preparing = Preparing()
    house.add(mail())
    return house.preparing


def test_a_model_that_does_not_answer_is_told_of_once_in_each_outage(
    house: TestHouse, preparing: Preparing, open_window: OpenWindow
) -> None:
    told: list[str] = []
    driver = open_window()
    driver.bench.navigation.toast_wanted.connect(lambda text, _: told.append(text))
    heard = there(driver.window.late).reply_round

    def changed(trouble: str) -> None:
        preparing.trouble = trouble
        house.store.announce(Changes(drafts=True))
        driver.until(lambda: heard.trouble == trouble)

    for trouble in ("The model can't be reached.", "The model can't be reached.", "", "No key."):
        changed(trouble)
        changed(trouble)
    assert told == [f"{DOWN} The model can't be reached. {AGAIN}", f"{DOWN} No key. {AGAIN}"]


def begin(open_window: OpenWindow, told: list[str]) -> WindowDriver:
    driver = open_window()
    driver.bench.navigation.toast_wanted.connect(lambda text, _: told.append(text))
    driver.bench.actions.trigger("prepare_answers")
    status = driver.window.status.replies
    driver.qtbot.waitUntil(lambda: status.text.text() == "Drafting replies: 3 of 18")
    return driver


def test_the_status_bar_says_how_far_it_is_and_a_second_press_begins_no_second_round(
    preparing: Preparing, open_window: OpenWindow
) -> None:
    told: list[str] = []
    driver = begin(open_window, told)
    assert not driver.window.status.replies.pause_button.isVisible()
    driver.bench.actions.trigger("prepare_answers")
    driver.qtbot.waitUntil(lambda: told == [UNDER_WAY])
    preparing.go_on.set()
    driver.until(lambda: told == [UNDER_WAY, "18 answers wait in To review."])
    assert preparing.rounds == 1
    assert not driver.window.status.replies.isVisible()


def test_a_stop_leaves_what_was_drafted_and_says_what_is_left(
    preparing: Preparing, open_window: OpenWindow
) -> None:
    told: list[str] = []
    driver = begin(open_window, told)
    driver.window.status.replies.cancel_button.click()
    driver.until(lambda: told == ["3 answers wait in To review. 15 are left."])
    assert not driver.window.status.replies.isVisible()
