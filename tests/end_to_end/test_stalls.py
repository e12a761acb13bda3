"""P9 where it is hardest to keep: half a megabyte of text, two hundred recipients, the web engine.
And its control: what the end-to-end tests call a stall of ours, and what they do not."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from typing import Any

import pytest

from desktop_app.app import opened
from desktop_app.model.draft import Origin
from desktop_app.tools.verbs import create_draft
from tests.end_to_end.conftest import stop_at_stalls
from tests.end_to_end.desk import Desk, until
from tests.end_to_end.machine import NOTHING, Machine, Sample, Taken, best_pace, taken
from tests.end_to_end.stalls import NATIVE_LIMIT_MS, forbidden_stalls

LOOP = 'File "qasync/__init__.py", line 404, in run_forever\n    rslt = self.__app.exec()\n'
OURS = '  File "/x/desktop_app/ui/panes/some_pane.py", line 1, in open\n    time.sleep(1)\n'

SLOW = """
import sys, time
from desktop_app.ui.panes.search_pane import SearchPane
right = SearchPane._on_changed
def computing(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass
def blocking(self, text):
    {fault}
    right(self, text)
SearchPane._on_changed = blocking
from desktop_app.__main__ import main
sys.exit(main())
"""
"""The planted faults: every change of the search entry blocks the window's thread."""


def stall(milliseconds: int, inside: str) -> str:
    said = (
        f"GUI thread stalled for {milliseconds} ms, {milliseconds} of them computing at a pace "
        "of 1 µs, until 9.5000"
    )
    return f"{said}\n{LOOP}{inside}\n"


def test_any_stall_with_our_code_on_the_stack_is_forbidden() -> None:
    assert len(forbidden_stalls(stall(60, OURS) + stall(51, OURS))) == 2


def test_a_stall_within_qt_alone_is_tolerated_up_to_a_limit() -> None:
    log = stall(NATIVE_LIMIT_MS - 10, "") + stall(NATIVE_LIMIT_MS + 10, "")
    assert len(forbidden_stalls(log)) == 1


def test_the_web_engine_may_start_once_and_nothing_else_hides_behind_its_name() -> None:
    start = '  File "/x/desktop_app/ui/thread/original.py", line 1, in start_engine\n    return 1\n'
    assert forbidden_stalls(stall(400, start)) == []
    assert len(forbidden_stalls(stall(400, start) * 2)) == 1
    assert len(forbidden_stalls(stall(1001, start))) == 1
    assert len(forbidden_stalls(stall(400, f"{start}{OURS}"))) == 1


def watched(*, window: float = 0.0, others: float = 0.0, stolen: float = 0.0) -> list[Sample]:
    """A watch over the second before 9.5, in which the machine took that many seconds."""
    return [Sample(8.0, 1.0, 1.0, 1.0), Sample(10.0, 1.0 + window, 1.0 + others, 1.0 + stolen)]


def test_what_the_machine_took_is_no_time_of_ours() -> None:
    slept = stall(100, OURS).replace("100 of them computing", "10 of them computing")
    assert len(forbidden_stalls(slept)) == 1
    assert forbidden_stalls(slept, [watched(window=0.06)]) == []
    assert forbidden_stalls(slept, [watched(others=0.06)]) == []
    assert forbidden_stalls(slept, [watched(window=0.02, others=0.02, stolen=0.02)]) == []
    assert len(forbidden_stalls(slept, [watched(window=0.02, others=0.02)])) == 1


def test_what_was_computed_counts_whatever_the_machine_took() -> None:
    computed = stall(100, OURS).replace("100 of them computing", "60 of them computing")
    assert len(forbidden_stalls(computed, [watched(window=0.1, others=5, stolen=5)])) == 1


def test_a_slow_processor_is_allowed_for_and_sleep_is_not() -> None:
    slow = stall(70, OURS).replace("of 1 µs", f"of {best_pace() * 1.5:.0f} µs")
    assert forbidden_stalls(slow) == []
    assert len(forbidden_stalls(slow.replace("70", "80"))) == 1
    slept = slow.replace("70 of them", "10 of them")
    assert len(forbidden_stalls(slept)) == 1


def test_a_watch_counts_for_the_time_it_was_kept_alone() -> None:
    before = [Sample(1.0, 0.0, 0.0, 0.0), Sample(9.0, 9.0, 9.0, 9.0)]
    assert taken([before], 8.5, 9.5) == NOTHING
    assert taken([before, watched(window=0.5)], 8.5, 9.5) == Taken(0.5, 0.0, 0.0)
    assert taken([before], 2.0, 8.0) == Taken(9.0, 9.0, 9.0)


BURN = "import os; os.sched_setaffinity(0, {})\nwhile True: pass"


def test_a_thread_that_waits_for_a_processor_is_seen_to() -> None:
    """Two programs share one processor: each waits half of the time."""
    one = {min(os.sched_getaffinity(0))}
    command = [sys.executable, "-c", BURN.format(one)]
    with subprocess.Popen(command) as other, subprocess.Popen(command) as program:
        machine = Machine(program.pid)
        until(lambda: machine.samples and machine.samples[-1].window > 0.2)
        for process in (other, program):
            process.kill()
    machine.stop()


@pytest.mark.system
@pytest.mark.parametrize("fault", ["time.sleep(0.2)", "computing(0.1)"])
def test_a_planted_blocking_call_in_the_real_application_is_written_down(
    desk: Desk, fault: str
) -> None:
    desk.open(program=("-c", SLOW.format(fault=fault)))
    desk.at("wait", "Conversations")
    words = itertools.cycle(("lease", "budget", "plan"))

    def written_down() -> list[str]:
        desk.at("type", "Search mail", text=next(words))
        return forbidden_stalls(desk.read_stalls(), desk.watches())

    until(written_down)
    desk.stalls.write_text("", "utf-8")


SENTENCE = "The tenant of unit 4 should be named in the lease, as was said on 1 February. "
LONG_TEXT = "".join(f"{n}. {SENTENCE * (n % 7 + 1)}\n" for n in range(1350))
CROWD = tuple(f"Person Number{n} <person{n}@place{n % 7}.example>" for n in range(200))
DANA = ("Dana Lee <dana.lee@northgate-offices.example>",)


def with_draft(desk: Desk, origin: Origin, **fields: Any) -> None:
    """The sample mailbox, and one draft of the person's or of an assistant's in it."""
    name = "" if origin is Origin.USER else "Starter assistant"
    with opened(desk.profile) as house:
        house.sample.install()
        params = create_draft.CreateDraft(subject="Heavy", **fields)
        house.runner(origin, name).call(create_draft.TOOL, params).unwrap()


def open_only_draft(desk: Desk, *, proposed: bool) -> None:
    desk.open()
    desk.at("wait", "Conversations")
    desk.focus()
    if proposed:
        desk.keys("g", "r")
    else:
        desk.keys("g", "d")
        desk.at("press", "My drafts", role="page tab", prefix=True)
    desk.at("wait", "Drafts", role="list")
    desk.at("focus", "Drafts", role="list")
    desk.keys("Home", "Return")
    desk.at("wait", "Draft body")


def stored(desk: Desk) -> str:
    """The body of the draft as it is stored now."""
    with opened(desk.profile) as house:
        [draft] = house.store.drafts.in_state(("proposed", "edited"))  # type: ignore[arg-type]
        return draft.content.body


@pytest.mark.system
def test_half_a_megabyte_is_opened_typed_into_and_compared_without_a_stall(desk: Desk) -> None:
    assert len(LONG_TEXT) > 400_000
    with_draft(desk, Origin.ASSISTANT, to=DANA, body=LONG_TEXT)
    open_only_draft(desk, proposed=True)
    desk.at("focus", "Draft body")
    desk.keys("ctrl+Home")
    desk.type("Typed at the top of it all. ", delay_ms=60)
    desk.keys("ctrl+End", "Return")
    desk.type("And at its end.", delay_ms=60)
    desk.place(950, 640)
    desk.place(1400, 900)
    desk.keys("ctrl+d")
    desk.at("wait", "Changed in 2 places", prefix=True)
    until(lambda: stored(desk).startswith("Typed at the top") and stored(desk).endswith("its end."))
    assert desk.close() == 0


@pytest.mark.system
def test_two_hundred_recipients_are_shown_without_a_stall(desk: Desk) -> None:
    with_draft(desk, Origin.USER, to=CROWD, body="Hello all")
    open_only_draft(desk, proposed=False)
    desk.at("wait", "Send to Person + 199", enabled=True)
    desk.at("focus", "Draft body")
    desk.type("Typed. ", delay_ms=60)
    desk.place(950, 640)
    desk.place(1400, 900)
    desk.keys("Escape")
    desk.at("gone", "Draft body")
    assert desk.close() == 0


@pytest.mark.system
def test_original_is_shown_comes_to_rest_and_stalls_for_the_engine_alone(desk: Desk) -> None:
    desk.open()
    desk.at("wait", "Conversations")
    desk.at("type", "Search mail", text="subject:quarter-sawn")
    desk.at("select", "Conversations", row="Grain Letter")
    desk.at("wait", "Messages")
    desk.focus()
    desk.keys("shift+v")
    desk.at("wait", "Original view of the message")
    desk.focus()  # the first web view remakes the window
    desk.keys("shift+v")
    desk.at("gone", "Original view of the message")
    stop_at_stalls(desk)
