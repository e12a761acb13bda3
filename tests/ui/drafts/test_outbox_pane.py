"""The countdown: undo, send now, what became of it, and the question before closing."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop_app.model.changes import Changes
from desktop_app.model.draft import Draft, DraftState
from desktop_app.model.errors import StorageError
from desktop_app.model.outbox import OutboxState, PostmanStatus
from desktop_app.tools.person import draft_review
from desktop_app.ui.drafts.outgoing_mail import until
from desktop_app.ui.review.draft.draft_status import status_of
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, stored


def send(driver: WindowDriver, body: str = "Yes.") -> tuple[Draft, Any]:
    """A draft sent from its review, and the outbox pane once it counts down."""
    draft = own_reply(driver.house, body)
    pane = open_review(driver, draft)
    pane.send()
    outbox = driver.window.frame.outbox
    driver.until(lambda: outbox.isVisible() and stored(driver, draft).state is DraftState.APPROVED)
    return draft, outbox


def counts_down(driver: WindowDriver, outbox: Any, draft: Draft) -> bool:
    """Whether the pane shows the newest entry of the draft, not one that was taken back."""
    entry = driver.house.store.outbox.for_draft(draft.id)
    return entry is not None and entry.id in outbox._mails and outbox.isVisible()


def end(driver: WindowDriver, draft: Draft, state: OutboxState, reason: str = "") -> None:
    """What the postman does."""
    entry = driver.house.store.outbox.for_draft(draft.id)
    assert entry is not None
    driver.house.store.outbox.claim(entry.id, "")
    driver.house.store.outbox.finish(entry.id, state, reason)


def test_it_says_who_it_goes_to_and_how_long_it_can_be_taken_back(driver: WindowDriver) -> None:
    _, outbox = send(driver)
    assert outbox.text.text() == "Sending to Dana in 10 s"
    assert outbox.undo_button.accessibleName() == "Undo send"
    driver.house.now += 4
    outbox._count_down()
    assert outbox.text.text() == "Sending to Dana in 6 s"


@pytest.mark.parametrize("by", ["button", "key"])
def test_undo_opens_the_very_same_text_again(driver: WindowDriver, by: str) -> None:
    draft, outbox = send(driver, "Exactly this.")
    if by == "button":
        outbox.undo_button.click()
    else:
        assert driver.window.toasts.undo()
    review = driver.window.frame.review
    driver.until(lambda: review.isVisible() and review.form.editable)
    assert review.page.body.text() == "Exactly this."
    assert stored(driver, draft).content == draft.content
    driver.until(lambda: not outbox.isVisible())


def test_send_now_ends_the_countdown(driver: WindowDriver) -> None:
    draft, outbox = send(driver)
    outbox.now_button.click()
    entry = driver.house.store.outbox.for_draft(draft.id)
    assert entry is not None
    driver.until(lambda: driver.house.store.outbox.get(entry.id).send_after <= driver.house.now)


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
    driver: WindowDriver, state: OutboxState, reason: str, words: str, button: str
) -> None:
    draft, outbox = send(driver)
    end(driver, draft, state, reason)
    toast = driver.window.toasts.toast
    driver.until(lambda: toast.text.text() == words)
    assert not outbox.isVisible()
    assert toast.button.isVisible() == bool(button)


def test_closing_with_nothing_waiting_asks_nothing(driver: WindowDriver) -> None:
    assert not driver.window.frame.outbox.before_close(lambda: None)


def test_closing_over_a_waiting_mail_asks_and_staying_stays(driver: WindowDriver) -> None:
    _, outbox = send(driver)
    driver.window.close()
    assert driver.window.isVisible()
    assert outbox.question.isVisible()
    outbox.question.buttons["Stay"].click()
    assert not outbox.question.isVisible()
    assert driver.window.isVisible()


def test_escape_stays_and_the_focus_goes_back(driver: WindowDriver) -> None:
    _, outbox = send(driver)
    driver.conversations.view.setFocus()
    driver.window.close()
    driver.qtbot.keyClick(outbox.question.buttons["Send now and close"], Qt.Key.Key_Escape)
    assert not outbox.question.isVisible()
    assert driver.conversations.view.hasFocus()
    assert driver.window.isVisible()


def test_closing_can_keep_the_mail_as_a_draft(driver: WindowDriver) -> None:
    draft, outbox = send(driver)
    driver.window.close()
    outbox.question.buttons["Keep as draft and close"].click()
    driver.qtbot.waitUntil(lambda: not driver.window.isVisible(), timeout=5000)
    assert stored(driver, draft).state is DraftState.EDITED


def test_closing_can_wait_until_the_mail_has_left(driver: WindowDriver) -> None:
    draft, outbox = send(driver)
    driver.window.close()
    outbox.question.buttons["Send now and close"].click()
    driver.until(lambda: driver.house.postman.woken > 0)
    assert driver.window.isVisible()
    end(driver, draft, OutboxState.SENT)
    driver.qtbot.waitUntil(lambda: not driver.window.isVisible(), timeout=5000)


def seconds_left(driver: WindowDriver, draft: Draft) -> float:
    entry = driver.house.store.outbox.for_draft(draft.id)
    assert entry is not None
    return entry.send_after - driver.house.now


def test_the_question_stops_the_clock_and_staying_sets_it_going(driver: WindowDriver) -> None:
    draft, outbox = send(driver)
    driver.house.now += 4
    driver.window.close()
    driver.until(lambda: seconds_left(driver, draft) > 1000)
    assert outbox.text.text() == "Sending to Dana waits for your answer"
    driver.house.now += 60
    assert driver.house.store.outbox.waiting()[0][1] > driver.house.now
    outbox.question.buttons["Stay"].click()
    driver.until(lambda: seconds_left(driver, draft) == 6)
    driver.until(lambda: outbox.text.text() == "Sending to Dana in 6 s")


def test_a_mail_that_leaves_before_the_clock_stands_takes_the_question_along(
    driver: WindowDriver,
) -> None:
    draft, outbox = send(driver)
    driver.window.close()
    driver.until(lambda: seconds_left(driver, draft) > 1000)
    end(driver, draft, OutboxState.SENT)
    driver.until(lambda: not outbox.question.isVisible())
    assert driver.window.isVisible()
    assert driver.window.toasts.toast.text.text() == "Filed in Sent on this computer: to Dana."


def test_a_draft_that_is_taken_back_can_be_sent_again_whenever_the_answer_comes(
    driver: WindowDriver,
) -> None:
    """Undo opens it at once: what changes while it is being read is not missed."""
    draft, outbox = send(driver)
    for _ in range(5):
        outbox.undo()
        driver.until(lambda: stored(driver, draft).state is DraftState.EDITED)
        review = driver.window.frame.review
        driver.until(review.form.action_bar.send_button.isEnabled)
        review.send()
        driver.until(lambda: stored(driver, draft).state is DraftState.APPROVED)
        driver.until(lambda: counts_down(driver, outbox, draft))


STUCK = PostmanStatus(ready=False, trouble="The disk is full: nothing was saved.")


def stuck(driver: WindowDriver, status: PostmanStatus = STUCK) -> None:
    """The postman can't work, and has said so."""
    driver.house.postman.status = status
    driver.house.store.announce(Changes(outbox=True))


