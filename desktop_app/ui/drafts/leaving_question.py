"""The question while mail waits in the outbox and the window is to close. Not modal."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.theme import Theme, set_role

Way = tuple[str, Callable[[], object]]


class LeavingQuestion(QWidget):
    """A sentence and the ways to go on; the first is the default."""

    def __init__(self, theme: Theme, ways: tuple[Way, ...]) -> None:
        super().__init__()
        self.text = QLabel()
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self.text, "strong")
        self.buttons: dict[str, QPushButton] = {}
        line = QHBoxLayout()
        line.setSpacing(theme.px(8))
        for name, work in ways:
            button = QPushButton(name)
            button.clicked.connect(lambda _=False, work=work: work())
            self.buttons[name] = button
            line.addWidget(button)
        line.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.px(8))
        layout.addWidget(self.text)
        layout.addLayout(line)

    def ask(self, count: int) -> None:
        """Say how many wait, and take the focus to the first way."""
        mails = "1 mail is" if count == 1 else f"{count} mails are"
        self.text.setText(f"{mails} still waiting to be sent.")
        self.show()
        press(next(iter(self.buttons.values())))
