"""The press of Send is written down before anything is done for it: a kill at any step between the
press and the outbox leaves a mail that waits to be sent, or is told of at the next start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any

import apsw
import pytest

from desktop_app.model.draft import Draft, DraftState
from desktop_app.model.errors import Unavailable
from desktop_app.model.outbox import OutboxState
from desktop_app.store.store import Store
from desktop_app.tools.calls.base import P, R, Tool, ToolResult
from tests.fakes.house import TestHouse
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import ELSEWHERE, open_review, own_mail, own_reply, stored
from tests.ui.held_runner import HeldRunner
from tests.ui.review.test_pane import type_into

BEGUN, DONE = "begun", "done"
OpenWindow = Callable[..., WindowDriver]


@dataclass(frozen=True)
class Kill:
    """What the disk has when the program is killed at this step, and whether the person had been
    told in the window by then that the mail does not go."""

    step: str
    path: Path
    told: bool


class KilledRunner(HeldRunner):
    """At each step of each call of `watched`: what is committed then, in a file of its own."""

    def __init__(self, house: TestHouse, folder: Path) -> None:
        super().__init__(house)
        self._house, self._folder, self._lock = house, folder, Lock()
        self.watching = False
        self.told: Callable[[], bool] = bool
        self.kills: list[Kill] = []

    def call(self, tool: Tool[P, R], params: P, **more: Any) -> ToolResult[R]:
        name = tool.name if not getattr(params, "pressed", False) else "save_draft with the press"
        self._kill(f"{name} {BEGUN}")
        try:
            return super().call(tool, params, **more)
        finally:
            self._kill(f"{name} {DONE}")

    def _kill(self, step: str) -> None:
        if not self.watching:
            return
        with self._lock:
            told = self.told()
            path = self._folder / f"kill-{len(self.kills)}"
            path.mkdir(mode=0o700)
            source = apsw.Connection(str(self._house.profile / "mail.db"))
            source.execute("VACUUM INTO ?", (str(path / "mail.db"),))
            source.close()
            self.kills.append(Kill(step, path, told))


class Pressing:
    """A window in which Send is pressed, while every step is watched."""

    def __init__(self, open_window: OpenWindow, house: TestHouse, folder: Path) -> None:
        self.runner = KilledRunner(house, folder)
        self.driver = open_window(self.runner)
        self.house = house

    def open(self, draft: Draft) -> Any:
        self.draft = draft
        self.pane = open_review(self.driver, draft)
        return self.pane

    def press(self) -> None:
        notices: list[str] = []
        form = self.pane.form
        real = form.notice

        def notice(status: Any, *rest: Any) -> None:
            notices.append(status.text)
            real(status, *rest)

        form.notice = notice
        self.runner.told = lambda: any("not sent" in n.lower() for n in notices)
        self.runner.watching = True
        self.pane.send()

    def until(self, holds: Callable[[], bool]) -> None:
        self.driver.until(holds)
        self.runner.watching = False

    @property
    def entry(self) -> OutboxState | None:
        found = self.house.store.outbox.for_draft(self.draft.id)
        return found.state if found is not None else None

    def after(self, kill: Kill) -> tuple[bool, bool]:
        """Whether the mail waits to be sent, and whether the next start tells of it."""
        store = Store(kill.path, clock=self.house.clock)
        try:
            waits = bool(store.outbox.waiting())
            store.outbox.recover()
            told = store.outbox.not_sent().get(self.draft.id)
            assert told is None or told.pressed == self.house.now
            return waits, told is not None
        finally:
            store.close()

    def silent(self) -> list[str]:
        """The steps after which the next start says nothing, without a word in the window."""
        return [k.step for k in self.runner.kills if not k.told and not any(self.after(k))]


FIRST = {f"save_draft with the press {BEGUN}", f"note_press {BEGUN}"}
"""The very first thing: until this is committed there is nothing that could be told."""


@pytest.fixture
def pressing(
    driver: WindowDriver, open_window: OpenWindow, house: TestHouse, tmp_path: Path
) -> Pressing:
    folder = tmp_path / "kills"
    folder.mkdir()
    return Pressing(open_window, house, folder)


@pytest.mark.parametrize("typed", ["", "and more"])
def test_killed_between_the_press_and_the_outbox_the_next_start_tells_of_it(
    pressing: Pressing, typed: str
) -> None:
    pane = pressing.open(own_reply(pressing.house, "What I wrote"))
    if typed:
        type_into(pressing.driver, pane, typed)
    pressing.press()
    pressing.until(lambda: pressing.entry is OutboxState.QUEUED)
    steps = [kill.step for kill in pressing.runner.kills]
    assert steps[0] in FIRST, steps
    assert f"send_draft {DONE}" in steps
    assert pressing.silent() == steps[:1]


def test_what_is_told_of_has_the_words_on_which_send_was_pressed(pressing: Pressing) -> None:
    """The words that were not saved yet, and the press, are one commit."""
    pane = pressing.open(own_reply(pressing.house, "What I wrote"))
    type_into(pressing.driver, pane, " and more")
    pressing.press()
    pressing.until(lambda: pressing.entry is OutboxState.QUEUED)
    for kill in pressing.runner.kills[1:]:
        store = Store(kill.path, clock=pressing.house.clock)
        assert store.drafts.get(pressing.draft.id).content.body == "What I wrote and more"
        store.close()


def test_pressed_while_an_older_save_is_under_way_it_is_written_down_before_that_is_waited_for(
    pressing: Pressing,
) -> None:
    pane = pressing.open(own_reply(pressing.house, "What I wrote"))
    pressing.runner.held = "save_draft"
    type_into(pressing.driver, pane, " and")
    pressing.driver.qtbot.waitUntil(pressing.runner.began.is_set)
    type_into(pressing.driver, pane, " more")
    pressing.press()
    pressing.driver.qtbot.waitUntil(lambda: pressing.runner.called["note_press"] == 1)
    pressing.runner.held = ""
    pressing.runner.release.set()
    pressing.until(lambda: pressing.entry is OutboxState.QUEUED)
    steps = [kill.step for kill in pressing.runner.kills]
    assert pressing.silent() == steps[: steps.index(f"note_press {DONE}")]


@pytest.mark.parametrize("fails", ["note_press", "save_draft", "review_draft", "send_draft"])
def test_told_in_the_window_that_it_does_not_go_nothing_is_left_to_tell(
    pressing: Pressing, fails: str
) -> None:
    pane = pressing.open(own_reply(pressing.house, "What I wrote"))
    if fails == "save_draft":
        type_into(pressing.driver, pane, " and more")
    pressing.runner.fails[fails] = Unavailable("The disk is full.")
    pressing.press()
    pressing.until(lambda: pressing.runner.told() and pressing.entry is None)
    refused = {f"{name.removesuffix(BEGUN)}{DONE}" for name in FIRST}
    unwritten = refused if fails in {"note_press", "save_draft"} else set()
    assert set(pressing.silent()) <= FIRST | unwritten, "what could be written down was not"
    assert pressing.after(pressing.runner.kills[-1]) == (False, False)


def test_stopped_by_a_check_that_comes_to_light_it_is_taken_back(
    pressing: Pressing,
) -> None:
    """Words that were not saved yet are checked once they are."""
    pane = pressing.open(own_reply(pressing.house, "What I wrote"))
    type_into(pressing.driver, pane, " [name]")
    pressing.press()
    pressing.until(lambda: bool(pane.page.checks.blocking) and pressing.entry is None)
    assert stored(pressing.driver, pressing.draft).state is DraftState.EDITED
    assert pressing.after(pressing.runner.kills[-1]) == (False, False)


def test_a_review_that_is_left_before_the_mail_is_on_its_way_tells_of_it_at_once(
    pressing: Pressing,
) -> None:
    toasts: list[str] = []
    pressing.open(own_reply(pressing.house, "What I wrote"))
    pressing.driver.bench.navigation.toast_wanted.connect(lambda text, _: toasts.append(text))
    pressing.runner.held = "review_draft"
    pressing.press()
    pressing.driver.qtbot.waitUntil(pressing.runner.began.is_set)
    pressing.driver.bench.navigation.back()
    pressing.runner.release.set()
    pressing.until(lambda: pressing.entry is OutboxState.HELD)
    steps = [kill.step for kill in pressing.runner.kills]
    assert pressing.silent() == [step for step in steps if step in FIRST]
    assert list(pressing.house.store.outbox.not_sent()) == [pressing.draft.id]
    assert any("You left the draft" in text for text in toasts), toasts


def test_a_review_that_is_left_while_the_mail_is_queued_leaves_the_next_one_alone(
    pressing: Pressing,
) -> None:
    other = own_mail(pressing.house, to=("dana@lee.example",), subject="Other")
    pressing.open(own_reply(pressing.house, "What I wrote"))
    pressing.runner.held = "send_draft"
    pressing.press()
    pressing.driver.qtbot.waitUntil(pressing.runner.began.is_set)
    pressing.driver.bench.navigation.open_draft(other.id)
    pane = pressing.pane
    pressing.driver.qtbot.waitUntil(
        lambda: pane.form.review is not None and pane.form.review.draft.id == other.id
    )
    type_into(pressing.driver, pane, "kept")
    pressing.runner.release.set()
    pressing.until(lambda: pressing.entry is OutboxState.QUEUED)
    pressing.driver.until(lambda: stored(pressing.driver, other).content.body == "kept")
    assert pane.form.isVisible()
    assert pressing.driver.bench.selection.draft == other.id
    assert pressing.house.store.outbox.not_sent() == {}


def test_what_comes_between_the_press_and_the_send_is_not_sent_unseen(pressing: Pressing) -> None:
    """What is typed is put on top of another version: the press was on the mail before."""
    pane = pressing.open(own_reply(pressing.house, "What I wrote"))
    drafts, draft = pressing.house.store.drafts, pressing.draft
    other = replace(draft.content, subject="Other")
    drafts.save(draft.id, draft.revision, other, ELSEWHERE, now=pressing.house.now)
    type_into(pressing.driver, pane, " and more")
    pressing.press()
    pressing.until(lambda: pressing.runner.told() and pressing.entry is None)
    assert stored(pressing.driver, draft).content.body == "What I wrote and more"
    assert pressing.after(pressing.runner.kills[-1]) == (False, False)
