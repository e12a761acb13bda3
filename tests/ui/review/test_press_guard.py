"""One press, one mail: what opens by itself after a press can't be sent by what is left of it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

from desktop_app.model.draft import Draft, DraftState
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, propose, stored

CTRL = Qt.KeyboardModifier.ControlModifier


def three(driver: WindowDriver) -> tuple[list[Draft], Any]:
    drafts = [propose(driver.house, f"Hello Dana,\n\n{n}.") for n in range(3)]
    pane = open_review(driver, drafts[0])
    driver.until(pane.form.action_bar.send_button.isEnabled)
    return drafts, pane


def approved(driver: WindowDriver, drafts: list[Draft]) -> int:
    return sum(stored(driver, d).state is DraftState.APPROVED for d in drafts)


def next_one(driver: WindowDriver, pane: Any, drafts: list[Draft]) -> None:
    """Wait until another proposal has opened by itself."""
    driver.until(lambda: approved(driver, drafts) == 1 and pane.form.review is not None)
    driver.until(lambda: pane.form.review.draft.id != drafts[0].id)


def test_the_next_proposal_can_be_sent_by_a_press_of_its_own(driver: WindowDriver) -> None:
    drafts, pane = three(driver)
    pane.send()
    next_one(driver, pane, drafts)
    button = pane.form.action_bar.send_button
    assert not button.isEnabled()
    assert not pane.form.action_bar.aside.isEnabled()
    driver.until(button.isEnabled)
    button.click()
    driver.until(lambda: approved(driver, drafts) == 2)


def test_a_second_press_at_once_sends_nothing(driver: WindowDriver) -> None:
    drafts, pane = three(driver)
    pane.send()
    next_one(driver, pane, drafts)
    assert pane.form.guard.closed
    driver.qtbot.keyClick(pane.page.body, Qt.Key.Key_Return, CTRL)
    driver.qtbot.mouseClick(pane.form.action_bar.send_button, Qt.MouseButton.LeftButton)
    driver.until(lambda: not pane.form.guard.closed)
    assert approved(driver, drafts) == 1


def test_a_held_key_sends_one_mail(driver: WindowDriver) -> None:
    drafts, pane = three(driver)
    driver.qtbot.keyPress(pane.page.body, Qt.Key.Key_Return, CTRL)
    next_one(driver, pane, drafts)
    driver.until(lambda: not pane.form.guard._rest.isActive())
    for _ in range(20):  # as X11 repeats a key, and as Qt tells it now and then
        driver.qtbot.keyRelease(pane.page.body, Qt.Key.Key_Return, CTRL)
        driver.qtbot.keyPress(pane.page.body, Qt.Key.Key_Return, CTRL)
    driver.until(lambda: True)
    assert approved(driver, drafts) == 1
    driver.qtbot.keyRelease(pane.page.body, Qt.Key.Key_Return, CTRL)
    driver.until(lambda: not pane.form.guard.closed)
    driver.qtbot.keyClick(pane.page.body, Qt.Key.Key_Return, CTRL)
    driver.until(lambda: approved(driver, drafts) == 2)


def test_after_ones_own_mail_a_draft_can_be_sent_at_once(driver: WindowDriver) -> None:
    """Nothing opens by itself then."""
    own = own_reply(driver.house, "Yes.")
    pane = open_review(driver, own)
    pane.send()
    driver.until(lambda: stored(driver, own).state is DraftState.APPROVED)
    driver.until(lambda: not driver.bench.selection.reviewing)
    pane = open_review(driver, propose(driver.house))
    assert not pane.form.guard.closed
    driver.until(pane.form.action_bar.send_button.isEnabled)


def test_whichever_draft_comes_after_the_press_it_rests(driver: WindowDriver) -> None:
    """The list may bring one, and the answer to the press another."""
    drafts, pane = three(driver)
    pane.form.guard.pressed()
    for draft in drafts[1:]:
        open_review(driver, draft)
        assert pane.form.guard.closed
        assert not pane.form.action_bar.send_button.isEnabled()
