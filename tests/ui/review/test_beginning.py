"""A mail is written from the moment it was asked for: what is typed goes into it, nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtTest import QTest

from desktop_app.model.draft import Draft
from desktop_app.model.errors import StorageError
from desktop_app.tools.verbs import create_draft, draft_reply
from tests.fakes.house import TestHouse
from tests.ui.conftest import Desk
from tests.ui.holding import HeldRunner

Key = Qt.Key


def handle(desk: Desk) -> QWindow:
    """Where the system delivers keys: shortcuts are looked up on the way."""
    desk.window.activateWindow()
    found = desk.window.windowHandle()
    found.requestActivate()
    desk.qtbot.waitUntil(desk.window.isActiveWindow)
    return found


def type_text(window: QWindow, text: str) -> None:
    for sign in text:
        QTest.keyClick(window, sign)


def drafts(desk: Desk) -> list[Draft]:
    return desk.house.store.drafts.in_state(("edited",))  # type: ignore[arg-type]


def until_made(desk: Desk) -> Any:
    review = desk.window.frame.review
    desk.until(lambda: review._saver is not None and review._saver.idle)
    return review


@pytest.fixture
def held(desk: Desk, open_window: Callable[..., Desk], house: TestHouse) -> tuple[Desk, HeldRunner]:
    """A second window on the same mail, whose tools can be held back."""
    runner = HeldRunner(house)
    other = open_window(runner)
    other.until(lambda: len(other.rows()) == 3)
    return other, runner


def test_all_that_is_typed_after_the_key_is_in_the_mail(desk: Desk) -> None:
    desk.open_first()
    before = desk.rows()
    window = handle(desk)
    QTest.keyClick(window, Key.Key_C)
    type_text(window, "eve#@example.orgx")
    QTest.keyClick(window, Key.Key_Backspace)
    for _ in range(3):
        QTest.keyClick(window, Key.Key_Tab)
    type_text(window, "Stairs!")
    review = until_made(desk)
    assert [a.email for a in review.sheet.envelope.to.addresses()] == ["eve#@example.org"]
    assert review.sheet.envelope.subject.text() == "Stairs!"
    type_text(window, "?")
    assert review.sheet.envelope.subject.text() == "Stairs!?"
    desk.until(lambda: [d.content.subject for d in drafts(desk)] == ["Stairs!?"])
    assert desk.rows() == before, "a key has acted on the list"


def test_an_answer_begins_with_what_was_typed(desk: Desk) -> None:
    desk.open_first()
    window = handle(desk)
    QTest.keyClick(window, Key.Key_R)
    assert desk.window.frame.review.sheet.body.hasFocus()
    type_text(window, "See you")
    review = until_made(desk)
    assert review.sheet.body.text() == "See you"
    assert review.sheet.envelope.to.addresses()
    desk.until(lambda: [d.content.body for d in drafts(desk)] == ["See you"])


def test_until_the_draft_is_there_it_can_be_written_and_not_sent(
    held: tuple[Desk, HeldRunner],
) -> None:
    desk, runner = held
    desk.open_first()
    runner.held = draft_reply.TOOL.name
    desk.bench.actions.trigger("reply")
    review = desk.window.frame.review
    assert review.sheet.body.isVisible()
    assert not review.sheet.body.isReadOnly()
    assert not review.desk.foot.send_button.isEnabled()
    review.sheet.body.insertPlainText("Yes.")
    review.send()
    runner.release.set()
    until_made(desk)
    assert review.desk.foot.send_button.isEnabled()
    assert [d.content.body for d in drafts(desk)] == ["Yes."]


def test_a_mail_that_is_left_before_it_was_made_keeps_what_was_typed(
    held: tuple[Desk, HeldRunner],
) -> None:
    desk, runner = held
    desk.open_first()
    runner.held = draft_reply.TOOL.name
    desk.bench.actions.trigger("reply")
    review = desk.window.frame.review
    review.sheet.body.insertPlainText("Do not lose this.")
    review.back()
    runner.release.set()
    desk.until(lambda: [d.content.body for d in drafts(desk)] == ["Do not lose this."])
    assert not desk.window.frame.reviewing, "an answer that comes late moves nothing"


def test_a_mail_that_is_left_empty_before_it_was_made_is_none(
    held: tuple[Desk, HeldRunner],
) -> None:
    desk, runner = held
    runner.held = create_draft.TOOL.name
    desk.bench.actions.trigger("compose")
    runner.began.wait(5)
    desk.window.frame.review.back()
    runner.release.set()
    desk.until(lambda: runner.called[create_draft.TOOL.name] == 1)
    desk.until(lambda: drafts(desk) == [])


def test_closing_the_window_before_the_draft_is_made_loses_nothing(
    held: tuple[Desk, HeldRunner],
) -> None:
    desk, runner = held
    runner.held = create_draft.TOOL.name
    desk.bench.actions.trigger("compose")
    desk.window.frame.review.sheet.body.insertPlainText("Typed in time.")
    runner.began.wait(5)
    runner.release.set()
    desk.window.leave()
    assert [d.content.body for d in drafts(desk)] == ["Typed in time."]


def test_what_was_typed_into_a_mail_that_cannot_be_made_stays_and_can_be_tried_again(
    held: tuple[Desk, HeldRunner],
) -> None:
    desk, runner = held
    runner.fails[create_draft.TOOL.name] = StorageError("The disk is full.")
    desk.bench.actions.trigger("compose")
    review = desk.window.frame.review
    review.sheet.body.insertPlainText("Still here.")
    desk.until(lambda: review.sheet.strips.count() == 1)
    strip = review.sheet.strips.itemAt(0).widget()
    assert "could not be made. The disk is full." in strip.accessibleName()
    runner.fails.clear()
    strip.findChild(type(review.desk.foot.send_button)).click()
    until_made(desk)
    assert [d.content.body for d in drafts(desk)] == ["Still here."]


def test_what_was_typed_into_a_mail_that_was_left_and_cannot_be_made_can_be_copied(
    held: tuple[Desk, HeldRunner],
) -> None:
    desk, runner = held
    runner.fails[create_draft.TOOL.name] = StorageError("The disk is full.")
    runner.held = create_draft.TOOL.name
    desk.bench.actions.trigger("compose")
    desk.window.frame.review.sheet.body.insertPlainText("Copy me.")
    desk.window.frame.review.back()
    runner.release.set()
    toast = desk.window.floor.toast
    desk.until(lambda: toast.isVisible() and toast.button.text() == "Copy text")
    toast.button.click()
    assert QGuiApplication.clipboard().text() == "Copy me."
