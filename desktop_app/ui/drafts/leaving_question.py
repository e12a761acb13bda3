"""The question while mail waits in the outbox and the window is to close. Not modal."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import STRETCH, Button, column, plain, row
from desktop_app.ui.widgets.theme import Theme


class LeavingQuestion(QWidget):
    """A sentence and the ways to go on; the first is the default."""

    def __init__(self, theme: Theme, ways: tuple[Button, ...]) -> None:
        super().__init__()
        self.text = plain(role="strong")
        self.buttons: dict[str, QPushButton] = {}
        for name, work in ways:
            button = QPushButton(name)
            button.clicked.connect(lambda _=False, work=work: work())
            self.buttons[name] = button
        line = row(*self.buttons.values(), STRETCH, gap=theme.px(8))
        column(self.text, line, owner=self, gap=theme.px(8))

    def ask(self, count: int) -> None:
        """Say how many wait, and take the focus to the first way."""
        mails = "1 mail is" if count == 1 else f"{count} mails are"
        self.text.setText(f"{mails} still waiting to be sent.")
        self.show()
        press(next(iter(self.buttons.values())))
