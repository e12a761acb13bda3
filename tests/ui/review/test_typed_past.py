"""Whoever types on past the words writes: the space behind a word presses no button."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication

from desktop_app.model.draft import DraftState
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, stored

PROSE = "the boards can come on Tuesday"


def buttons(pane: Any) -> list[QAbstractButton]:
    """Those that the Tab key reaches now."""
    tab = Qt.FocusPolicy.TabFocus
    found = pane.form.findChildren(QAbstractButton)
    return [b for b in found if b.isVisible() and b.isEnabled() and b.focusPolicy() & tab]


def type_in_focus(driver: WindowDriver, words: str) -> None:
    """Each key goes to whatever has the focus then, as on a keyboard."""
    for letter in words:
        driver.qtbot.keyClicks(QApplication.focusWidget(), letter)


def test_a_tab_in_the_words_and_prose_behind_it_sends_nothing(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Dear Dana, ")
    pane = open_review(driver, draft)
    body = pane.page.body
    driver.until(pane.form.action_bar.send_button.isEnabled)
    body.setFocus()
    body.moveCursor(body.textCursor().MoveOperation.End)
    driver.qtbot.keyClick(body, Qt.Key.Key_Tab)
    assert not body.hasFocus()
    type_in_focus(driver, PROSE)
    assert body.toPlainText() == f"Dear Dana, {PROSE}"
    assert body.hasFocus()
    assert stored(driver, draft).state is not DraftState.APPROVED


def test_on_every_button_of_a_draft_prose_is_written(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Dear Dana, ")
    pane = open_review(driver, draft)
    body = pane.page.body
    driver.until(pane.form.action_bar.send_button.isEnabled)
    every = buttons(pane)
    assert len(every) >= 6
    for number, button in enumerate(every):
        body.selectAll()
        button.setFocus()
        driver.until(button.hasFocus)
        type_in_focus(driver, f"{PROSE} {number}")
        assert body.toPlainText() == f"{PROSE} {number}", button.accessibleName()
    assert stored(driver, draft).state is not DraftState.APPROVED


def test_space_alone_presses_send(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Dear Dana, yes.")
    pane = open_review(driver, draft)
    send = pane.form.action_bar.send_button
    driver.until(send.isEnabled)
    send.setFocus()
    driver.qtbot.keyClick(send, Qt.Key.Key_Space)
    driver.until(lambda: stored(driver, draft).state is DraftState.APPROVED)


def test_a_mail_that_waits_to_leave_is_not_written_in(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, "Dear Dana, yes.")
    pane = open_review(driver, draft)
    driver.until(pane.form.action_bar.send_button.isEnabled)
    pane.send()
    driver.until(lambda: stored(driver, draft).state is DraftState.APPROVED)
    pane = open_review(driver, draft)
    driver.until(lambda: not pane.form.editable)
    button = next(iter(buttons(pane)), None)
    assert button is not None
    button.setFocus()
    type_in_focus(driver, "x")
    assert pane.page.body.toPlainText() == "Dear Dana, yes."