def test_without_a_postman_nothing_is_called_being_sent(driver: WindowDriver) -> None:
    _, outbox = send(driver)
    stuck(driver)
    words = (
        "Waits to be sent to Dana: The disk is full: nothing was saved. "
        "Draftdesk tries again by itself"
    )
    driver.until(lambda: outbox.text.text() == words)
    driver.house.now += 60
    outbox._count_down()
    assert outbox.text.text() == words
    assert (outbox.undo_button.isVisible(), outbox.now_button.isVisible()) == (True, False)
    stuck(driver, PostmanStatus())
    driver.until(lambda: outbox.text.text() == "Sending to Dana now")
    assert outbox.now_button.isVisible()


def test_what_is_due_before_the_postman_has_recovered_waits(driver: WindowDriver) -> None:
    _, outbox = send(driver)
    stuck(driver, PostmanStatus(ready=False))
    driver.house.now += 60
    driver.until(lambda: not outbox._postman.ready)
    outbox._count_down()
    assert outbox.text.text() == "Waits to be sent to Dana"


def test_an_attempt_of_an_earlier_run_is_shown_as_a_doubt_until_it_is_recovered(
    driver: WindowDriver,
) -> None:
    draft, outbox = send(driver)
    entry = driver.house.store.outbox.for_draft(draft.id)
    assert entry is not None
    driver.house.postman.status = STUCK
    driver.house.store.outbox.claim(entry.id, "")
    toast = driver.window.toasts.toast
    driver.until(lambda: "not known yet" in toast.text.text())
    assert not outbox.isVisible()
    review = driver.window.frame.review
    driver.bench.navigation.open_draft(draft.id)
    driver.until(lambda: review.form.view is not None and review.isVisible())
    shown = driver.house.runner().call(
        draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=draft.id)
    )
    assert status_of(shown.unwrap(), driver.house.now).text == (
        "It may or may not have been sent: checking Sent. "
        "Draftdesk stopped while this was being sent."
    )


def test_the_status_bar_says_why_nothing_is_sent_as_long_as_it_is_so(driver: WindowDriver) -> None:
    shown = driver.window.status.not_sending
    assert not shown.isVisible()
    stuck(driver)
    driver.until(shown.isVisible)
    assert shown.text().startswith("Nothing is sent now: The disk is full")
    assert shown.accessibleDescription() == (
        "Nothing is sent now: The disk is full: nothing was saved. Draftdesk tries again by itself."
    )
    stuck(driver, PostmanStatus())
    driver.until(lambda: not shown.isVisible())


