"""P9 where it is hardest to keep: half a megabyte of text, two hundred recipients, the web engine.
And its control: what the end-to-end tests call a stall of ours, and what they do not."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.app import opened
from desktop_app.model.draft import Author, Origin
from desktop_app.tools.calls.caller import Caller
from desktop_app.tools.verbs import create_draft
from desktop_app.ui.background.stall import Stall
from tests.depths import in_depth
from tests.end_to_end.conftest import stop_at_stalls
from tests.end_to_end.desk import Desk, until
from tests.end_to_end.stalls import forbidden_stalls

LOOP = '  File "qasync/__init__.py", line 404, in run_forever\n    rslt = self.__app.exec()\n'
OURS = '  File "/x/desktop_app/ui/mailbox/pane.py", line 1, in open\n    work()\n'
ENGINE = '  File "/x/desktop_app/ui/reading/original.py", line 1, in start_engine\n    return 1\n'

SLOW = """
import sys, time
from desktop_app.ui.mailbox.search_pane import SearchPane
right = SearchPane._on_edited
def computing(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass
def blocking(self, text):
    {fault}
    right(self, text)
SearchPane._on_edited = blocking
from desktop_app.__main__ import main
sys.exit(main())
"""
"""The planted faults: every letter in the search entry holds the window's thread up, in
`SearchPane._on_changed`."""


def stall(lasted: int, computed: int, inside: str = OURS, *, kept: int = 0) -> str:
    said = str(Stall(lasted, computed, "", kept)).rstrip("\n")
    return f"{said}\n{LOOP}{inside}\n"


def test_a_blocking_call_is_forbidden_however_short_it_is() -> None:
    call = f"The window's thread called open('/etc/hostname',)\n{LOOP}{OURS}\n"
    assert len(forbidden_stalls(stall(900, 900) + call + stall(900, 0) + call)) == 2


def test_computing_for_over_a_second_is_forbidden() -> None:
    assert len(forbidden_stalls(stall(1001, 1001) + stall(1000, 1000))) == 1


def test_sleeping_for_over_a_second_is_forbidden_where_our_code_asked_for_it() -> None:
    assert len(forbidden_stalls(stall(1100, 50) + stall(1100, 50, ""))) == 1


def test_sleep_is_what_no_processor_was_wanted_for() -> None:
    assert forbidden_stalls(stall(1600, 50, kept=600)) == []
    assert len(forbidden_stalls(stall(1700, 50, kept=600))) == 1
    assert len(forbidden_stalls(stall(1700, 1100, kept=600))) == 1


def test_what_qt_does_once_for_the_web_engine_is_allowed() -> None:
    assert forbidden_stalls(stall(1400, 600, ENGINE)) == []
    assert len(forbidden_stalls(stall(1400, 1400, f"{ENGINE}{OURS}"))) == 1


@pytest.mark.system
@pytest.mark.parametrize(
    "fault",
    in_depth(["time.sleep(2.5)", "open('/etc/hostname').close()", "computing(1.2)"]),
    ids=["sleep", "file", "computing"],
)
def test_a_planted_fault_in_the_real_application_is_written_down(desk: Desk, fault: str) -> None:
    desk.open(("-c", SLOW.format(fault=fault)))
    desk.at("wait", "Conversations")
    until(desk.stalls.exists)
    desk.focus()
    desk.keys("slash", "a", "b")  # keys wait for no answer; the accessibility bus does, for 0.8 s
    until(lambda: forbidden_stalls(desk.read_stalls()))
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
        house.runner(Caller(Author(origin, name))).call(create_draft.TOOL, params).unwrap()


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
    until(
        lambda: desk.at("text", "Draft body")
    )  # what is typed before the draft is read is dropped


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
    desk.at("wait", "Changed by you in 2 places", prefix=True)
    until(lambda: stored(desk).startswith("Typed at the top") and stored(desk).endswith("its end."))
    assert desk.close() == 0


@pytest.mark.system
def test_two_hundred_recipients_are_shown_without_a_stall(desk: Desk) -> None:
    with_draft(desk, Origin.USER, to=CROWD, body="Hello all")
    open_only_draft(desk, proposed=False)
    desk.at("press", "To: Show all 200 recipients")
    desk.at("wait", "Send to person0@place0.example + 199", enabled=True)
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
