"""The countdown: undo, send now, what became of it, and the question before closing."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.model.draft import Draft, DraftState
from desktop_app.model.outbox import OutboxState
from tests.ui.conftest import Desk
from tests.ui.drafting import open_review, own_reply, stored


def send(desk: Desk, body: str = "Yes.") -> tuple[Draft, Any]:
    """A draft sent from its review, and the outbox pane once it counts down."""
    draft = own_reply(desk.house, body)
    pane = open_review(desk, draft)
    pane.send()
    outbox = desk.window.frame.outbox
    desk.until(lambda: outbox.isVisible() and stored(desk, draft).state is DraftState.APPROVED)
    return draft, outbox


def end(desk: Desk, draft: Draft, state: OutboxState, reason: str = "") -> None:
    """What the postman does."""
    entry = desk.house.store.outbox.for_draft(draft.id)
    assert entry is not None
    desk.house.store.outbox.claim(entry.id, "")
    desk.house.store.outbox.finish(entry.id, state, reason)


def test_it_says_who_it_goes_to_and_how_long_it_can_be_taken_back(desk: Desk) -> None:
    _, outbox = send(desk)
    assert outbox.text.text() == "Sending to Dana in 10 s"
    assert outbox.undo_button.accessibleName() == "Undo send"
    desk.house.now += 4
    outbox._count_down()
    assert outbox.text.text() == "Sending to Dana in 6 s"


@pytest.mark.parametrize("by", ["button", "key"])
def test_undo_opens_the_very_same_text_again(desk: Desk, by: str) -> None:
    draft, outbox = send(desk, "Exactly this.")
    if by == "button":
        outbox.undo_button.click()
    else:
        assert desk.window.floor.undo()
    review = desk.window.frame.review
    desk.until(lambda: review.isVisible() and review.desk.editable)
    assert review.sheet.body.text() == "Exactly this."
    assert stored(desk, draft).content == draft.content
    desk.until(lambda: not outbox.isVisible())


def test_send_now_ends_the_countdown(desk: Desk) -> None:
    draft, outbox = send(desk)
    outbox.now_button.click()
    entry = desk.house.store.outbox.for_draft(draft.id)
    assert entry is not None
    desk.until(lambda: desk.house.store.outbox.get(entry.id).send_after <= desk.house.now)


@pytest.mark.parametrize(
    ("state", "reason", "words", "button"),
    [
        (OutboxState.SENT, "", "Filed in Sent on this computer: to Dana.", ""),
        (OutboxState.FAILED, "The disk is full.", "Not sent to Dana: The disk is full.", "Open"),
        (
            OutboxState.UNCERTAIN,
            "",
            "It is not known yet whether the mail to Dana was sent.",
            "Open",
        ),
    ],
)
def test_what_became_of_it_is_told(
    desk: Desk, state: OutboxState, reason: str, words: str, button: str
) -> None:
    draft, outbox = send(desk)
    end(desk, draft, state, reason)
    toast = desk.window.floor.toast
    desk.until(lambda: toast.text.text() == words)
    assert not outbox.isVisible()
    assert toast.button.isVisible() == bool(button)


def test_closing_with_nothing_waiting_asks_nothing(desk: Desk) -> None:
    assert not desk.window.frame.outbox.before_close(lambda: None)


def test_closing_over_a_waiting_mail_asks_and_staying_stays(desk: Desk) -> None:
    _, outbox = send(desk)
    desk.window.close()
    assert desk.window.isVisible()
    assert outbox.question.isVisible()
    outbox.question.buttons["Stay"].click()
    assert not outbox.question.isVisible()
    assert desk.window.isVisible()


def test_closing_can_keep_the_mail_as_a_draft(desk: Desk) -> None:
    draft, outbox = send(desk)
    desk.window.close()
    outbox.question.buttons["Keep as draft and close"].click()
    desk.qtbot.waitUntil(lambda: not desk.window.isVisible(), timeout=5000)
    assert stored(desk, draft).state is DraftState.EDITED


def test_closing_can_wait_until_the_mail_has_left(desk: Desk) -> None:
    draft, outbox = send(desk)
    desk.window.close()
    outbox.question.buttons["Send now and close"].click()
    desk.until(lambda: desk.house.postman.woken > 0)
    assert desk.window.isVisible()
    end(desk, draft, OutboxState.SENT)
    desk.qtbot.waitUntil(lambda: not desk.window.isVisible(), timeout=5000)
