"""Proposals gone through by keyboard alone: next, send, edit, ignore."""

from __future__ import annotations

import os
from collections import Counter
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.model.draft import DraftState
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import propose

CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
NUMBER = int(os.environ.get("DRAFTS", "6"))
"""`DRAFTS=40` for a whole inbox; each takes the second that one press rests."""


class Hand:
    """Counts the keys it presses, whatever has the focus."""

    def __init__(self, driver: WindowDriver) -> None:
        self.driver, self.keys = driver, Counter[str]()

    def press(self, name: str, key: Qt.Key, modifier: Qt.KeyboardModifier) -> None:
        self.driver.qtbot.keyClick(self._focused(), key, modifier)
        self.keys[name] += 1

    def write(self, words: str) -> None:
        self.driver.qtbot.keyClicks(self._focused(), words)
        self.keys["letters"] += len(words)

    def _focused(self) -> QWidget:
        return QApplication.focusWidget() or self.driver.window


def waiting(driver: WindowDriver) -> int:
    return len(driver.house.store.drafts.in_state([DraftState.PROPOSED, DraftState.EDITED]))


def so_many_wait(driver: WindowDriver, number: int) -> bool:
    return waiting(driver) == number


def test_a_queue_is_cleared_by_keyboard_with_one_key_a_mail(driver: WindowDriver) -> None:
    """Every third is ignored, every third gets a few words more; the rest is sent as it is."""
    drafts = [propose(driver.house, f"Hello Dana,\n\nyes, on day {n}.") for n in range(NUMBER)]
    hand = Hand(driver)
    hand.press("go", Qt.Key.Key_G, Qt.KeyboardModifier.NoModifier)
    hand.press("go", Qt.Key.Key_R, Qt.KeyboardModifier.NoModifier)
    pane = driver.window.frame.review
    driver.until(driver.window.frame.drafts.isVisible)
    hand.press("go", Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier)
    for number in range(NUMBER):
        assert waiting(driver) == NUMBER - number
        driver.until(pane.form.action_bar.send_button.isEnabled)
        driver.until(lambda: not pane.form.guard.closed)
        if number % 3 == 1:
            hand.press("ignore", Qt.Key.Key_I, ALT)
        else:
            if number % 3 == 2:
                hand.write("Dear Dana, ")
            hand.press("send", Qt.Key.Key_Return, CONTROL)
        left = NUMBER - number - 1
        driver.until(partial(so_many_wait, driver, left))
    stored = Counter(driver.house.store.drafts.get(draft.id).state for draft in drafts)
    ignored = sum(number % 3 == 1 for number in range(NUMBER))
    assert stored == {DraftState.IGNORED: ignored, DraftState.APPROVED: NUMBER - ignored}
    assert hand.keys["send"] + hand.keys["ignore"] == NUMBER
    assert hand.keys["go"] == 3
