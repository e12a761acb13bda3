"""Question before the window closes, asked inside it."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from shiboken6 import isValid

from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import Button, column, flow, plain
from desktop_app.ui.widgets.theme import Theme

REST_MS = 1000
"""Time in which a question that came late takes no press: it was aimed at what it covers."""


class LeavingQuestion(QWidget):
    """Question with several ways to go on. The first button that is shown is the default, the last
    one stays, as Esc does."""

    def __init__(self, theme: Theme, ways: tuple[Button, ...]) -> None:
        super().__init__()
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self.text = plain(role="strong", wrap=True)
        self.text.setMinimumWidth(theme.px(400))
        self._before: QWidget | None = None
        self.buttons: dict[str, QPushButton] = {}
        for name, work in ways:
            button = QPushButton(name)
            button.clicked.connect(lambda _=False, work=work: self._answer(work))
            self._rest.timeout.connect(lambda button=button: button.setEnabled(True))
            self.buttons[name] = button
        escape = QShortcut(QKeySequence("Esc"), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(list(self.buttons.values())[-1].click)
        line = flow(*self.buttons.values(), gap=theme.px(8))
        column(self.text, line, owner=self, gap=theme.px(8))

    def ask(self, text: str, *, late: bool = False, without: Collection[str] = ()) -> None:
        """Ask it, and take the focus to the first way; not when it is a `late` answer to the
        press. That one also lets a moment pass before it can be answered. The ways in `without`
        are not offered."""
        for name, button in self.buttons.items():
            button.setEnabled(not late)
            button.setVisible(name not in without)
        self._rest.stop()
        if late:
            self._rest.start()
        self.text.setText(text)
        self.show()
        announce(self, text)
        if not late:
            focused = QApplication.focusWidget()
            if focused is None or not self.isAncestorOf(focused):
                self._before = focused
            press(next(b for name, b in self.buttons.items() if name not in without))

    def _answer(self, work: Callable[[], object]) -> None:
        """Where the window stays, the focus goes back to where it was."""
        work()
        before, self._before = self._before, None
        if before is not None and isValid(before) and before.isVisible() and not self.isVisible():
            press(before)
