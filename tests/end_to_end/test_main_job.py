"""The main job, done from outside on the real application: search and read, ask for a reply,
review and edit it, press Send, undo or let it go."""

from __future__ import annotations

import pytest

from tests.end_to_end.desk import Desk, until

pytestmark = pytest.mark.system

LEASE = "Lease renewal, Unit 4"
ADDED = "The tenant should be Fernhill Joinery Ltd."


def sent(desk: Desk, query: str) -> list[dict[str, object]]:
    return desk.command("search", f"in:sent {query}")["results"]  # type: ignore[no-any-return]


def shown_by(desk: Desk, name: str, key: str) -> bool:
    """Whether it is there; the key is pressed where it is not."""
    if desk.shows(name):
        return True
    desk.keys(key)
    return False


def open_found(desk: Desk, query: str) -> None:
    """Start, and open the one conversation that a search finds, by keys."""
    desk.open(DRAFTDESK_MAIL_UNDO_SECONDS="30")
    desk.at("wait", "Conversations")
    desk.focus()
    desk.keys("slash")
    desk.type(query)
    desk.keys("Return")
    desk.at("wait", "1 found")
    desk.keys("Return")
    until(lambda: shown_by(desk, "Messages", "Return"))


def test_the_main_job_through_the_accessibility_tree_alone(desk: Desk) -> None:
    desk.open()
    desk.at("wait", "Conversations")
    desk.at("type", "Search mail", text="from:dana lease")
    desk.at("select", "Conversations", row=LEASE)
    desk.at("wait", "Messages")
    desk.at("press", "Starter assistant", prefix=True)
    desk.at("wait", "This conversation", prefix=True)
    desk.at("type", "Assistant prompt", text="reply saying that 1 February is all right")
    desk.at("press", "Ask")
    desk.at("press", f"Review: Re: {LEASE}")  # the first start has left a proposal here too
    body = desk.reads("Draft body", "1 February is all right.")
    desk.at("type", "Draft body", text=body.replace("all right.", f"all right. {ADDED}"))
    desk.at("press", "Send to Dana", prefix=True)
    desk.at("press", "Undo send", prefix=True)
    desk.reads("Draft body", ADDED)
    assert sent(desk, "Fernhill Joinery Ltd newer_than:1d") == []
    desk.at("wait", "Send to Dana", prefix=True, enabled=True)
    desk.at("press", "Send to Dana", prefix=True)
    desk.at("press", "Send now", prefix=True)
    [mail] = until(lambda: sent(desk, "tenant should be newer_than:1d"))
    assert mail["subject"] == f"Re: {LEASE}"
    assert mail["to"] == ["Dana Lee <dana.lee@northgate-offices.example>"]
    assert desk.close() == 0


def test_the_main_job_with_the_keyboard_alone(desk: Desk) -> None:
    open_found(desk, "from:dana lease")
    desk.keys("ctrl+j")
    desk.at("wait", "This conversation", prefix=True)
    desk.type("reply saying that 1 February is all right")
    desk.keys("Return")
    desk.at("wait", "Draft: Re:", prefix=True)
    desk.keys("Escape", "g", "r")
    desk.at("wait", "Drafts", role="list")
    desk.keys("Return")
    desk.at("wait", "Draft body")
    desk.at("wait", "Send to Dana", prefix=True, enabled=True)
    desk.keys("ctrl+End")
    desk.type(f"\n{ADDED}")
    desk.keys("ctrl+Return")
    desk.at("wait", "Undo send", prefix=True)
    desk.keys("Escape")
    until(lambda: shown_by(desk, "Draft body", "z"))  # letters rest for a second
    desk.reads("Draft body", ADDED)
    assert sent(desk, "tenant should be newer_than:1d") == []
    desk.at("wait", "Send to Dana", prefix=True, enabled=True)
    desk.keys("ctrl+Return")
    [mail] = until(lambda: sent(desk, "tenant should be newer_than:1d"), seconds=60)
    assert mail["subject"] == f"Re: {LEASE}"
    desk.at("gone", "Undo send", prefix=True)  # until the window knows, closing asks
    assert desk.close() == 0
