"""P13 on the real application: it ends in the middle of a countdown, and the next start says so;
or the mail leaves, where the person chose that."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

from tests.depths import in_depth
from tests.end_to_end.desk import Desk, until

pytestmark = pytest.mark.system

SUBJECT = "Countdown"
PRESSED = "You pressed Send at"


def write_mail(desk: Desk) -> None:
    """A mail by keyboard, as far as the press on Send; the application has been opened."""
    desk.at("wait", "Compose", enabled=True)
    desk.focus()
    desk.keys("c")
    desk.type("dana.lee@northgate-offices.example,", delay_ms=4)
    desk.keys("Tab")
    desk.type(SUBJECT, delay_ms=4)
    desk.keys("Tab")
    desk.type("Yes.", delay_ms=4)
    desk.at("wait", "Send to", prefix=True, enabled=True)


def press_send(desk: Desk, **environment: str) -> None:
    """A mail in the middle of its countdown: its Undo is there."""
    desk.open(DRAFTDESK_MAIL_UNDO_SECONDS="60", **environment)
    write_mail(desk)
    desk.keys("ctrl+Return")
    desk.at("wait", "Undo send", prefix=True)


def told_to_end(desk: Desk, number: signal.Signals) -> None:
    assert desk.app is not None
    os.kill(desk.app.pid, number)
    assert desk.app.wait(30) == 0


def sent(desk: Desk) -> list[dict[str, Any]]:
    return desk.command("search", f"in:sent subject:{SUBJECT}")["results"]  # type: ignore[no-any-return]


def not_sent(desk: Desk) -> int:
    return int(desk.command("status")["not_sent"])


def said_at_the_next_start(desk: Desk) -> None:
    desk.open()
    desk.at("wait", "Conversations")
    desk.at("wait", PRESSED, prefix=True)
    desk.focus()
    desk.keys("g", "r")
    desk.at("wait", "Drafts", role="list")
    desk.keys("Return")  # the first row
    desk.at("press", "Keep as draft")
    until(lambda: not_sent(desk) == 0)
    assert sent(desk) == []
    assert desk.close() == 0


def test_killed_in_the_countdown_the_next_start_says_that_nothing_was_sent(desk: Desk) -> None:
    press_send(desk)
    desk.kill()
    said_at_the_next_start(desk)


@pytest.mark.parametrize("number", in_depth([signal.SIGTERM, signal.SIGHUP]))
def test_told_to_end_in_the_countdown_the_mail_is_held(desk: Desk, number: signal.Signals) -> None:
    press_send(desk)
    told_to_end(desk, number)
    assert (not_sent(desk), sent(desk)) == (1, [])
    said_at_the_next_start(desk)


def test_told_to_end_in_the_countdown_the_mail_leaves_where_the_person_chose_that(
    desk: Desk,
) -> None:
    press_send(desk, DRAFTDESK_MAIL_SEND_AT_END="true")
    told_to_end(desk, signal.SIGTERM)
    assert not_sent(desk) == 0
    assert len(sent(desk)) == 1
