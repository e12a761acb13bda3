"""The real application, and a hasty person inside its process: to be killed by `kills.py`.

`python -m tests.reliability.hasty_person PROFILE SEED`. Words are typed into drafts, keys and
buttons are pressed, mails are sent. Each word that stands in the text of a draft is said on
standard output (`typed WORD`), and once more when the window has had a second since
(`second WORD`).
"""

from __future__ import annotations

import random
import sys
import time
from collections import deque
from pathlib import Path

from desktop_app.ui.background import plain_import  # noqa: F401  # before all else of Qt

# isort: split
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPlainTextEdit, QWidget

from desktop_app import opening
from desktop_app.ui.window import application

MOMENT_MS = 15
BEAT_MS, LATE_SECONDS, BEATS = 50, 0.1, 20
"""A second of the window is so many beats of its clock, of which none comes later than that: while
other work keeps the application from running, its time stands still."""

KEYS = ("j", "k", "x", "e", "s", "z", "u", "Escape", "Tab", "F6")
KEPT_AWAY = (
    "delete",
    "ignore",
    "discard",
    "remove",
    "don’t",
    "quit",
    "close",
    "versions",
    "restart",
)
"""Words of buttons that throw words away on purpose."""


class HastyPerson(QObject):
    """Does something every few milliseconds, from the moment the window is whole."""

    def __init__(self, window: QWidget, dice: random.Random, prefix: str) -> None:
        super().__init__(window)
        self._window, self._dice, self._prefix = window, dice, prefix
        self._words = 0
        self._beats, self._last = 0, time.monotonic()
        self._typed: deque[tuple[str, int]] = deque()
        self._clock = QTimer(self, interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        self._clock.timeout.connect(self._beat)
        self._clock.start()
        self._timer = QTimer(self, interval=MOMENT_MS)
        self._timer.timeout.connect(self._act)
        self._timer.start()

    def _beat(self) -> None:
        now = time.monotonic()
        self._beats += now - self._last < LATE_SECONDS
        self._last = now
        while self._typed and self._typed[0][1] <= self._beats:
            print("second", self._typed.popleft()[0], flush=True)

    def _act(self) -> None:
        self._timer.setInterval(self._dice.choice((2, MOMENT_MS, 40)))
        moves = (self._write,) * 8 + (self._press, self._reply, self._send, self._click)
        self._dice.choice(moves)()

    def _focused(self) -> QWidget:
        return QApplication.focusWidget() or self._window

    def _write(self) -> None:
        """A word that can be found again, at the end of the text of the draft that is open."""
        body = self._focused()
        if not isinstance(body, QPlainTextEdit) or body.accessibleName() != "Draft body":
            self._go_into_the_text()
            return
        if body.isReadOnly():
            return
        self._words += 1
        word = f"zq{self._prefix}x{self._words}z"
        QTest.keyClick(body, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(body, f" {word}")
        if word in body.toPlainText():
            print("typed", word, flush=True)
            self._typed.append((word, self._beats + BEATS))

    def _go_into_the_text(self) -> None:
        for body in self._window.findChildren(QPlainTextEdit):
            if body.accessibleName() == "Draft body" and body.isVisible() and body.isEnabled():
                body.setFocus()
                return
        self._reply()

    def _press(self) -> None:
        target = self._focused()
        if not isinstance(target, QPlainTextEdit):
            QTest.keyClick(target, getattr(Qt.Key, f"Key_{self._dice.choice(KEYS).title()}"))

    def _reply(self) -> None:
        key = self._dice.choice((Qt.Key.Key_R, Qt.Key.Key_J, Qt.Key.Key_Return))
        modifier = Qt.KeyboardModifier.ControlModifier
        bare = Qt.KeyboardModifier.NoModifier
        QTest.keyClick(self._window, key, modifier if key is Qt.Key.Key_R else bare)

    def _send(self) -> None:
        control = Qt.KeyboardModifier.ControlModifier
        QTest.keyClick(self._focused(), Qt.Key.Key_Return, control)

    def _click(self) -> None:
        reached = QApplication.activeModalWidget() or self._window
        buttons = [
            button
            for button in reached.findChildren(QAbstractButton)
            if button.isVisible() and button.isEnabled() and not _throws_away(button)
        ]
        if buttons:
            self._dice.choice(buttons).click()


def _throws_away(button: QAbstractButton) -> bool:
    words = f"{button.text()} {button.accessibleName()} {button.toolTip()}".lower()
    return not words.strip() or any(word in words for word in KEPT_AWAY)


def main() -> None:
    profile, number = Path(sys.argv[1]), int(sys.argv[2])
    real = application.open_window

    def watched(app: QApplication, services: object) -> QWidget:
        window = real(app, services)  # type: ignore[arg-type]
        window.painted.connect(lambda: HastyPerson(window, random.Random(number), str(number)))
        return window

    application.open_window = watched  # type: ignore[assignment]
    print("started", "-", time.monotonic(), flush=True)
    sys.exit(opening.open_window(profile))


if __name__ == "__main__":
    main()
