"""P9, the control: what the end-to-end tests call a stall of ours, and what they do not."""

from __future__ import annotations

import itertools

import pytest

from tests.end_to_end.conftest import NATIVE_LIMIT_MS, forbidden_stalls
from tests.end_to_end.desk import Desk, until

LOOP = 'File "qasync/__init__.py", line 404, in run_forever\n    rslt = self.__app.exec()\n'
OURS = 'File "/x/desktop_app/ui/panes/some_pane.py", line 1, in open\n    time.sleep(1)\n'

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
