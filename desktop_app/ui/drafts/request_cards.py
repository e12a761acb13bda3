"""Cards of requests that only the person may allow: Allow or Refuse."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from desktop_app.model.draft import Origin
from desktop_app.tools.person.activity import Request
from desktop_app.ui.bench.activity_words import readable
from desktop_app.ui.widgets.dates import short_date
from desktop_app.ui.widgets.parts import clear, column, plain, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import Theme, set_role

MOST = 20


class RequestCards(QWidget):
    """Cards with the signal `answered(request id, allowed)`."""

    answered = Signal(int, bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: tuple[Request, ...] = ()
        self._layout = column(owner=self, gap=theme.px(8), margins=theme.px(8))
        self.hide()

    def show_requests(self, requests: tuple[Request, ...], now: float) -> None:
        requests = requests[:MOST]
        if requests != self._shown:
            self._shown = requests
            clear(self._layout)
            for request in requests:
                self._layout.addWidget(self._card(request, now))
        self.setVisible(bool(requests))

    def _card(self, request: Request, now: float) -> QFrame:
        px, card = self._theme.px, QFrame()
        set_role(card, "made-card")
        title, _, arguments = clean(request.summary).partition(": ")
        detail = readable(arguments)
        summary = f"{title}: {detail}" if detail else title
        asked = f"{_who(request)} asks, {short_date(request.asked, now)}"
        card.setAccessibleName(f"{asked}: {summary}")
        labels = (plain(asked, "caption", wrap=True), plain(summary, wrap=True))
        buttons = row(gap=px(8))
        for text, allow in (("Allow", True), ("Refuse", False)):
            button = QPushButton(text)
            button.setAccessibleName(f"{text}: {summary}")
            button.clicked.connect(
                lambda _=False, allow=allow: self.answered.emit(request.id, allow)
            )
            buttons.addWidget(button)
        buttons.addStretch(1)
        column(*labels, buttons, owner=card, gap=px(8), margins=px(12))
        return card


def _who(request: Request) -> str:
    if request.origin == Origin.MCP:
        return f"{clean(request.client) or 'A connected program'} over MCP"
    return clean(request.client) or "The assistant"
