"""Card of a request that waits for the person: show, send, or do not send."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton

from desktop_app.assistant.transcript import AboutToSend
from desktop_app.ui.widgets.dates import file_size
from desktop_app.ui.widgets.parts import column, flow, selectable
from desktop_app.ui.widgets.theme import Theme, set_role


def host_of(endpoint: str) -> str:
    """The host of an address, as people say it."""
    return urlsplit(endpoint).hostname or endpoint


class ModelRequestCard(QFrame):
    """`shown(payload id)` to read it, `answered(payload id, yes)` once."""

    shown = Signal(int)
    answered = Signal(int, bool)

    def __init__(self, theme: Theme, request: AboutToSend) -> None:
        super().__init__()
        set_role(self, "card")
        self.request = request
        self._host = host_of(request.endpoint)
        self.words = selectable(f"About to send {file_size(request.size)} to {self._host}.")
        self.setAccessibleName(self.words.text())
        self.show_button = self._button("Show", lambda: self.shown.emit(request.payload_id))
        self.show_button.setAccessibleName("Show what would be sent")
        self.yes = self._button("Send request", lambda: self._answer(yes=True))
        set_role(self.yes, "primary")
        self.no = self._button("Don't send", lambda: self._answer(yes=False))
        self._row = flow(self.show_button, self.yes, self.no, gap=theme.px(8))
        column(self.words, self._row, owner=self, gap=theme.px(8), margins=theme.px(12))

    @property
    def open(self) -> bool:
        """Whether it still waits."""
        return not self._row.isHidden()

    def settle(self, *, sent: bool) -> None:
        """What became of it."""
        if not self.open:
            return
        size = file_size(self.request.size)
        self._say(f"Sent {size} to {self._host}." if sent else "Not sent.")

    def _answer(self, *, yes: bool) -> None:
        self.settle(sent=yes)
        self.answered.emit(self.request.payload_id, yes)

    def _say(self, text: str) -> None:
        self._row.hide()
        self.words.setText(text)
        self.setAccessibleName(text)

    @staticmethod
    def _button(text: str, work: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.clicked.connect(lambda *_: work())
        return button
