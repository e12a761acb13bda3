"""What was said: the person's words and the assistant's answer, a widget each."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout

from desktop_app.ui.theme import Theme, set_role

MOST_CHARS = 40_000


class PersonTurn(QFrame):
    """What the person asked."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        set_role(self, "card")
        self.setAccessibleName(f"You asked: {text}")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(8))
        layout.addWidget(spoken(text))


class Answer(QLabel):
    """The assistant's words, growing while they come. Plain text: nothing in it is obeyed."""

    def __init__(self) -> None:
        super().__init__()
        self._said = ""
        _make_readable(self)

    @property
    def said(self) -> str:
        return self._said

    def append(self, text: str) -> None:
        self._said = (self._said + text)[:MOST_CHARS]
        shown = self._said.rstrip()
        self.setText(shown)
        self.setAccessibleName(f"Assistant: {shown}")


def spoken(text: str, role: str = "") -> QLabel:
    """A label of plain text that can be selected and read."""
    label = QLabel(text)
    if role:
        set_role(label, role)
    _make_readable(label)
    return label


def _make_readable(label: QLabel) -> None:
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    flags = Qt.TextInteractionFlag
    label.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
