"""The press in a draft's own window: that draft and no other, once, and it can be taken back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.model.draft import Draft, DraftState
from desktop_app.model.outbox import OutboxState
from desktop_app.ui.bench.letter_keys import REST_MS
from desktop_app.ui.window.draft_window.draft_window import DraftWindow
from tests.sure import there
from tests.ui.bench.test_letter_keys import is_key
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, propose, stored
from tests.ui.held_runner import HeldRunner
from tests.ui.window.draft_window.popped import places, popped

CTRL = Qt.KeyboardModifier.ControlModifier


def approved(driver: WindowDriver, draft: Draft) -> bool:
    return stored(driver, draft).state is DraftState.APPROVED


def side_by_side(driver: WindowDriver) -> tuple[Draft, DraftWindow, Draft]:
    """A draft in its own window, and another one in the main window."""
    draft, other = own_reply(driver.house, "Yes."), own_reply(driver.house, "No.")
    window = popped(driver, draft)
    open_review(driver, other)
    return draft, window, other


def ready(driver: WindowDriver, window: DraftWindow) -> None:
    driver.until(window.pane.form.action_bar.send_button.isEnabled)


def leaves(driver: WindowDriver, draft: Draft, state: OutboxState = OutboxState.SENT) -> None:
    """What the postman does."""
    outbox = driver.house.store.outbox
    entry = there(outbox.for_draft(draft.id))
    outbox.claim(entry.id, "")
    outbox.finish(entry.id, state, "")


def send(driver: WindowDriver, window: DraftWindow, draft: Draft) -> None:
    ready(driver, window)
    window.pane.send()
    driver.until(lambda: approved(driver, draft) and window.outbox.isVisible())


def test_the_key_sends_the_draft_of_the_window_that_has_the_keyboard(driver: WindowDriver) -> None:
    draft, window, other = side_by_side(driver)
    ready(driver, window)
    driver.qtbot.keyClick(window.pane.page.body, Qt.Key.Key_Return, CTRL)
    driver.until(lambda: approved(driver, draft))
    assert not approved(driver, other)


def test_the_key_in_the_main_window_sends_nothing_of_another_window(driver: WindowDriver) -> None:
    draft, window, other = side_by_side(driver)
    pane = driver.window.frame.review
    driver.until(pane.form.action_bar.send_button.isEnabled)
    driver.window.activateWindow()
    pane.page.body.setFocus()
    driver.until(pane.page.body.hasFocus)
    driver.qtbot.keyClick(pane.page.body, Qt.Key.Key_Return, CTRL)
    driver.until(lambda: approved(driver, other))
    assert not approved(driver, draft)
    assert window.isVisible()


def test_the_menu_of_a_window_acts_on_its_draft(driver: WindowDriver) -> None:
    draft, window, other = side_by_side(driver)
    ready(driver, window)
    window.bench.actions.trigger("draft_send")
    driver.until(lambda: approved(driver, draft))
    assert not approved(driver, other)


def test_what_is_typed_and_pressed_at_once_is_sent_as_typed(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    ready(driver, window)
    driver.qtbot.keyClicks(window.pane.page.body, "Well, ")
    driver.qtbot.keyClick(window.pane.page.body, Qt.Key.Key_Return, CTRL)
    driver.until(lambda: approved(driver, draft))
    assert stored(driver, draft).content.body.startswith("Well, Yes.")


def test_the_undo_is_in_the_window_of_the_press_alone(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    send(driver, window, draft)
    assert window.outbox.undo_button.isVisible()
    driver.until(lambda: driver.window.frame.outbox.moves(draft.id))
    assert driver.window.frame.outbox.isHidden()
    driver.until(window.pane.page.body.isReadOnly)
    assert not window.pane.form.editable


def test_undo_gives_the_same_text_back_where_it_was_pressed(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    send(driver, window, draft)
    window.outbox.undo_button.click()
    driver.until(lambda: window.pane.form.editable and not window.pane.page.body.isReadOnly())
    assert list(places(driver, draft)) == ["own"]
    driver.qtbot.keyClicks(window.pane.page.body, "Well, ")
    driver.until(lambda: stored(driver, draft).content.body.startswith("Well, Yes."))


def test_the_letter_undoes_in_the_window_that_has_the_keyboard(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    send(driver, window, draft)
    driver.until(lambda: not window.pane.written_in)
    driver.qtbot.keyClick(window.pane, Qt.Key.Key_Z)
    driver.until(lambda: window.pane.form.editable)


def test_closing_it_meanwhile_leaves_the_undo_in_the_main_window(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    send(driver, window, draft)
    driver.until(lambda: driver.window.frame.outbox.moves(draft.id))
    window.close()
    driver.until(window.isHidden)
    outbox = driver.window.frame.outbox
    assert outbox.isVisible()
    assert approved(driver, draft)
    outbox.undo_button.click()
    driver.until(lambda: list(places(driver, draft)) == ["main"])
    driver.until(lambda: driver.window.frame.review.form.editable)


def test_a_window_that_closes_under_a_press_sends_nothing_and_the_main_one_says_so(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    ready(driver, window)
    runner.held = "review_draft"
    window.pane.send()
    window.close()
    driver.qtbot.waitUntil(window.isHidden)
    runner.release.set()
    driver.until(driver.window.toasts.toast.isVisible)
    assert not approved(driver, draft)


def test_a_mail_that_has_left_takes_its_window_along_and_the_main_one_says_so(
    driver: WindowDriver,
) -> None:
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    send(driver, window, draft)
    leaves(driver, draft)
    driver.until(window.isHidden)
    driver.until(driver.window.toasts.toast.isVisible)
    assert "to Dana" in driver.window.toasts.toast.words


def test_what_is_left_of_a_press_sends_no_draft_of_the_main_window(driver: WindowDriver) -> None:
    """The window goes with its mail; the draft behind it has the keyboard then."""
    draft, window, other = side_by_side(driver)
    pane = driver.window.frame.review
    driver.until(pane.form.action_bar.send_button.isEnabled)
    ready(driver, window)
    QTest.keyPress(window.pane.page.body, Qt.Key.Key_Return, CTRL)
    driver.until(lambda: approved(driver, draft))
    leaves(driver, draft)
    driver.qtbot.waitUntil(window.isHidden)
    assert not pane.form.action_bar.send_button.isEnabled()
    driver.window.activateWindow()
    pane.page.body.setFocus()
    driver.qtbot.waitUntil(pane.page.body.hasFocus)
    for _ in range(3):
        QTest.keyRelease(pane.page.body, Qt.Key.Key_Return, CTRL)
        QTest.keyPress(pane.page.body, Qt.Key.Key_Return, CTRL)
    driver.until(lambda: not pane.form.guard._rest.isActive())
    assert pane.form.guard.closed, "the key is still held"
    QTest.keyPress(pane.page.body, Qt.Key.Key_Return, CTRL)
    driver.until(lambda: True)
    assert not approved(driver, other)
    QTest.keyRelease(pane.page.body, Qt.Key.Key_Return, CTRL)
    driver.until(pane.form.action_bar.send_button.isEnabled)


def test_a_mail_that_could_not_be_sent_is_open_again_in_its_window(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    send(driver, window, draft)
    leaves(driver, draft, OutboxState.FAILED)
    driver.until(lambda: window.pane.form.editable and not window.pane.page.body.isReadOnly())
    assert window.isVisible()


def test_a_mail_that_leaves_before_anybody_has_looked_takes_its_window_along_too(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As without a time to undo."""
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    ready(driver, window)
    for pane in (window.outbox, driver.window.frame.outbox):
        monkeypatch.setattr(pane, "read", lambda: None)
    window.pane.send()
    driver.until(lambda: approved(driver, draft))
    leaves(driver, draft)
    driver.until(window.isHidden)
    assert driver.window.toasts.toast.words == "Filed in Sent on this computer: to Dana."


