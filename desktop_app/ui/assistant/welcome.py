"""First page of the assistant pane: who answers, and five starters."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.ui.widgets.elided_button import ElidedButton
from desktop_app.ui.widgets.parts import clear, column, selectable
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.theme import Theme, set_role

MOST = 5


class Welcome(ScrollColumn):
    """Page with the signal `chosen(prompt)`, when a starter is pressed. It scrolls where it has
    less room than it needs."""

    chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        page = QWidget(self)
        set_role(page, "region")
        self._introduction = selectable("", "second")
        self._starters = column(gap=theme.px(4))
        parts, side = (self._introduction, self._starters), theme.px(16)
        margins = (side, theme.px(8), max(0, side - self.bar_width), side)
        layout = column(*parts, owner=page, gap=theme.px(8), margins=margins)
        layout.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.setWidget(page)
        self._shown: tuple[str, ...] = ()

    def show_introduction(self, text: str) -> None:
        self._introduction.setText(text)

    def show_starters(self, starters: tuple[str, ...]) -> None:
        if starters == self._shown:
            return
        self._shown = starters
        clear(self._starters)
        for starter in starters[:MOST]:
            button = ElidedButton()
            set_role(button, "starter")
            button.set_words(starter)
            button.clicked.connect(lambda _=False, words=starter: self.chosen.emit(words))
            self._starters.addWidget(button)
