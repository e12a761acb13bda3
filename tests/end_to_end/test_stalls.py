"""P9 where it is hardest to keep: half a megabyte of text, two hundred recipients, the web engine.
And its control: what the end-to-end tests call a stall of ours, and what they do not."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from desktop_app.app import opened
from desktop_app.model.draft import Origin
from desktop_app.tools.verbs import create_draft
from tests.end_to_end.conftest import (
    AGAIN,
    NATIVE_LIMIT_MS,
    forbidden_stalls,
    recurring,
    stop_at_stalls,
)
from tests.end_to_end.desk import Desk, until

LOOP = 'File "qasync/__init__.py", line 404, in run_forever\n    rslt = self.__app.exec()\n'
OURS = '  File "/x/desktop_app/ui/panes/some_pane.py", line 1, in open\n    time.sleep(1)\n'

SLOW = """
import sys, time
from desktop_app.ui.panes.search_pane import SearchPane
right = SearchPane._on_changed
def blocking(self, text):
    time.sleep(0.2)
    right(self, text)
SearchPane._on_changed = blocking
from desktop_app.__main__ import main
sys.exit(main())
"""
"""The planted fault: every change of the search entry blocks the window's thread."""


def stall(milliseconds: int, inside: str) -> str:
    return f"GUI thread stalled for {milliseconds} ms\n{LOOP}{inside}\n"


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


def test_of_many_starts_only_what_stalls_again_and_again_counts() -> None:
    other = OURS.replace("some_pane", "other_pane")
    stalls = forbidden_stalls(stall(60, OURS) * 6 + stall(60, other) * 5)
    assert [s.count("some_pane") for s in recurring(stalls, 50)] == [1] * 6
    assert recurring(stalls, 9) == stalls


TWO_TESTS = f"""
import pytest
from tests.end_to_end.conftest import pytest_collection_modifyitems, stop_at_stalls

runs = dict(once=0, always=0)

class Slow:
    starts = 1

    def __init__(self, slow):
        self.slow = slow

    def read_stalls(self):
        return {stall(60, OURS)!r} if self.slow else ""

@pytest.fixture
def desk(request):
    name = request.function.__name__.removeprefix("test_")
    runs[name] += 1
    yield
    stop_at_stalls(Slow(name == "always" or runs[name] == 1))

def test_once(desk):
    pass

def test_always(desk):
    pass
"""
"""The window stalls in the first run of one, in every run of the other."""


def test_a_stall_fails_a_test_when_it_comes_every_time(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(TWO_TESTS.partition("def test_once")[0], "utf-8")
    (tmp_path / "test_two.py").write_text(TWO_TESTS, "utf-8")
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-rR",
            "--rootdir",
            tmp_path,
            tmp_path,
        ],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    ended = [line for line in run.stdout.splitlines() if line.startswith(("ERROR ", "FAILED "))]
    assert ended == ["ERROR test_two.py::test_always"], run.stdout
    assert run.stdout.count("RERUN ") == 1 + AGAIN


@pytest.mark.system
def test_a_planted_blocking_call_in_the_real_application_is_written_down(desk: Desk) -> None:
    desk.open(program=("-c", SLOW))
    desk.at("wait", "Conversations")
    words = itertools.cycle(("lease", "budget", "plan"))

    def written_down() -> list[str]:
        desk.at("type", "Search mail", text=next(words))
        return forbidden_stalls(desk.read_stalls())

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
        house.ports.sample.install()
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
    desk.keys("shift+v")
    desk.at("gone", "Original view of the message")
    stop_at_stalls(desk)
