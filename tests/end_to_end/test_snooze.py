"""Snooze on the real application: another process snoozes, the program is killed with -9, and the
next start brings the conversation back once, at its minute and not before."""

from __future__ import annotations

import time
from typing import Any

import pytest

from desktop_app.store.store import Store
from tests.end_to_end.desk import Desk, until

pytestmark = pytest.mark.system


def inbox(desk: Desk) -> list[dict[str, Any]]:
    found = desk.command("search", "in:inbox", "--threads", "--limit", "200")
    return list(found["results"])


def subjects(desk: Desk) -> list[str]:
    return [str(row["subject"]) for row in inbox(desk)]


@pytest.mark.campaign(
    small="tests/workers/test_coming_back.py::test_a_clock_set_back_waits_and_a_computer_that_slept_catches_up"
)
def test_killed_while_something_is_snoozed_it_comes_back_once_and_not_early(desk: Desk) -> None:
    desk.open()
    desk.at("wait", "Conversations")
    last = inbox(desk)[-1]
    store = Store(desk.profile)
    thread = int(last["thread_id"])
    done = store.later.snooze([thread], time.time() + 1)
    [at] = store.later.snoozed_until([thread]).values()
    store.close()
    assert done.changes
    assert last["subject"] not in subjects(desk)
    desk.kill()
    desk.open()
    desk.at("wait", "Conversations")
    while time.time() < at - 1:
        assert last["subject"] not in subjects(desk)
        time.sleep(2)
    until(lambda: subjects(desk).count(last["subject"]) == 1, seconds=120)
    assert time.time() >= at
    [back] = [row for row in inbox(desk) if row["subject"] == last["subject"]]
    assert back["unread"]
    assert desk.close() == 0
