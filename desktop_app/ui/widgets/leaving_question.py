"""Question before the window closes, asked inside it."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from shiboken6 import isValid

from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.focused_events import FocusedEvents
from desktop_app.ui.widgets.parts import Button, column, flow, plain
from desktop_app.ui.widgets.theme import Theme

REST_MS = 1000
"""Time without a key after which a question that came late can be answered: what is pressed sooner
was aimed at what it covers."""


class LeavingQuestion(QWidget):
    """Question with several ways to go on. The first button that is shown is the default, the last
    one stays, as Esc does. A letter typed while it has the focus does nothing in the window."""

    def __init__(self, theme: Theme, ways: tuple[Button, ...]) -> None:
        super().__init__()
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._on_rested)
        self._keys = FocusedEvents(self)
        self.text = plain(role="strong", wrap=True)
        self.text.setMinimumWidth(theme.px(400))
        self._before: QWidget | None = None
        self.buttons: dict[str, QPushButton] = {}
        for name, work in ways:
            button = QPushButton(name)
            button.clicked.connect(lambda _=False, work=work: self._answer(work))
            self.buttons[name] = button
        escape = QShortcut(QKeySequence("Esc"), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(list(self.buttons.values())[-1].click)
        line = flow(*self.buttons.values(), gap=theme.px(8))
        column(self.text, line, owner=self, gap=theme.px(8))

    def ask(self, text: str, *, late: bool = False, without: Collection[str] = ()) -> None:
        """Ask it, and take the focus to the first way. One that is a `late` answer to the press
        lets a moment pass in which nothing is typed, and then takes the focus to the last way. The
        ways in `without` are not offered."""
        for name, button in self.buttons.items():
            button.setEnabled(not late)
            button.setVisible(name not in without)
        self._rest.stop()
        self._keys.stop()
        if late:
            self._rest.start()
            self._keys.start()
        self.text.setText(text)
        self.show()
        announce(self, text)
        if not late:
            self._take_focus(next(b for name, b in self.buttons.items() if name not in without))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress:
            self._rest.start()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """Keys that would type a letter are no shortcuts of the window here."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            held = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
            if not held and event.text().isprintable() and event.text():
                event.accept()
                return True
        return super().event(event)

    def _on_rested(self) -> None:
        self._keys.stop()
        for button in self.buttons.values():
            button.setEnabled(True)
        if self.isVisible():
            self._take_focus(list(self.buttons.values())[-1])

    def _take_focus(self, button: QPushButton) -> None:
        focused = QApplication.focusWidget()
        if focused is None or not self.isAncestorOf(focused):
            self._before = focused
        press(button)

    def _answer(self, work: Callable[[], object]) -> None:
        """Where the window stays, the focus goes back to where it was."""
        work()
        before, self._before = self._before, None
        if before is not None and isValid(before) and before.isVisible() and not self.isVisible():
            press(before)
