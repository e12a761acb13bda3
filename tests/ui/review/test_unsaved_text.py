"""Text that can't be stored: the window asks before it closes, and nothing typed goes unsaid."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop_app.model.draft import DraftState
from desktop_app.model.errors import StorageError
from desktop_app.store.drafts import typed_text
from desktop_app.tools.person import draft_lists, draft_review
from desktop_app.tools.verbs import draft_reply
from desktop_app.ui.widgets.strips import Strip
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, stored
from tests.ui.held_runner import HeldRunner

FULL = StorageError("The disk is full.", next_step="Free some space.")


def typed(driver: WindowDriver, runner: HeldRunner) -> tuple[Any, Any]:
    draft = own_reply(driver.house)
    pane = open_review(driver, draft)
    runner.fails[draft_review.SAVE_DRAFT.name] = FULL
    pane.page.body.insertPlainText("Do not lose this.")
    driver.window.close()
    driver.until(pane.unsaved.isVisible)
    return draft, pane


def answer(driver: WindowDriver, pane: Any, name: str) -> None:
    button = pane.unsaved.question.buttons[name]
    driver.until(button.isEnabled)
    button.click()


def test_closing_names_the_draft_and_the_reason(held: tuple[WindowDriver, HeldRunner]) -> None:
    driver, runner = held
    _, pane = typed(driver, runner)
    assert driver.window.isVisible()
    text = pane.unsaved.question.text.text()
    assert text == "“Re: Lunch” could not be saved. The disk is full. Free some space."
    answer(driver, pane, "Copy text")
    assert QApplication.clipboard().text() == "Do not lose this."
    answer(driver, pane, "Stay")
    assert not pane.unsaved.isVisible()
    assert pane.page.body.text() == "Do not lose this."


def test_trying_again_stores_it_and_closes(held: tuple[WindowDriver, HeldRunner]) -> None:
    driver, runner = held
    draft, pane = typed(driver, runner)
    answer(driver, pane, "Try again")
    driver.until(pane.unsaved.isVisible)
    runner.fails.clear()
    answer(driver, pane, "Try again")
    driver.qtbot.waitUntil(lambda: not driver.window.isVisible())
    assert stored(driver, draft).content.body == "Do not lose this."


def test_the_person_may_give_it_up(held: tuple[WindowDriver, HeldRunner]) -> None:
    driver, runner = held
    draft, pane = typed(driver, runner)
    answer(driver, pane, "Close and lose it")
    driver.qtbot.waitUntil(lambda: not driver.window.isVisible())
    assert stored(driver, draft).content.body == ""


def test_a_question_that_comes_late_takes_no_press_that_was_under_way(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    _, pane = typed(driver, runner)
    lose = pane.unsaved.question.buttons["Close and lose it"]
    lose.click()
    assert not lose.isEnabled()
    assert driver.window.isVisible()
    assert pane.unsaved.isVisible()


def test_a_late_question_takes_the_focus_once_nothing_is_typed_and_esc_stays(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    _, pane = typed(driver, runner)
    question, body = pane.unsaved.question, pane.page.body
    driver.qtbot.keyClicks(body, " Still typing.")
    assert body.hasFocus()
    assert body.text() == "Do not lose this. Still typing."
    driver.qtbot.waitUntil(question.buttons["Stay"].hasFocus, timeout=10_000)
    for letter in "re#z":
        driver.qtbot.keyClicks(question.buttons["Stay"], letter)
    assert pane.unsaved.isVisible()
    assert not driver.bench.selection.writing, "R is no reply here"
    driver.qtbot.keyClick(question.buttons["Stay"], Qt.Key.Key_Escape)
    driver.until(lambda: not pane.unsaved.isVisible())
    assert pane.isVisible()
    assert body.hasFocus()


def test_a_close_while_it_asks_tries_again(held: tuple[WindowDriver, HeldRunner]) -> None:
    driver, runner = held
    draft, _ = typed(driver, runner)
    runner.fails.clear()
    driver.window.close()
    driver.qtbot.waitUntil(lambda: not driver.window.isVisible())
    assert stored(driver, draft).content.body == "Do not lose this."


def test_a_second_close_while_it_is_being_saved_asks(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    draft = own_reply(driver.house)
    pane = open_review(driver, draft)
    runner.held = draft_review.SAVE_DRAFT.name
    pane.page.body.insertPlainText("Slow.")
    driver.window.close()
    assert not pane.unsaved.isVisible()
    driver.window.close()
    assert pane.unsaved.question.text.text() == "“Re: Lunch” is still being saved."
    runner.release.set()
    driver.qtbot.waitUntil(lambda: not driver.window.isVisible())
    assert stored(driver, draft).content.body == "Slow."


def test_a_draft_that_was_left_counts_too(held: tuple[WindowDriver, HeldRunner]) -> None:
    driver, runner = held
    pane = open_review(driver, own_reply(driver.house))
    runner.fails[draft_review.SAVE_DRAFT.name] = FULL
    pane.page.body.insertPlainText("Left behind.")
    pane.back()
    toast = driver.window.toasts.toast
    driver.until(lambda: "“Re: Lunch”: Not saved. The disk is full." in toast.text.text())
    toast.button.click()
    assert QApplication.clipboard().text() == "Left behind."
    driver.window.close()
    driver.until(pane.unsaved.isVisible)
    assert driver.window.isVisible()


def test_a_mail_whose_draft_is_still_being_made_is_waited_for(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    driver.open_first()
    runner.held = draft_reply.TOOL.name
    driver.bench.actions.trigger("reply")
    driver.window.frame.review.page.body.insertPlainText("Just begun.")
    driver.window.close()
    assert driver.window.isVisible()
    runner.release.set()
    driver.qtbot.waitUntil(lambda: not driver.window.isVisible())
    (draft,) = driver.house.store.drafts.in_state((DraftState.EDITED,))
    assert draft.content.body == "Just begun."


def test_nothing_can_be_written_into_a_draft_that_is_being_deleted(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    draft = own_reply(driver.house, "Old words.")
    pane = open_review(driver, draft)
    runner.held = draft_lists.IGNORE_DRAFT.name
    pane.form.action_bar.aside.click()
    assert pane.page.body.isReadOnly()
    runner.release.set()
    driver.until(lambda: stored(driver, draft).state is DraftState.IGNORED)


def test_a_draft_that_could_not_be_deleted_can_be_written_again(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    pane = open_review(driver, own_reply(driver.house, "Old words."))
    runner.fails[draft_lists.IGNORE_DRAFT.name] = FULL
    pane.form.action_bar.aside.click()
    driver.until(lambda: not pane.page.body.isReadOnly())
    told = [strip.label.text() for strip in driver.window.notices.findChildren(Strip)]
    assert any("The disk is full." in text for text in told)


def begun(driver: WindowDriver, runner: HeldRunner) -> Any:
    """A reply with words in it whose draft could not be made."""
    runner.fails[draft_reply.TOOL.name] = FULL
    driver.open_first()
    driver.bench.actions.trigger("reply")
    pane = driver.window.frame.review
    pane.page.body.insertPlainText("Never stored.")
    driver.until(lambda: "could not be made" in notices(pane))
    return pane


def notices(pane: Any) -> str:
    return " ".join(strip.accessibleName() for strip in pane.findChildren(Strip))


def test_a_mail_whose_draft_could_not_be_made_is_asked_about(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    pane = begun(driver, runner)
    driver.window.close()
    driver.until(pane.unsaved.isVisible)
    assert "“The mail without a subject” could not be saved." in pane.unsaved.question.text.text()
    runner.fails.clear()
    answer(driver, pane, "Try again")
    driver.qtbot.waitUntil(lambda: not driver.window.isVisible())
    (draft,) = driver.house.store.drafts.in_state((DraftState.EDITED,))
    assert draft.content.body == "Never stored."


def test_such_a_mail_may_be_given_up(held: tuple[WindowDriver, HeldRunner]) -> None:
    driver, runner = held
    pane = begun(driver, runner)
    driver.window.close()
    driver.until(pane.unsaved.isVisible)
    answer(driver, pane, "Close and lose it")
    driver.qtbot.waitUntil(lambda: not driver.window.isVisible())


def test_such_a_mail_that_is_left_is_tried_again_and_else_can_be_copied(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    pane = begun(driver, runner)
    pane.back()
    toast = driver.window.toasts.toast
    driver.until(lambda: "The draft could not be made." in toast.text.text())
    toast.button.click()
    assert QApplication.clipboard().text() == "Never stored."
    driver.window.close()
    driver.until(pane.unsaved.isVisible)
    assert driver.window.isVisible()


def test_leaving_stores_it_where_it_can_be_stored_by_now(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    pane = begun(driver, runner)
    runner.fails.clear()
    pane.back()
    in_state = driver.house.store.drafts.in_state
    driver.until(lambda: bool(in_state((DraftState.EDITED,))))
    assert in_state((DraftState.EDITED,))[0].content.body == "Never stored."


def test_told_to_end_on_a_full_disk_the_words_are_in_a_file(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    """As by SIGTERM: nobody is there to be asked."""
    driver, runner = held
    draft = own_reply(driver.house)
    pane = open_review(driver, draft)
    runner.fails[draft_review.SAVE_DRAFT.name] = FULL
    pane.page.body.insertPlainText("Do not lose this.")
    driver.window.leave()
    [path] = typed_text.untold(driver.house.profile)
    assert path.parent == driver.house.profile / "attachments" / draft.account_id
    words = path.read_text("utf-8")
    assert words.startswith("To: ")
    assert "Subject: Re: Lunch" in words
    assert words.endswith("Do not lose this.\n")


def test_told_to_end_before_its_draft_could_be_made_it_is_in_a_file_too(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    begun(driver, runner)
    driver.window.leave()
    [path] = typed_text.untold(driver.house.profile)
    assert "Never stored." in path.read_text("utf-8")


def test_told_to_end_with_all_stored_there_is_no_file(driver: WindowDriver) -> None:
    draft = own_reply(driver.house)
    pane = open_review(driver, draft)
    pane.page.body.insertPlainText("Stored.")
    driver.window.leave()
    assert stored(driver, draft).content.body == "Stored."
    assert typed_text.untold(driver.house.profile) == ()


def test_what_was_given_up_is_in_no_file(held: tuple[WindowDriver, HeldRunner]) -> None:
    driver, runner = held
    _, pane = typed(driver, runner)
    answer(driver, pane, "Close and lose it")
    driver.qtbot.waitUntil(lambda: not driver.window.isVisible())
    assert typed_text.untold(driver.house.profile) == ()


def test_what_is_typed_after_something_was_let_go_is_asked_about(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    """Another question may have kept the window."""
    driver, runner = held
    _, pane = typed(driver, runner)
    gone_on: list[bool] = []
    assert pane.unsaved.before_close(lambda: gone_on.append(True))
    answer(driver, pane, "Stay")
    assert pane.unsaved.before_close(lambda: gone_on.append(True))
    driver.until(pane.unsaved.isVisible)
    answer(driver, pane, "Close and lose it")
    assert gone_on == [True]
    assert not pane.unsaved.before_close(lambda: None)
    pane.page.body.insertPlainText("And this.")
    assert pane.unsaved.before_close(lambda: None)
    runner.fails.clear()


def test_the_question_is_read_whole_where_the_list_is_narrow(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    """It has no room over the list then."""
    driver, runner = held
    driver.window.resize(900, 600)
    _, pane = typed(driver, runner)
    question = pane.unsaved.question
    parts = (question.text, *question.buttons.values())
    driver.until(lambda: all(p.visibleRegion().boundingRect() == p.rect() for p in parts))
    assert driver.window.rect().contains(driver.window.toasts.geometry())
