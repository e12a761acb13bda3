"""Sending later on the real application: chosen and pressed by keyboard, it outlives the program's
end, however that comes, and leaves once at its time."""

from __future__ import annotations

import signal
import sqlite3
import time
from contextlib import closing
from typing import Any

import pytest

from tests.depths import in_depth
from tests.end_to_end.desk import Desk, until
from tests.end_to_end.test_not_sent import not_sent, sent, told_to_end, write_mail

pytestmark = pytest.mark.system


def schedule(desk: Desk) -> None:
    """A mail to leave at the first time that is offered, by keyboard alone."""
    desk.open()
    write_mail(desk)
    desk.keys("ctrl+shift+Return")
    desk.at("wait", "Date and time")
    desk.keys("Return")  # the first time that is named
    desk.at("wait", "Leaves", prefix=True)
    desk.keys("ctrl+Return")
    until(lambda: entry(desk)["state"] == "scheduled")


def entry(desk: Desk) -> dict[str, Any]:
    with closing(sqlite3.connect(desk.profile / "mail.db")) as connection:
        connection.row_factory = sqlite3.Row
        row = connection.execute("SELECT state, scheduled, mime FROM outbox").fetchone()
    return dict(row) if row is not None else {"state": ""}


def bring_forward(desk: Desk, seconds: float) -> float:
    """As if it had been to leave so many seconds from now; the application is not running. The
    moment, in seconds since the epoch."""
    with closing(sqlite3.connect(desk.profile / "mail.db")) as connection, connection:
        at = time.time() + seconds
        connection.execute("UPDATE outbox SET scheduled = ?1, send_after = ?1", (at,))
    return at


def gone(desk: Desk, at: float) -> bool:
    """Whether it has left, and not before its time."""
    left = sent(desk)
    assert not left or time.time() >= at
    return len(left) == 1


@pytest.mark.parametrize("end", in_depth(["kill", "term", "close"]))
def test_it_outlives_the_end_of_the_program_and_leaves_at_its_time(desk: Desk, end: str) -> None:
    schedule(desk)
    approved = entry(desk)
    if end == "close":
        assert desk.close() == 0
    elif end == "term":
        told_to_end(desk, signal.SIGTERM)
    else:
        desk.kill()
    assert entry(desk) == approved
    assert (not_sent(desk), sent(desk)) == (0, [])
    at = bring_forward(desk, 6)
    desk.open()
    until(lambda: gone(desk, at), seconds=60)
    desk.at("wait", "Conversations")
    assert entry(desk)["state"] == "sent"
    assert desk.close() == 0
    assert len(sent(desk)) == 1


def test_missed_for_long_the_next_start_asks_and_sends_nothing(desk: Desk) -> None:
    schedule(desk)
    assert desk.close() == 0
    bring_forward(desk, -2 * 3_600)
    desk.open()
    desk.at("wait", "It was to leave", prefix=True)
    assert (not_sent(desk), sent(desk)) == (1, [])
    assert desk.close() == 0