def test_closing_while_nothing_can_be_sent_offers_only_what_can_come_true(
    driver: WindowDriver,
) -> None:
    draft, outbox = send(driver)
    stuck(driver)
    driver.until(lambda: not outbox._postman.works)
    driver.window.close()
    offered = [name for name, button in outbox.question.buttons.items() if button.isVisible()]
    assert offered == ["Keep as draft and close", "Stay"]
    assert "can’t be sent now" in outbox.question.text.text()
    outbox.question.buttons["Keep as draft and close"].click()
    driver.qtbot.waitUntil(lambda: not driver.window.isVisible(), timeout=5000)
    assert stored(driver, draft).state is DraftState.EDITED


def test_the_window_closes_though_the_mail_can_not_be_given_back_now(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, outbox = send(driver)
    stuck(driver)
    driver.until(lambda: not outbox._postman.works)

    def full(_: int) -> None:
        raise StorageError("The disk is full: nothing was saved.")

    monkeypatch.setattr(driver.house.store.outbox, "undo", full)
    driver.window.close()
    outbox.question.buttons["Keep as draft and close"].click()
    driver.qtbot.waitUntil(lambda: not driver.window.isVisible(), timeout=5000)


WAIT = "Google asks to wait: its limit of requests is used up."


def postpone(driver: WindowDriver, draft: Draft, seconds: float = 900) -> float:
    """What the postman does where the server asks to wait; until when that is."""
    entry = driver.house.store.outbox.for_draft(draft.id)
    assert entry is not None
    at = driver.house.now + seconds
    driver.house.store.outbox.claim(entry.id, "")
    driver.house.store.outbox.wait(entry.id, at, WAIT, claimed=True)
    return at


def test_a_wait_is_shown_with_its_end_and_the_mail_can_be_taken_back(driver: WindowDriver) -> None:
    draft, outbox = send(driver, "Exactly this.")
    at = postpone(driver, draft)
    when = until(at, driver.house.now)
    driver.until(lambda: outbox.text.text().startswith("Google asks"))
    assert outbox.text.text() == f"Google asks to wait until {when}; your mail to Dana is kept"
    shown = {b.text() for b in outbox._buttons if b.isVisible()}
    assert {text.partition(" (")[0] for text in shown} == {"Keep as draft", "Wait"}
    assert outbox.undo_button.accessibleName() == "Keep as draft"
    driver.until(lambda: driver.window.status.outbox.text() == f"Outbox 1, waits until {when}")
    outbox.undo_button.click()
    driver.until(lambda: stored(driver, draft).state is DraftState.EDITED)
    driver.until(lambda: not outbox.isVisible())
    assert stored(driver, draft).content == draft.content


def test_what_the_person_lets_wait_is_out_of_sight_and_still_told_at_its_end(
    driver: WindowDriver,
) -> None:
    draft, outbox = send(driver)
    postpone(driver, draft)
    driver.until(outbox.wait_button.isVisible)
    outbox.wait_button.click()
    assert not outbox.isVisible()
    assert driver.window.status.outbox.isVisible()
    end(driver, draft, OutboxState.SENT)
    driver.until(lambda: "Filed in Sent" in driver.window.toasts.toast.text.text())


def test_closing_over_a_mail_that_waits_says_so_and_can_keep_it_as_a_draft(
    driver: WindowDriver,
) -> None:
    draft, outbox = send(driver)
    at = postpone(driver, draft)
    driver.until(outbox.wait_button.isVisible)
    outbox.wait_button.click()
    closed: list[bool] = []
    assert outbox.before_close(lambda: closed.append(True))
    assert f"until {until(at, driver.house.now)}" in outbox.question.text.text()
    assert outbox.question.buttons["Send now and close"].isHidden()
    outbox.question.buttons["Keep as draft and close"].click()
    driver.until(lambda: bool(closed))
    assert stored(driver, draft).state is DraftState.EDITED


def test_a_wait_that_comes_while_the_window_is_closing_asks_again(driver: WindowDriver) -> None:
    draft, outbox = send(driver)
    closed: list[bool] = []
    assert outbox.before_close(lambda: closed.append(True))
    outbox.question.buttons["Send now and close"].click()
    driver.until(lambda: driver.house.postman.woken > 0)
    postpone(driver, draft)
    driver.until(outbox.question.isVisible)
    assert "Google asks to wait until" in outbox.question.text.text()
    status = driver.window.status.outbox
    driver.until(lambda: status.text() == "Outbox 1, waits for your answer")
    assert not closed


def test_a_moment_of_waiting_names_no_time(driver: WindowDriver) -> None:
    draft, outbox = send(driver)
    entry = driver.house.store.outbox.for_draft(draft.id)
    assert entry is not None
    driver.house.store.outbox.wait(
        entry.id, driver.house.now + 2, "Its draft is being saved.", claimed=False
    )
    driver.until(lambda: "moment" in outbox.text.text())
    assert outbox.text.text() == "Your mail to Dana waits a moment: its draft is being saved"
    assert driver.window.status.outbox.text() == "Outbox 1"
