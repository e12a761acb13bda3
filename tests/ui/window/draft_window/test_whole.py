"""A draft's window is a window like any other: what changes, fails and ends reaches it."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from desktop_app.model.errors import StorageError
from desktop_app.tools.person import draft_lists, draft_review
from desktop_app.tools.verbs import send_draft
from desktop_app.ui.bench.action_table import ACTIONS
from desktop_app.ui.bench.navigation import Navigation
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.window.draft_window.to_main import ASKED, OWN, TOLD
from tests.fakes.house import permit
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import edit_elsewhere, open_review, own_reply, propose, revise, stored
from tests.ui.held_runner import HeldRunner
from tests.ui.turning import settle
from tests.ui.window.draft_window.popped import places, popped, windows

ENDS = {"quit"}


def told(window: Any) -> str:
    return "\n".join(strip.label.text() for strip in window.findChildren(Strip))


def test_an_assistants_change_is_told_in_its_window(driver: WindowDriver) -> None:
    draft = propose(driver.house)
    window = popped(driver, draft)
    revise(driver.house, draft.id, "Hello Dana,\n\nno.\n\nAlex")
    driver.until(lambda: window.pane.page.body.text() == "Hello Dana,\n\nno.\n\nAlex")
    assert "changed" in told(window) or "wrote" in told(window)


def test_what_another_program_wrote_comes_and_what_is_typed_stays(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "One.\n\nTwo.\n")
    window = popped(driver, draft)
    edit_elsewhere(driver.house, draft.id, "One.\n\nTwo and more.\n")
    driver.qtbot.keyClicks(window.pane.page.body, "Typed. ")
    driver.until(lambda: "Two and more." in stored(driver, draft).content.body)
    driver.until(lambda: "Typed." in stored(driver, draft).content.body)


def test_a_draft_that_is_put_aside_elsewhere_says_so(driver: WindowDriver) -> None:
    draft = propose(driver.house)
    window = popped(driver, draft)
    params = draft_lists.IgnoreDraft(draft_id=draft.id)
    driver.house.runner().call(draft_lists.IGNORE_DRAFT, params).unwrap()
    driver.until(lambda: "gnored" in told(window))
    assert not window.pane.form.action_bar.send_button.isVisible()


def test_a_draft_that_is_gone_says_so_and_back_closes_the_window(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    driver.house.store.drafts.delete(draft.id)
    window.pane._read_again()
    driver.until(lambda: window.pane.form.review is None)
    assert window.isVisible()
    window.close()
    driver.until(window.isHidden)


def test_what_fails_there_is_told_there(held: tuple[WindowDriver, HeldRunner]) -> None:
    driver, runner = held
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    driver.until(window.pane.form.action_bar.aside.isEnabled)
    runner.fails["ignore_draft"] = StorageError("The disk is full.")
    window.bench.actions.trigger("draft_ignore")
    driver.until(window.notices.isVisible)
    assert "The disk is full." in told(window.notices)
    assert driver.window.notices.findChildren(Strip) == [] or "disk" not in told(
        driver.window.notices
    )


def test_a_text_that_cannot_be_stored_keeps_its_window_open_and_asks_there(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    runner.fails["save_draft"] = StorageError("The disk is full.")
    driver.qtbot.keyClicks(window.pane.page.body, "Typed. ")
    window.close()
    driver.qtbot.waitUntil(window.pane.unsaved.isVisible)
    assert window.isVisible()
    assert window.isAncestorOf(window.pane.unsaved)
    runner.fails.clear()
    window.close()
    driver.until(window.isHidden)
    assert stored(driver, draft).content.body.startswith("Typed. ")


def test_what_is_said_in_passing_stands_at_its_foot(driver: WindowDriver) -> None:
    window = popped(driver, own_reply(driver.house, "Yes."))
    window.bench.navigation.status("No misspelt words.")
    assert window._passing.accessibleName() == "No misspelt words."
    window.bench.navigation.toast("Copied.")
    assert window.toasts.toast.isVisible()
    assert driver.window.toasts.toast.isHidden()
    window.close()
    driver.until(window.isHidden)
    assert driver.window.toasts.toast.words == "Copied."
    window.bench.navigation.toast("Late.")
    assert driver.window.toasts.toast.words == "Late."


def test_what_was_let_go_with_one_draft_is_let_go_with_no_other(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    """The window waits for the next draft, whose words are none of those."""
    driver, runner = held
    first, second = own_reply(driver.house, "Yes."), own_reply(driver.house, "No.")
    window = popped(driver, first)
    runner.fails["save_draft"] = StorageError("The disk is full.")
    driver.qtbot.keyClicks(window.pane.page.body, "Lost. ")
    window.close()
    lose = window.pane.unsaved.question.buttons["Close and lose it"]
    driver.qtbot.waitUntil(lose.isEnabled)
    lose.click()
    driver.qtbot.waitUntil(window.isHidden)
    runner.fails.clear()
    assert popped(driver, second) is window
    assert window.pane.unsaved.isHidden()
    runner.fails["save_draft"] = StorageError("The disk is full.")
    driver.qtbot.keyClicks(window.pane.page.body, "Kept. ")
    window.close()
    driver.qtbot.waitUntil(window.pane.unsaved.isVisible)
    assert window.isVisible()
    runner.fails.clear()


def test_quitting_keeps_what_is_typed_in_every_window(driver: WindowDriver) -> None:
    drafts = [own_reply(driver.house, words) for words in ("One.", "Two.", "Three.")]
    own = [popped(driver, draft) for draft in drafts[:2]]
    pane = open_review(driver, drafts[2])
    for page in (*(window.pane.page for window in own), pane.page):
        driver.qtbot.keyClicks(page.body, "Typed. ")
    driver.window.close()
    driver.qtbot.waitUntil(driver.window.isHidden)
    assert [stored(driver, d).content.body[:7] for d in drafts] == ["Typed. "] * 3
    assert windows(driver).windows == []
    assert not any(isValid(window) and window.isVisible() for window in own)


def test_the_system_ends_the_program_and_nothing_typed_is_lost(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "One.")
    window = popped(driver, draft)
    driver.qtbot.keyClicks(window.pane.page.body, "Typed. ")
    driver.window.leave()
    assert stored(driver, draft).content.body.startswith("Typed. ")


def test_quitting_from_there_asks_about_a_mail_that_waits_in_the_main_window(
    driver: WindowDriver,
) -> None:
    draft, other = own_reply(driver.house, "Yes."), own_reply(driver.house, "No.")
    window = popped(driver, draft)
    pane = open_review(driver, other)
    driver.until(pane.form.action_bar.send_button.isEnabled)
    pane.send()
    driver.until(driver.window.frame.outbox.isVisible)
    window.bench.actions.trigger("quit")
    question = driver.window.frame.outbox.question
    driver.until(question.isVisible)
    assert driver.window.isVisible()
    assert window.isVisible()


def test_a_mail_sent_from_there_is_asked_about_too(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    driver.until(window.pane.form.action_bar.send_button.isEnabled)
    window.pane.send()
    driver.until(lambda: driver.window.frame.outbox.moves(draft.id))
    driver.window.close()
    driver.until(driver.window.frame.outbox.question.isVisible)
    driver.until(lambda: "waits for your answer" in window.outbox.line.words)


@pytest.mark.parametrize("setting", [("look.theme", "dark"), ("look.text_percent", 150)])
def test_a_change_of_the_look_reaches_it(driver: WindowDriver, setting: tuple[str, Any]) -> None:
    window = popped(driver, own_reply(driver.house, "Yes."))
    ground = window.pane.page.body.palette().text().color().name()
    least = window.minimumWidth()
    driver.house.settings.change(*setting)
    if setting[0] == "look.theme":
        driver.until(lambda: window.pane.page.body.palette().text().color().name() != ground)
    else:
        driver.until(lambda: window.minimumWidth() > least)


def test_a_window_that_waits_has_the_look_of_now_when_it_comes(driver: WindowDriver) -> None:
    first, second = own_reply(driver.house, "Yes."), own_reply(driver.house, "No.")
    window = popped(driver, first)
    ground = window.pane.page.body.palette().text().color().name()
    window.close()
    driver.until(window.isHidden)
    driver.house.settings.change("look.theme", "dark")
    settle()
    assert popped(driver, second) is window
    assert window.pane.page.body.palette().text().color().name() != ground


def test_keys_that_the_person_changes_are_its_keys(driver: WindowDriver) -> None:
    window = popped(driver, own_reply(driver.house, "Yes."))
    driver.house.settings.change("keys.rebound", ("draft_window=Ctrl+Alt+W",))
    action = window.bench.actions.action("draft_window")
    driver.until(lambda: action.shortcut() == QKeySequence("Ctrl+Alt+W"))


def test_every_action_there_can_be_pressed(driver: WindowDriver) -> None:
    """None of them changes what the main window shows, but those that go there."""
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    for row in ACTIONS:
        if row.id in ENDS or not window.bench.actions.enabled(row.id):
            continue
        if window.draft_id != draft.id:
            driver.bench.selection.close_draft()
            draft = own_reply(driver.house, "Yes.")
            window = popped(driver, draft)
        window.bench.actions.trigger(row.id)
        settle()
        for dialog in QApplication.topLevelWidgets():
            if dialog.isVisible() and dialog.isModal():
                dialog.close()
        driver.until(lambda: True)
        assert driver.window.isVisible(), row.id


def test_what_makes_no_sense_there_is_not_offered(driver: WindowDriver) -> None:
    window = popped(driver, own_reply(driver.house, "Yes."))
    offered = {row.id for row in ACTIONS if window.bench.actions.enabled(row.id)}
    assert {"draft_send", "draft_window", "close", "quit", "undo", "palette"} <= offered
    assert not offered & {"archive", "trash", "reply", "next_conversation", "sync", "label"}


def test_its_letters_do_nothing_to_mail(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    driver.until(lambda: not window.pane.written_in or window.pane.page.body.hasFocus())
    for key in (Qt.Key.Key_E, Qt.Key.Key_C, Qt.Key.Key_Z):
        driver.qtbot.keyClick(window.pane.page.body, key)
    assert window.pane.page.body.text().startswith("eczYes.")
    assert list(places(driver, draft)) == ["own"]


def test_what_it_asks_of_the_main_window_is_done_there(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    window.bench.navigation.show_search("budget")
    driver.until(lambda: driver.bench.selection.place == "budget")
    assert list(places(driver, draft)) == ["own"]
    window.pane.form.panel.conversation.click()
    driver.until(lambda: driver.bench.selection.conversation == draft.thread_id)
    assert not window.pane.form.panel.conversation.isChecked()


def test_every_signal_of_the_navigation_has_its_answer() -> None:
    """A new one is either passed on to the main window, or answered in the draft's own."""
    known = {name for name in dir(Navigation) if isinstance(getattr(Navigation, name), Signal)}
    known -= {"destroyed", "objectNameChanged"}
    assert known == {*ASKED, *OWN, *TOLD}
    assert len({*ASKED, *OWN, *TOLD}) == len(ASKED) + len(OWN) + len(TOLD)


def test_after_the_program_has_ended_no_window_is_left(driver: WindowDriver) -> None:
    window = popped(driver, own_reply(driver.house, "Yes."))
    late = there(driver.window.late)
    driver.window.leave()
    assert window.isHidden()
    assert late.draft_windows.windows == []
    assert windows(driver).open == []


def test_a_draft_sent_by_another_way_is_only_read_in_its_window(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    runner, review = driver.house.runner(), draft_review.ReviewDraft(draft_id=draft.id)
    press = permit(runner.call(draft_review.REVIEW_DRAFT, review).unwrap())
    params = send_draft.SendDraft(draft_id=press.draft_id, revision=press.revision)
    runner.call(send_draft.TOOL, params, permit=press).unwrap()
    driver.until(window.pane.page.body.isReadOnly)
    assert window.isVisible()
