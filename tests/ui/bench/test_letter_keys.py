"""Single letters are keys in lists, can be switched off, and rest when a draft has closed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QToolButton, QWidget

from desktop_app.model.draft import DraftState
from desktop_app.ui.bench.letter_keys import REST_MS, SETTING, EventClock
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, stored

NONE, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


def is_key(driver: WindowDriver, stamp: int = 0, widget: QWidget | None = None) -> bool:
    """Whether E would be taken for a key where the focus is."""
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_E, NONE, "e")
    event.setTimestamp(stamp)
    event.ignore()
    QApplication.sendEvent(widget or driver.window.focusWidget(), event)
    return not event.isAccepted()


def test_a_letter_is_a_key_in_a_list(driver: WindowDriver) -> None:
    driver.conversations.view.setFocus()
    assert is_key(driver)
    driver.window.frame.sidebar.list.setFocus()
    assert is_key(driver)
    driver.open_first()
    driver.bench.navigation.focus("main")
    assert is_key(driver)


def test_on_a_button_elsewhere_a_letter_does_nothing(driver: WindowDriver) -> None:
    driver.open_first()
    button = QToolButton(driver.window.status)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.show()
    button.setFocus()
    assert not is_key(driver)
    QTest.keyClick(button, Qt.Key.Key_E)
    driver.until(lambda: True)
    assert len(driver.rows()) == 3


def test_letters_are_switched_off_by_a_setting(driver: WindowDriver) -> None:
    driver.conversations.view.setFocus()
    driver.conversations.view.go_to(0)
    driver.house.settings.change(SETTING, False)
    assert not is_key(driver)
    QTest.keyClick(driver.conversations.view, Qt.Key.Key_E)
    driver.until(lambda: True)
    assert len(driver.rows()) == 3
    driver.house.settings.change(SETTING, True)
    QTest.keyClick(driver.conversations.view, Qt.Key.Key_E)
    driver.until(lambda: len(driver.rows()) == 2)
    assert driver.window.toasts.toast.text.text() == "1 conversation archived."
    assert driver.window.toasts.toast.undoes


@pytest.mark.parametrize(("after", "acts"), [(1, False), (REST_MS - 1, False), (REST_MS, True)])
def test_a_letter_rests_for_a_second_after_a_draft_has_closed(
    driver: WindowDriver, after: int, acts: bool
) -> None:
    pane = open_review(driver, own_reply(driver.house, "Dear Dana"))
    pane.page.body.setFocus()
    typed = 500_000
    assert not is_key(driver, typed, pane.page.body)
    driver.bench.selection.close_draft()
    driver.conversations.view.setFocus()
    assert is_key(driver, typed + after) == acts


def test_of_a_window_that_was_busy_the_time_of_the_press_counts(driver: WindowDriver) -> None:
    """The press came half a second after the draft closed, and is looked at much later."""
    pane = open_review(driver, own_reply(driver.house, "Dear Dana"))
    pane.page.body.setFocus()
    is_key(driver, 500_000, pane.page.body)
    driver.bench.selection.close_draft()
    driver.conversations.view.setFocus()
    driver.house.now += 60
    assert not is_key(driver, 500_500)
    assert is_key(driver, 560_000)


@pytest.mark.parametrize(("ends", "acts"), [("", False), ("tab", True), ("ctrl", True)])
def test_a_hand_that_writes_on_while_its_draft_closes_reads_no_list(
    driver: WindowDriver, ends: str, acts: bool
) -> None:
    """It closed by itself; who presses Send by a key has ended to write."""
    pane = open_review(driver, own_reply(driver.house, "Dear Dana"))
    pane.page.body.setFocus()
    at = 500_000
    assert not is_key(driver, at, pane.page.body)
    if ends:
        key, held = {"tab": (Qt.Key.Key_Tab, NONE), "ctrl": (Qt.Key.Key_B, CTRL)}[ends]
        QApplication.sendEvent(
            pane.page.body, QKeyEvent(QEvent.Type.ShortcutOverride, key, held, "")
        )
    driver.bench.selection.close_draft()
    driver.conversations.view.setFocus()
    assert not is_key(driver, at + REST_MS // 2)
    assert is_key(driver, at + REST_MS + 1) == acts
    for letter in range(2, 20):
        assert is_key(driver, at + letter * (REST_MS - 1)) == acts
    assert is_key(driver, at + 20 * REST_MS + REST_MS)


@pytest.mark.parametrize("ends", [None, Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_a_hand_that_writes_on_after_a_dialog_reads_no_list(
    driver: WindowDriver, ends: Qt.Key | None
) -> None:
    """*Nonsense when* was typed at the times of snoozing: the space has pressed one of them."""
    driver.conversations.view.setFocus()
    dialog = QDialog(driver.window)
    button = QPushButton("Tomorrow", dialog)
    dialog.open()
    button.setFocus()
    driver.until(lambda: QApplication.focusWidget() is button)
    is_key(driver, 500_000, button)
    if ends is not None:
        QApplication.sendEvent(button, QKeyEvent(QEvent.Type.ShortcutOverride, ends, NONE, ""))
    dialog.close()
    driver.window.activateWindow()
    driver.conversations.view.setFocus()
    driver.until(lambda: QApplication.focusWidget() is driver.conversations.view)
    assert is_key(driver, 500_500) == (ends is not None)
    assert is_key(driver, 501_400) == (ends is not None)
    assert is_key(driver, 501_400 + REST_MS)


def waiting_review(driver: WindowDriver) -> Any:
    """The review of a mail that was sent from it, and waits to leave."""
    draft = own_reply(driver.house, "Dear Dana")
    pane = open_review(driver, draft)
    pane.page.body.setFocus()
    assert not is_key(driver, 500_000, pane.page.body)
    pane.send()
    driver.until(lambda: stored(driver, draft).state is DraftState.APPROVED)
    pane = open_review(driver, draft)
    driver.until(lambda: not pane.form.editable)
    return pane


@pytest.mark.parametrize(("after", "acts"), [(1, False), (REST_MS - 1, False), (REST_MS, True)])
def test_in_the_review_of_a_mail_that_waits_a_letter_is_a_key(
    driver: WindowDriver, after: int, acts: bool
) -> None:
    pane = waiting_review(driver)
    pane.page.body.setFocus()
    assert is_key(driver, 500_000 + after) == acts


def test_who_goes_from_the_assistant_to_the_list_has_ended_to_write(driver: WindowDriver) -> None:
    driver.open_first()
    driver.bench.navigation.ask_assistant(None)
    driver.until(lambda: driver.window.frame.assistant.isAncestorOf(driver.window.focusWidget()))
    assert not is_key(driver, 500_000)
    driver.bench.navigation.focus("list")
    assert is_key(driver, 500_001)


def test_who_leaves_a_field_by_escape_has_ended_to_write(driver: WindowDriver) -> None:
    """A name is given to somebody, and the next key is one of their list."""
    driver.bench.actions.trigger("go_people")
    pane = driver.window.frame.people
    driver.until(pane.list.isVisible)
    pane.entry.setFocus()
    assert not is_key(driver, 500_000, pane.entry)
    pane.list.setFocus()
    assert not is_key(driver, 500_100, pane.list)  # the caret went by itself, for all one knows
    pane.entry.setFocus()
    assert not is_key(driver, 500_200, pane.entry)
    QTest.keyClick(pane.entry, Qt.Key.Key_Escape)
    pane.list.setFocus()
    assert is_key(driver, 500_300, pane.list)


def test_z_takes_back_the_mail_whose_review_waits(driver: WindowDriver) -> None:
    pane = waiting_review(driver)
    pane.page.body.setFocus()
    driver.until(driver.window.frame.outbox.undo_button.isVisible)
    driver.window._letters._written_at = 0
    QTest.keyClick(pane.page.body, Qt.Key.Key_Z)
    driver.until(lambda: pane.form.editable)
    assert pane.page.body.toPlainText() == "Dear Dana"


@pytest.mark.parametrize("typed", ["", "x"])
def test_ctrl_z_takes_back_a_mail_while_nothing_is_written_into_the_next(
    driver: WindowDriver, typed: str
) -> None:
    """The next draft opens after a press of Send, with the caret in its words."""
    sent, after = own_reply(driver.house, "Dear Dana"), own_reply(driver.house, "Dear Sam")
    open_review(driver, sent).send()
    driver.until(lambda: stored(driver, sent).state is DraftState.APPROVED)
    body = open_review(driver, after).page.body
    body.setFocus()
    button = driver.window.frame.outbox.undo_button
    driver.until(lambda: button.isVisible() and button.text() == "Undo")
    QTest.keyClicks(body, typed)
    QTest.keyClick(body, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    if not typed:
        driver.until(lambda: stored(driver, sent).state is not DraftState.APPROVED)
        return
    assert body.toPlainText() == "Dear Sam"
    for _ in range(2):
        QTest.keyClick(body, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert button.text() == "Undo"
    assert stored(driver, sent).state is DraftState.APPROVED


@given(
    delays=st.lists(st.integers(0, 5_000), min_size=1, max_size=8),
    begun=st.integers(1, 2**31),
)
def test_the_time_of_events_is_told_by_the_least_delay(delays: list[int], begun: int) -> None:
    clock = EventClock()
    for number, delay in enumerate(delays):
        clock.see(begun + number * 100, number * 100 + delay)
    told = clock.at(10_000) - (begun + 10_000)
    assert told == -min(delays)


def test_a_clock_that_begins_anew_is_followed() -> None:
    clock = EventClock()
    clock.see(2**32 - 5, 1_000)
    clock.see(7, 2_000)
    assert clock.at(2_000) == 7
