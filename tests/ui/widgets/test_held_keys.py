"""A held key presses one button, also where X11 makes new presses of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.widgets.focus import enter_presses
from desktop_app.ui.widgets.held_keys import HeldKeys
from tests.sure import there

PRESS, RELEASE = QEvent.Type.KeyPress, QEvent.Type.KeyRelease


class Window(QWidget):
    """Three buttons; each gives way to the next when it is pressed."""

    def __init__(self) -> None:
        super().__init__()
        self.pressed: list[str] = []
        layout = QHBoxLayout(self)
        self.buttons = [QPushButton(name) for name in ("one", "two", "three")]
        for button in self.buttons:
            layout.addWidget(button)
            button.clicked.connect(lambda _=False, button=button: self._press(button))

    def _press(self, button: QPushButton) -> None:
        self.pressed.append(button.text())
        button.hide()
        left = [each for each in self.buttons if each.isVisible()]
        if left:
            left[0].setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        enter_presses(event)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    found = Window()
    qtbot.addWidget(found)
    found.show()
    qtbot.waitExposed(found)
    found.activateWindow()
    found.buttons[0].setFocus()
    qtbot.waitUntil(found.buttons[0].hasFocus)
    held = HeldKeys(found)
    yield found
    held.deleteLater()


def send(kind: QEvent.Type, key: Qt.Key, time: int) -> None:
    event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier)
    event.setTimestamp(time)
    QApplication.sendEvent(there(QApplication.focusWidget()), event)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_a_held_key_presses_once(window: Window, key: Qt.Key) -> None:
    send(PRESS, key, 1_000)
    for time in range(1_660, 3_000, 40):  # as X11 repeats it
        send(RELEASE, key, time)
        send(PRESS, key, time)
    send(RELEASE, key, 3_010)
    assert window.pressed == ["one"]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_presses_of_a_finger_count_each(window: Window, key: Qt.Key) -> None:
    for time in (1_000, 1_060):
        send(PRESS, key, time)
        send(RELEASE, key, time + 30)
    assert window.pressed == ["one", "two"]


def test_a_shortcut_of_a_held_key_is_known_until_the_key_is_released(
    window: Window, qtbot: QtBot
) -> None:
    held = HeldKeys.of_application()
    assert held is HeldKeys.of_application()
    override, e = QEvent.Type.ShortcutOverride, Qt.Key.Key_E
    send(override, e, 1_000)
    assert not held.repeating
    for time in (1_660, 1_700):
        send(RELEASE, e, time)
        assert not held.repeating
        send(override, e, time)
        assert held.repeating
    send(RELEASE, e, 1_720)
    assert not held.repeating
    send(override, e, 1_790)
    assert not held.repeating


def test_events_without_a_time_are_presses(window: Window) -> None:
    for _ in range(2):
        send(PRESS, Qt.Key.Key_Return, 0)
        send(RELEASE, Qt.Key.Key_Return, 0)
    assert window.pressed == ["one", "two"]
