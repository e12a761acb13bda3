"""The conversation that is answered stays in sight while one writes."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

from desktop_app.ui.bench.navigation import Prefill
from desktop_app.ui.window.frame import Frame
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_mail, propose


def reply(driver: WindowDriver, width: int) -> Frame:
    driver.window.resize(width, 900)
    driver.open_first()
    driver.bench.actions.trigger("reply")
    review: Any = driver.window.frame.review
    driver.until(lambda: review.opened.saver is not None)
    return driver.window.frame


def test_from_1200_pixels_it_stands_beside_the_draft_and_the_list_gives_way(
    driver: WindowDriver,
) -> None:
    frame = reply(driver, 1200)
    assert frame.thread.isVisible()
    assert frame.thread.geometry().right() <= frame.review.geometry().left()
    assert not frame.list_stack.isVisible()
    assert frame.sidebar.isVisible()
    assert frame.review.width() >= 480
    assert frame.thread.title.text() == "Lunch"


def test_a_wide_window_has_room_for_the_list_too(driver: WindowDriver) -> None:
    frame = reply(driver, 1900)
    assert frame.thread.isVisible()
    assert frame.list_stack.isVisible()


def test_on_a_smaller_window_one_press_shows_it_above(driver: WindowDriver) -> None:
    frame = reply(driver, 1000)
    assert not frame.thread.isVisible()
    button = frame.review.form.panel.conversation
    button.click()
    assert frame.thread.isVisible()
    assert frame.main.orientation() == Qt.Orientation.Vertical
    driver.until(lambda: frame.thread.geometry().bottom() <= frame.review.geometry().top())
    button.click()
    assert not frame.thread.isVisible()


def test_the_person_may_have_the_draft_alone(driver: WindowDriver) -> None:
    frame = reply(driver, 1300)
    frame.review.form.panel.conversation.click()
    assert not frame.thread.isVisible()
    frame.review.back()
    driver.until(frame.thread.isVisible)
    assert not frame.review.isVisible()


def test_a_new_mail_has_the_place_alone(driver: WindowDriver) -> None:
    driver.window.resize(1900, 900)
    driver.open_first()
    driver.bench.navigation.compose(Prefill())
    frame = driver.window.frame
    assert not frame.thread.isVisible()
    assert frame.review.isVisible()
    open_review(driver, own_mail(driver.house))
    assert not frame.thread.isVisible()


def test_a_proposal_shows_the_conversation_it_belongs_to_whatever_is_selected(
    driver: WindowDriver,
) -> None:
    driver.window.resize(1900, 900)
    draft = propose(driver.house)
    driver.open_first()
    driver.bench.actions.trigger("next_conversation")
    driver.until(lambda: driver.thread.title.text() == "Report")
    open_review(driver, draft)
    driver.until(lambda: driver.thread.title.text() == "Lunch")
    assert driver.bench.selection.targets == (), "what is shown is not the row that is selected"
