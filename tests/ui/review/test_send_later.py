"""Sending later: a time is chosen, told beside Send, and the press sends then and not before."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.model.draft import Author, Draft, DraftState, Origin
from desktop_app.model.moments import send_choices
from desktop_app.model.outbox import OutboxState
from desktop_app.ui.bench.leaving_times import at_or_on
from desktop_app.ui.widgets.time_chooser import TimeChooser
from tests.fakes.house import mail
from tests.fakes.pressing import press_send
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_mail, own_reply, propose, stored
from tests.ui.drafts.test_pane import open_tab, spoken
from tests.ui.review.test_pane import press_button, said

HOUR = 3_600.0


def sheet(driver: WindowDriver) -> TimeChooser:
    driver.until(lambda: bool(there(driver)))
    return there(driver)[0]


def there(driver: WindowDriver) -> list[TimeChooser]:
    return [found for found in driver.window.findChildren(TimeChooser) if found.isVisible()]


def chosen(driver: WindowDriver, pane: Any, number: int = 0) -> float:
    """Choose one of the named times in the sheet."""
    pane.form.action_bar.later_wanted.emit()
    sheet(driver).buttons[number].click()
    driver.until(lambda: bool(pane.form.later.at))
    return float(pane.form.later.at)


def ready(driver: WindowDriver, body: str = "Yes.") -> tuple[Draft, Any]:
    draft = own_reply(driver.house, body)
    pane = open_review(driver, draft)
    driver.until(pane.form.action_bar.send_button.isEnabled)
    return draft, pane


def test_a_time_is_no_press_and_the_button_and_the_strip_tell_it(driver: WindowDriver) -> None:
    draft, pane = ready(driver)
    at = chosen(driver, pane)
    assert at == send_choices(driver.house.now)[0].at
    when = at_or_on(at, driver.house.now)
    assert pane.form.action_bar.send_button.accessibleName().endswith(when)
    assert f"Leaves {when}, from this computer while Draftdesk runs" in said(pane)
    assert stored(driver, draft).state is not DraftState.APPROVED
    assert driver.house.store.outbox.for_draft(draft.id) is None


def test_the_press_has_it_leave_then_and_undo_opens_it_again(driver: WindowDriver) -> None:
    draft, pane = ready(driver)
    at = chosen(driver, pane)
    pane.send()
    driver.until(lambda: stored(driver, draft).state is DraftState.APPROVED)
    entry = driver.house.store.outbox.for_draft(draft.id)
    assert entry is not None
    assert (entry.state, entry.scheduled) == (OutboxState.SCHEDULED, at)
    toast = driver.window.toasts.toast
    driver.until(lambda: at_or_on(at, driver.house.now) in toast.text.text())
    assert f"Leaves {at_or_on(at, driver.house.now)}" in spoken(open_tab(driver, "outbox"))[0]
    toast.button.click()
    driver.until(lambda: stored(driver, draft).state is DraftState.EDITED)
    driver.until(lambda: pane.form.editable)
    assert not pane.form.later.at


def test_at_once_takes_the_time_away(driver: WindowDriver) -> None:
    draft, pane = ready(driver)
    chosen(driver, pane)
    press_button(pane, "Send at once")
    assert not pane.form.later.at
    pane.send()
    driver.until(lambda: stored(driver, draft).state is DraftState.APPROVED)
    entry = driver.house.store.outbox.for_draft(draft.id)
    assert entry is not None
    assert entry.state is OutboxState.QUEUED


def test_another_draft_leaves_at_once(driver: WindowDriver) -> None:
    _, pane = ready(driver)
    chosen(driver, pane)
    other = own_mail(driver.house, to=("dana@lee.example",), subject="Other", body="Words.")
    open_review(driver, other)
    assert not pane.form.later.at
    assert "Leaves" not in pane.form.action_bar.send_button.accessibleName()


def test_a_time_that_is_over_by_the_press_sends_nothing(driver: WindowDriver) -> None:
    draft, pane = ready(driver)
    at = chosen(driver, pane)
    driver.house.now = at + 10
    pane.send()
    driver.until(lambda: "Not sent. The time to send is over" in said(pane))
    assert stored(driver, draft).state is not DraftState.APPROVED
    assert driver.house.store.outbox.for_draft(draft.id) is None


def scheduled(driver: WindowDriver) -> tuple[Draft, Any, int]:
    draft = own_reply(driver.house, "Yes.")
    entry = press_send(
        driver.house.store, draft, now=driver.house.now, scheduled=driver.house.now + 30 * HOUR
    )
    pane = open_review(driver, draft)
    return draft, pane, entry.id


def test_what_waits_for_its_time_is_only_read_and_can_leave_now(driver: WindowDriver) -> None:
    _, pane, entry_id = scheduled(driver)
    assert "as you approved it, from this computer while Draftdesk runs" in said(pane)
    assert pane.page.body.isReadOnly()
    press_button(pane, "Send now")
    driver.until(lambda: driver.house.store.outbox.get(entry_id).state is not OutboxState.SCHEDULED)
    assert driver.house.store.outbox.get(entry_id).send_after <= driver.house.now


def test_another_time_needs_no_other_press(driver: WindowDriver) -> None:
    _, pane, entry_id = scheduled(driver)
    before = driver.house.store.outbox.get(entry_id)
    press_button(pane, "Change time…")
    sheet(driver).buttons[0].click()
    at = send_choices(driver.house.now)[0].at
    driver.until(lambda: driver.house.store.outbox.get(entry_id).scheduled == at)
    after = driver.house.store.outbox.get(entry_id)
    assert (after.mime, after.state) == (before.mime, OutboxState.SCHEDULED)
    driver.until(lambda: at_or_on(at, driver.house.now) in said(pane))


def test_edited_it_is_a_draft_again_and_wants_another_press(driver: WindowDriver) -> None:
    draft, pane, entry_id = scheduled(driver)
    press_button(pane, "Edit")
    driver.until(lambda: pane.form.editable)
    assert driver.house.store.outbox.get(entry_id).state is OutboxState.UNDONE
    assert stored(driver, draft).state is DraftState.EDITED


def test_what_is_held_is_told_at_once_and_says_why(driver: WindowDriver) -> None:
    _, _, entry_id = scheduled(driver)
    driver.until(lambda: driver.window.late is not None)
    driver.house.store.outbox.scheduled.hold(entry_id, "Somebody wrote.")
    toast = driver.window.toasts.toast
    driver.until(lambda: "was not sent: Somebody wrote." in toast.text.text())
    assert toast.text.text().startswith("It was to leave ")


def test_a_time_that_an_assistant_proposes_is_shown_and_not_set(driver: WindowDriver) -> None:
    draft = propose(driver.house)
    at = driver.house.now + 20 * HOUR
    who = Author(Origin.ASSISTANT, "Starter assistant")
    driver.house.store.drafts.ask_to_send(draft.id, draft.revision, who, at=at)
    pane = open_review(driver, draft)
    assert f"proposes that it leaves {at_or_on(at, driver.house.now)}" in said(pane)
    assert not pane.form.later.at
    press_button(pane, "Use this time")
    assert pane.form.later.at == at


@pytest.mark.parametrize("zone", ["+0900", "-0500"])
def test_the_morning_of_whom_it_goes_to_is_offered_with_their_hours(
    driver: WindowDriver, zone: str
) -> None:
    for day, clock in ((1, "09:12"), (2, "10:40")):
        driver.house.add(
            mail(
                f"Note {day}",
                message_id=f"note{day}@lee.example",
                date=f"Tue, 0{day} Sep 2026 {clock}:00 {zone}",
            )
        )
    _, pane = ready(driver)
    pane.form.action_bar.later_wanted.emit()
    found = sheet(driver)
    named = len(send_choices(driver.house.now))
    driver.until(lambda: len(found.buttons) > named)
    assert found.buttons[-1].text().startswith("Dana Lee: 08:00 there: ")
    told = " ".join(label.text() for label in found.findChildren(type(found.wrong)))
    assert "Dana Lee last wrote at 10:40, 09:12 there." in told


def test_a_reminder_is_kept_with_the_draft_said_and_taken_away(driver: WindowDriver) -> None:
    draft, pane = ready(driver)
    later = driver.house.store.later
    pane.form.action_bar.reminder_wanted.emit(3)
    driver.until(lambda: "answered 3 days after it has left" in said(pane))
    assert later.wanted_reminder(draft.id) == 3 * 86_400
    press_button(pane, "No reminder")
    driver.until(lambda: "after it has left" not in said(pane))
    assert not later.wanted_reminder(draft.id)
