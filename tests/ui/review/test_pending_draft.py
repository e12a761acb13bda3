"""A mail is written from the moment it was asked for: what is typed goes into it, nowhere else."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtTest import QTest

from desktop_app.model.draft import Draft
from desktop_app.model.errors import StorageError
from desktop_app.tools.verbs import create_draft, draft_reply
from desktop_app.ui.review.draft.pending_draft import PendingDraft, TypedMail
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.held_runner import HeldRunner

Key = Qt.Key


def handle(driver: WindowDriver) -> QWindow:
    """Where the system delivers keys: shortcuts are looked up on the way."""
    driver.window.activateWindow()
    found = driver.window.windowHandle()
    found.requestActivate()
    driver.qtbot.waitUntil(driver.window.isActiveWindow)
    return found


def type_text(window: QWindow, text: str) -> None:
    for sign in text:
        QTest.keyClick(window, ord(sign))


def drafts(driver: WindowDriver) -> list[Draft]:
    return driver.house.store.drafts.in_state(("edited",))  # type: ignore[arg-type]


def until_made(driver: WindowDriver) -> Any:
    review = driver.window.frame.review
    driver.until(lambda: review.opened.saver is not None and review.opened.saver.idle)
    return review


def test_all_that_is_typed_after_the_key_is_in_the_mail(driver: WindowDriver) -> None:
    driver.open_first()
    before = driver.rows()
    window = handle(driver)
    QTest.keyClick(window, Key.Key_C)
    type_text(window, "eve#@example.orgx")
    QTest.keyClick(window, Key.Key_Backspace)
    QTest.keyClick(window, Key.Key_Tab)
    type_text(window, "Stairs!")
    review = until_made(driver)
    assert [a.email for a in review.page.envelope.to.addresses()] == ["eve#@example.org"]
    assert review.page.envelope.subject.text() == "Stairs!"
    type_text(window, "?")
    assert review.page.envelope.subject.text() == "Stairs!?"
    driver.until(lambda: [d.content.subject for d in drafts(driver)] == ["Stairs!?"])
    assert driver.rows() == before, "a key has acted on the list"


def test_an_answer_begins_with_what_was_typed(driver: WindowDriver) -> None:
    driver.open_first()
    window = handle(driver)
    QTest.keyClick(window, Key.Key_R)
    assert driver.window.frame.review.page.body.hasFocus()
    type_text(window, "See you")
    review = until_made(driver)
    assert review.page.body.text() == "See you"
    assert review.page.envelope.to.addresses()
    driver.until(lambda: [d.content.body for d in drafts(driver)] == ["See you"])


def test_until_the_draft_is_there_it_can_be_written_and_not_sent(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    driver.open_first()
    runner.held = draft_reply.TOOL.name
    driver.bench.actions.trigger("reply")
    review = driver.window.frame.review
    assert review.page.body.isVisible()
    assert not review.page.body.isReadOnly()
    assert not review.form.action_bar.send_button.isEnabled()
    review.page.body.insertPlainText("Yes.")
    review.send()
    runner.release.set()
    until_made(driver)
    assert review.form.action_bar.send_button.isEnabled()
    assert [d.content.body for d in drafts(driver)] == ["Yes."]


def test_a_mail_that_is_left_before_it_was_made_keeps_what_was_typed(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    driver.open_first()
    runner.held = draft_reply.TOOL.name
    driver.bench.actions.trigger("reply")
    review = driver.window.frame.review
    review.page.body.insertPlainText("Do not lose this.")
    review.back()
    runner.release.set()
    driver.until(lambda: [d.content.body for d in drafts(driver)] == ["Do not lose this."])
    assert not driver.window.frame.reviewing, "an answer that comes late moves nothing"


def test_a_mail_that_is_left_empty_before_it_was_made_is_none(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    runner.held = create_draft.TOOL.name
    driver.bench.actions.trigger("compose")
    runner.began.wait(5)
    driver.window.frame.review.back()
    runner.release.set()
    driver.until(lambda: runner.called[create_draft.TOOL.name] == 1)
    driver.until(lambda: drafts(driver) == [])


def test_a_mail_that_is_left_more_than_once_has_its_words_once(driver: WindowDriver) -> None:
    calls = driver.bench.calls
    create = create_draft.CreateDraft()
    pending = PendingDraft(calls, lambda: calls.wait(create_draft.TOOL, create))
    calls.jobs.run(pending.make, lasting=True)
    driver.until(lambda: len(drafts(driver)) == 1)
    pending.leave(TypedMail(body="Words."))
    pending.leave(TypedMail(body="What is shown next."))
    calls.jobs.run(pending.make, lasting=True)
    driver.until(lambda: [d.content.body for d in drafts(driver)] == ["Words."])


def test_closing_the_window_before_the_draft_is_made_loses_nothing(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    runner.held = create_draft.TOOL.name
    driver.bench.actions.trigger("compose")
    driver.window.frame.review.page.body.insertPlainText("Typed in time.")
    runner.began.wait(5)
    runner.release.set()
    driver.window.leave()
    assert [d.content.body for d in drafts(driver)] == ["Typed in time."]


def test_what_was_typed_into_a_mail_that_cannot_be_made_stays_and_can_be_tried_again(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    runner.fails[create_draft.TOOL.name] = StorageError("The disk is full.")
    driver.bench.actions.trigger("compose")
    review = driver.window.frame.review
    review.page.body.insertPlainText("Still here.")
    driver.until(lambda: review.page.strips.count() == 1)
    strip = there(there(review.page.strips.itemAt(0)).widget())
    assert "could not be made. The disk is full." in strip.accessibleName()
    runner.fails.clear()
    there(strip.findChild(type(review.form.action_bar.send_button))).click()
    until_made(driver)
    assert [d.content.body for d in drafts(driver)] == ["Still here."]


def test_what_was_typed_into_a_mail_that_was_left_and_cannot_be_made_can_be_copied(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    runner.fails[create_draft.TOOL.name] = StorageError("The disk is full.")
    runner.held = create_draft.TOOL.name
    driver.bench.actions.trigger("compose")
    driver.window.frame.review.page.body.insertPlainText("Copy me.")
    driver.window.frame.review.back()
    runner.release.set()
    toast = driver.window.toasts.toast
    driver.until(lambda: toast.isVisible() and toast.button.text() == "Copy text")
    toast.button.click()
    assert QGuiApplication.clipboard().text() == "Copy me."
