"""Two drafts at once on the real application: by keyboard, and through the accessibility tree."""

from __future__ import annotations

import pytest

from tests.end_to_end.desk import Desk, until
from tests.end_to_end.test_main_job import sent
from tests.end_to_end.test_sign_in import act

SMALL = "tests/ui/window/draft_window/test_press.py::test_the_menu_of_a_window_acts_on_its_draft"
pytestmark = [pytest.mark.system, pytest.mark.campaign(small=SMALL)]

LEASE = "Re: Lease renewal, Unit 4"
DANA = "dana.lee@northgate-offices.example"
MAIN, OWN = "^Draftdesk$", "^Draft: "
HERE, THERE = "Written in its own window.", "Written in the main window."


def act_there(desk: Desk, action: str) -> None:
    """Do an action of a draft's window, from the palette of that window."""
    desk.focus(OWN)
    desk.at("focus", "Draft body")
    desk.keys("ctrl+k")
    desk.at("type", "Command", text=action)
    desk.at("focus", "Command")
    desk.keys("Return")


def pop_out(desk: Desk) -> None:
    """The first draft to review is in its own window, by keys."""
    desk.at("wait", "Conversations")
    desk.focus()
    desk.keys("g", "r")
    desk.at("wait", "Drafts", role="list")
    desk.keys("Return")
    desk.at("wait", "Send to Dana", prefix=True, enabled=True)
    desk.keys("ctrl+shift+o")
    desk.at("wait", f"Draft: {LEASE}", prefix=True, role="frame")


def test_a_draft_is_written_and_sent_in_its_window_by_keyboard(desk: Desk) -> None:
    desk.open()
    pop_out(desk)
    desk.focus(OWN)
    desk.at("focus", "Draft body")
    desk.type(f"{HERE} ")
    desk.focus(MAIN)
    desk.keys("ctrl+n")
    until(lambda: [name for _, name in desk.at("names")].count("Draft body") == 2)
    desk.type("kim@park.example")
    desk.at("focus", "Draft body")  # the first one: that of the main window
    desk.type(THERE)
    desk.reads("Draft body", THERE)
    desk.focus(OWN)
    desk.keys("ctrl+Return")
    desk.at("wait", "Undo send", prefix=True)
    desk.at("press", "Send now", prefix=True)
    desk.at("gone", f"Draft: {LEASE}", prefix=True, role="frame")
    [mail] = until(lambda: sent(desk, '"Written in its own window"'))
    assert mail["subject"] == LEASE
    assert sent(desk, '"Written in the main window"') == []
    desk.reads("Draft body", THERE)
    assert desk.close() == 0


def test_a_held_key_goes_on_in_no_other_window(desk: Desk) -> None:
    """The window of the draft goes with it, and the draft behind has the keyboard."""
    desk.open(DRAFTDESK_MAIL_UNDO_SECONDS="0")
    pop_out(desk)
    desk.focus(MAIN)
    desk.keys("ctrl+n")
    until(lambda: [name for _, name in desk.at("names")].count("Draft body") == 2)
    desk.type(f"{DANA},")
    desk.keys("Tab")
    desk.type("Second")
    desk.at("focus", "Draft body")
    desk.type(THERE)
    desk.at("wait", f"Send to {DANA}", enabled=True)
    desk.focus(OWN)
    desk.at("wait", "Send to Dana", enabled=True)
    desk.press_down("ctrl", "Return")
    until(lambda: sent(desk, f'subject:"{LEASE}" newer_than:1d'))
    desk.at("gone", f"Draft: {LEASE}", prefix=True, role="frame")
    desk.focus(MAIN)
    assert sent(desk, "subject:second newer_than:1d") == []
    desk.let_go("Return", "ctrl")
    desk.at("wait", f"Send to {DANA}", enabled=True)
    assert sent(desk, "subject:second newer_than:1d") == []
    desk.keys("ctrl+Return")
    until(lambda: sent(desk, "subject:second newer_than:1d"))
    assert desk.close() == 0


def test_out_and_back_through_the_accessibility_tree(desk: Desk) -> None:
    desk.open()
    desk.at("wait", "Conversations")
    act(desk, "Go to To review")
    desk.at("focus", "Drafts", role="list")
    desk.keys("Return")
    before = desk.reads("Draft body", "Dana")
    act(desk, "Open in a window of its own")
    desk.at("wait", f"Draft: {LEASE}", prefix=True, role="frame")
    desk.at("type", "Draft body", text=f"{before}\n{HERE}")
    act_there(desk, "Back into the main window")
    desk.at("gone", f"Draft: {LEASE}", prefix=True, role="frame")
    desk.reads("Draft body", HERE)
    desk.at("wait", "Send to Dana", prefix=True, enabled=True)
    assert desk.close() == 0
