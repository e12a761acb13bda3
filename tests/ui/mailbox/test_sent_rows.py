"""The place of sent mail lists whom it was sent to."""

from __future__ import annotations

from collections.abc import Callable

from tests.fakes.house import TestHouse, mail
from tests.ui.conftest import WindowDriver


def test_sent_mail_is_listed_by_its_recipients(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> None:
    raw = mail("Plan", message_id="1@x", from_="Alex <alex@fernhill.example>", to="sam@x.example")
    house.add(raw, frozenset({"SENT", "INBOX"}))
    driver = open_window()
    driver.until(lambda: driver.rows() == ["Plan"])
    assert driver.conversations.model.rows[0].who == "me"
    driver.bench.actions.trigger("go_sent")
    driver.until(lambda: driver.conversations.query == "in:sent" and driver.rows() == ["Plan"])
    assert driver.conversations.model.rows[0].who == "To sam@x.example"