def test_letters_rest_when_a_window_has_gone_under_the_hand(driver: WindowDriver) -> None:
    draft, view, typed = own_reply(driver.house, "Yes."), driver.conversations.view, 500_000
    view.setFocus()
    assert is_key(driver, typed, view)
    window = popped(driver, draft)
    driver.house.now += 60  # the move was a while ago
    send(driver, window, draft)
    leaves(driver, draft)
    driver.until(window.isHidden)
    driver.window.activateWindow()
    view.setFocus()
    driver.until(view.hasFocus)
    assert not is_key(driver, typed + 60_000 + 1, view)
    assert is_key(driver, typed + 60_000 + REST_MS, view)


def test_after_a_proposal_no_other_draft_comes_into_its_window(driver: WindowDriver) -> None:
    draft, other = propose(driver.house), propose(driver.house, "Hello Dana,\n\nno.\n\nAlex")
    window = popped(driver, draft)
    send(driver, window, draft)
    assert window.draft_id == draft.id
    assert list(places(driver, other)) == []


def test_the_next_proposal_of_the_main_window_is_none_that_is_open_elsewhere(
    driver: WindowDriver,
) -> None:
    first = propose(driver.house)
    second = propose(driver.house, "Hello Dana,\n\nno.\n\nAlex")
    popped(driver, second)
    pane = open_review(driver, first)
    driver.until(pane.form.action_bar.send_button.isEnabled)
    pane.send()
    driver.until(lambda: approved(driver, first) and not driver.bench.selection.reviewing)
    assert list(places(driver, second)) == ["own"]


def test_a_draft_that_is_deleted_closes_its_window_and_can_be_restored_from_the_main_one(
    driver: WindowDriver,
) -> None:
    draft = own_reply(driver.house, "Yes.")
    window = popped(driver, draft)
    driver.until(window.pane.form.action_bar.aside.isEnabled)
    window.bench.actions.trigger("draft_ignore")
    driver.until(window.isHidden)
    toast = driver.window.toasts.toast
    assert "deleted" in toast.words
    toast.button.click()
    driver.until(lambda: list(places(driver, draft)) == ["main"])
    assert stored(driver, draft).state is not DraftState.IGNORED


@pytest.mark.parametrize("where", ["own", "main"])
def test_a_press_counts_again_after_a_second(driver: WindowDriver, where: str) -> None:
    """The control of the rest."""
    draft, window, other = side_by_side(driver)
    if where == "main":
        window.close()
        driver.until(window.isHidden)
    form = window.pane.form if where == "own" else driver.window.frame.review.form
    driver.until(form.action_bar.send_button.isEnabled)
    form.action_bar.send_button.click()
    driver.until(lambda: approved(driver, draft if where == "own" else other))
