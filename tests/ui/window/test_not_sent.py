"""A send that did not happen is the first thing said at the next start, until it is answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from desktop_app.model.changes import Changes
from desktop_app.model.draft import Draft, DraftState
from desktop_app.model.outbox import RESTORED, OutboxEntry, OutboxState
from desktop_app.ui.bench.not_sent import not_sent_words
from desktop_app.ui.widgets.dates import local, long_date
from tests.fakes.house import TestHouse, mail
from tests.fakes.pressing import press_send
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, propose, stored
from tests.ui.drafts.test_pane import open_tab, spoken
from tests.ui.review.test_pane import press_button, said

Open = Callable[[], WindowDriver]


@pytest.fixture(autouse=True)
def conversations(house: TestHouse) -> None:
    """Three, of which Lunch is the newest."""
    for day, subject in enumerate(("Budget", "Report", "Lunch"), start=10):
        date = f"Mon, {day} Aug 2026 10:00:00 +0000"
        house.add(mail(subject, message_id=f"{subject}@lee.example", date=date))


def pressed(house: TestHouse, body: str = "Yes.") -> tuple[Draft, OutboxEntry]:
    draft = own_reply(house, body)
    return draft, press_send(house.store, draft, now=house.now, delay=10)


def at(house: TestHouse) -> str:
    return f"{local(house.now):%H:%M}"


def toast(driver: WindowDriver) -> Any:
    return driver.window.toasts.toast


def test_it_is_told_once_and_leads_to_the_top_of_what_is_to_be_reviewed(
    house: TestHouse, open_window: Open
) -> None:
    propose(house)
    pressed(house)
    words = f"You pressed Send at {at(house)}; it was not sent"
    house.store.outbox.recover()
    driver = open_window()
    driver.until(lambda: toast(driver).text.text() == f"{words}.")
    driver.until(lambda: driver.window.status.review.text() == "2 to review, 1 not sent")
    toast(driver).button.click()
    pane = driver.window.frame.drafts
    driver.until(lambda: pane.isVisible() and bool(pane._rows))
    assert f" Re: Lunch. {words}." in spoken(pane)[0]
    assert [pane.tabs.tabText(0), pane.tabs.tabText(1)] == ["To review 2", "My drafts"]
    driver.bench.navigation.toast("Something else.")
    own_reply(house, "Another.")
    house.store.announce(Changes(outbox=True))
    driver.until(lambda: pane.tabs.tabText(1) == "My drafts 1")
    assert toast(driver).text.text() == "Something else."


def test_several_are_told_as_one(house: TestHouse, open_window: Open) -> None:
    pressed(house)
    pressed(house, "No.")
    house.store.outbox.recover()
    driver = open_window()
    told = "2 mails for which you pressed Send were not sent."
    driver.until(lambda: toast(driver).text.text() == told)


def test_kept_it_is_a_draft_like_any_other(house: TestHouse, open_window: Open) -> None:
    draft, _ = pressed(house)
    house.store.outbox.recover()
    driver = open_window()
    pane = open_review(driver, draft)
    assert f"You pressed Send at {at(house)}; it was not sent. It is kept here" in said(pane)
    assert not pane.page.body.isReadOnly()
    press_button(pane, "Keep as draft")
    driver.until(lambda: "Your draft, version 1" in said(pane))
    driver.until(driver.window.status.review.isHidden)
    assert " Re: Lunch. Your draft, not sent." in spoken(open_tab(driver, "mine"))[0]


def test_sent_from_there_it_goes_by_the_ordinary_press(house: TestHouse, open_window: Open) -> None:
    draft, _ = pressed(house)
    house.store.outbox.recover()
    driver = open_window()
    pane = open_review(driver, draft)
    driver.until(pane.form.action_bar.send_button.isEnabled)
    pane.send()
    driver.until(lambda: stored(driver, draft).state is DraftState.APPROVED)
    entry = house.store.outbox.for_draft(draft.id)
    assert entry is not None
    assert entry.state is OutboxState.QUEUED
    assert house.store.outbox.not_sent() == {}


@pytest.mark.parametrize(
    ("pressed_at", "reason", "words"),
    [
        (0.0, "", "You pressed Send; it was not sent"),
        (100 * 86_400.0, "", "You pressed Send on {long}; it was not sent"),
        (0.0, "The account is signed out.", "You pressed Send; it was not sent: The account is"),
        (0.0, RESTORED, "You pressed Send. The profile was restored since: look in Sent first"),
    ],
)
def test_the_words_say_when_and_why_as_far_as_it_is_known(
    pressed_at: float, reason: str, words: str
) -> None:
    entry = OutboxEntry(
        1, "d", "a", 1, "", "", b"", (), OutboxState.HELD, 0, last_error=reason, pressed=pressed_at
    )
    now = 500 * 86_400.0
    assert not_sent_words(entry, now).startswith(words.format(long=long_date(pressed_at, now)))
