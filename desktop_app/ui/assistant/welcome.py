"""What the panel shows before anything was asked: who answers, and five ways to begin."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.ui.widgets.elided_button import ElidedButton
from desktop_app.ui.widgets.speech import spoken
from desktop_app.ui.widgets.theme import Theme, set_role

MOST = 5


class Welcome(QWidget):
    """`chosen(prompt)` when a starter is pressed."""

    chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        set_role(self, "region")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(theme.px(16), theme.px(8), theme.px(16), theme.px(16))
        layout.setSpacing(theme.px(8))
        layout.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._introduction = spoken("", "second")
        layout.addWidget(self._introduction)
        self._starters = QVBoxLayout()
        self._starters.setSpacing(theme.px(4))
        layout.addLayout(self._starters)
        self._shown: tuple[str, ...] = ()

    def show_introduction(self, text: str) -> None:
        self._introduction.setText(text)

    def show_starters(self, starters: tuple[str, ...]) -> None:
        if starters == self._shown:
            return
        self._shown = starters
        while item := self._starters.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        for starter in starters[:MOST]:
            button = ElidedButton()
            set_role(button, "starter")
            button.set_words(starter)
            button.clicked.connect(lambda _=False, words=starter: self.chosen.emit(words))
            self._starters.addWidget(button)
