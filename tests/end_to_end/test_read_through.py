"""Thirty proposals read, ticked and sent by the keyboard alone, in the real application.

What is measured is the number of keys: two for each mail, and one press for all. That no turn of
the window's thread takes a second is what `desk` asks of every test.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from desktop_app.app import opened
from desktop_app.model.draft import Author, Origin
from desktop_app.tools.calls.caller import Caller
from tests.end_to_end.desk import Desk, Failed, until

SMALL = (
    "tests/ui/review/test_read_through.py::"
    "test_mails_that_are_read_and_ticked_leave_by_a_press_each"
)
pytestmark = [pytest.mark.system, pytest.mark.campaign(small=SMALL)]

NUMBER = 30
DANA = "dana.lee@northgate-offices.example"
WORDS = "read through to its end"


def propose(profile: Path, number: int) -> None:
    """So many mails that an assistant proposes, short ones with nothing to confirm."""
    with opened(profile) as house:
        runner = house.runner(Caller(Author(Origin.ASSISTANT, "Starter assistant")))
        for place in range(number):
            body = f"Hello Dana,\n\nnumber {place + 1}, {WORDS}.\n\nAlex"
            mail = {"to": [DANA], "subject": f"Number {place + 1}", "body": body}
            runner.call_by_name("create_draft", mail)[1].unwrap()


class Hand:
    """Presses keys, and counts them."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.pressed = desk, Counter[str]()

    def press(self, *keys: str) -> None:
        self.pressed.update(keys)
        self.desk.keys(*keys)


def test_thirty_mails_are_read_and_sent_with_three_keys_each(desk: Desk) -> None:
    desk.open(DRAFTDESK_MAIL_UNDO_SECONDS="5")
    desk.at("wait", "Conversations")
    propose(desk.profile, NUMBER)
    hand = Hand(desk)
    desk.focus()
    hand.press("g", "r")
    desk.at("wait", "Drafts", role="list")
    hand.press("shift+o")
    of = f"of {NUMBER + 1} mails read."  # the sample proposes one too
    until(lambda: any(of in name for _, name in desk.at("names")))
    desk.focus("Read through")
    for place in range(1, NUMBER + 1):
        hand.press("x")
        until(lambda place=place: said(desk, f" {place} ticked."))
        hand.press("j")
    for left in range(NUMBER - 1, -1, -1):
        hand.press("ctrl+Return")
        if left:
            until(lambda left=left: said(desk, f" {left} ticked."))
    desk.at("wait", "Send", role="push button")  # none is ticked any more
    hand.press("Escape")
    mails = until(lambda: _all(sent(desk)), seconds=60)
    assert len({mail["rfc822_message_id"] for mail in mails}) == NUMBER
    assert hand.pressed.total() == 3 * NUMBER + 4
    desk.at("gone", "Undo send", prefix=True)
    assert desk.close() == 0


def said(desk: Desk, words: str) -> bool:
    """Whether something that is showing says that; what goes while it is looked at says nothing."""
    with suppress(Failed):
        return any(words in name for _, name in desk.at("names"))
    return False


def sent(desk: Desk) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = desk.command(
        "search", f'in:sent "{WORDS}"', "--limit", str(2 * NUMBER)
    )["results"]
    return found


def _all(mails: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return mails if len(mails) == NUMBER else []
