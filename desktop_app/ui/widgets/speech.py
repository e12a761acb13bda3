"""What the person said, and labels of plain text. The assistant's answer is in answer.py."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout

from desktop_app.ui.widgets.theme import Theme, set_role


class PersonTurn(QFrame):
    """What the person asked."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        set_role(self, "card")
        self.setAccessibleName(f"You asked: {text}")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(8))
        layout.addWidget(spoken(text))


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
