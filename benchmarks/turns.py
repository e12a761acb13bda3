"""What the window's thread computes for what a person does, in its longest turn.

`python -m benchmarks.turns PROFILE` drives the real window on a profile and prints JSON: for each
act the milliseconds of the thread's own computing, the first time and each time after. What a
busy machine takes from the thread is not counted.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event, Thread

AGAIN = 4
FRAMES = 40
TYPED = "Dear all, the stairs"
QUERY = "the plan for"
LIMIT_SECONDS = 20.0
EACH, ONCE = 50.0, 100.0
"""Milliseconds aimed at for what a person does all the time, and for what is asked for once."""

BY_CLOCK = "beside a computing thread, by the clock"
CONTINUOUS = frozenset({"a letter in the search entry", "a letter in a mail", "a page of the list"})
Act = Callable[[], object]
Done = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Turns:
    """The longest turn of each act, in milliseconds: the first time, then each time after."""

    by_act: Mapping[str, tuple[float, ...]]

    def rows(self) -> Iterator[tuple[str, float, float, str]]:
        """Act, first time, the worst of the later times, and what is aimed at: at rest only."""
        for act, times in self.by_act.items():
            aim = f"≤ {EACH if act in CONTINUOUS else ONCE:.0f}"
            yield act, times[0], max(times[1:] or times), "" if act.endswith(BY_CLOCK) else aim


def measure(profile: Path) -> Turns | None:
    """None where no window can be made."""
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a program that is installed has its bytecode
    command = [sys.executable, "-m", "benchmarks.turns", str(profile)]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    if done.returncode != 0:
        print(f"The turns could not be measured: {done.stderr[-2000:]}", file=sys.stderr)
        return None
    found = json.loads(done.stdout.splitlines()[-1])
    return Turns({act: tuple(times) for act, times in found.items()})


class Driver:
    """A window and what is done to it."""

    def __init__(self, profile: Path) -> None:
        from desktop_app.app import build, services
        from desktop_app.locations import resources
        from desktop_app.ui.window.application import (
            SWITCH_SECONDS,
            make_application,
            open_window,
        )

        sys.setswitchinterval(SWITCH_SECONDS)

        self.house = build(profile)
        self.app = make_application(resources())
        self.draft_id = self._propose()
        self.window = open_window(self.app, services(self.house))
        self.bench = self.window.bench
        self.times: dict[str, list[float]] = {}
        self.until(lambda: self.window.warm and self.bench.calls.jobs.idle)

    def _propose(self) -> str:
        from desktop_app.model.draft import Author, Origin
        from desktop_app.tools.calls.caller import Caller
        from desktop_app.tools.verbs import create_draft

        runner = self.house.runner(Caller(Author(Origin.ASSISTANT, "Starter assistant")))
        params = create_draft.CreateDraft(
            to=("Dana Lee <dana@lee.example>",), subject="Plan", body="Hello Dana.\n\nYes.\n" * 20
        )
        return str(runner.call(create_draft.TOOL, params).unwrap().draft_id)

    def turn(self) -> float:
        """Seconds this thread computes to handle all that is there now."""
        start = time.thread_time()
        self.app.processEvents()
        return time.thread_time() - start

    def until(self, done: Done) -> float:
        """Handle events until something holds and nothing is under way; the longest turn."""
        end, worst = time.monotonic() + LIMIT_SECONDS, 0.0
        while not (done() and self.bench.calls.jobs.idle):
            worst = max(worst, self.turn())
            if time.monotonic() > end:
                raise TimeoutError("the window did not do what was asked")
        return max(worst, *(self.turn() for _ in range(10)))

    def act(self, name: str, act: Act, done: Done = lambda: True) -> None:
        """Do it, and note the longest turn until it is done."""
        start = time.thread_time()
        act()
        first = time.thread_time() - start
        self.times.setdefault(name, []).append(max(first, self.until(done)) * 1000)

    def wait(self, name: str, act: Act) -> None:
        """Do it, and note how long it takes by the clock."""
        start = time.perf_counter()
        act()
        self.app.processEvents()
        self.times.setdefault(name, []).append((time.perf_counter() - start) * 1000)

    def close(self) -> None:
        self.window.leave()
        self.turn()
        self.house.shutdown()


def _drive(driver: Driver) -> None:
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QDialog

    window, bench = driver.window, driver.bench
    frame, navigation, trigger = window.frame, bench.navigation, bench.actions.trigger
    view = frame.conversations.view
    bar = view.verticalScrollBar()

    def dialog() -> list[QDialog]:
        return [each for each in window.findChildren(QDialog) if each.isVisible()]

    def open_and_close(name: str, action: str) -> None:
        driver.act(name, lambda: trigger(action), lambda: bool(dialog()))
        for each in dialog():
            each.reject()
        driver.until(lambda: not dialog())

    for turn in range(1 + AGAIN):
        for letter in QUERY:
            driver.act(
                "a letter in the search entry",
                partial(QTest.keyClick, window.search.entry, letter),
            )
        window.search.entry.clear()
        navigation.show_search("in:inbox")
        driver.until(lambda: bench.selection.place == "in:inbox")
        driver.act("a page of the list", lambda: bar.setValue(bar.value() + bar.pageStep()))
        driver.act(
            "open a conversation",
            partial(view.go_to, turn),
            lambda: bench.selection.opened is not None,
        )
        driver.act("reply", lambda: trigger("reply"), lambda: bool(bench.selection.draft))
        driver.until(lambda: frame.review.form.editable)
        for letter in TYPED:
            driver.act(
                "a letter in a mail", partial(QTest.keyClick, frame.review.page.body, letter)
            )
        trigger("draft_close")
        driver.until(lambda: not bench.selection.reviewing)
        driver.act(
            "open a proposal",
            lambda: navigation.open_draft(driver.draft_id),
            lambda: frame.review.form.editable,
        )
        trigger("draft_close")
        driver.act("show the drafts", lambda: navigation.show_drafts("mine"))
        navigation.show_search("in:inbox")
        driver.act("show the assistant", lambda: trigger("assistant"))
        trigger("assistant")
        open_and_close("open the settings", "settings")
        open_and_close("open the account wizard", "add_account")
        open_and_close("open the command palette", "palette")


def _drive_beside(driver: Driver) -> None:
    """By the clock, while another thread of the program computes."""
    from PySide6.QtTest import QTest

    ended = Event()
    Thread(target=_compute, args=(ended,), daemon=True).start()
    view, entry = driver.window.frame.conversations.view, driver.window.search.entry
    bar = view.verticalScrollBar()

    def scroll() -> None:
        bar.setValue(bar.value() + bar.singleStep() * 3)
        view.viewport().repaint()

    for _ in range(FRAMES):
        driver.wait(f"a frame of the list {BY_CLOCK}", scroll)
    for letter in TYPED:
        driver.wait(
            f"a letter in the search entry {BY_CLOCK}",
            partial(QTest.keyClick, entry, letter),
        )
    ended.set()


def _compute(ended: Event) -> None:
    total = 0
    while not ended.is_set():
        for number in range(1000):
            total += number * number


def main() -> None:
    driver = Driver(Path(sys.argv[1]))
    _drive(driver)
    _drive_beside(driver)
    driver.close()
    print(json.dumps(driver.times), flush=True)


if __name__ == "__main__":
    main()
