"""What the person said, and labels of plain text. The assistant's answer is in answer.py."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame

from desktop_app.ui.widgets.parts import column, selectable
from desktop_app.ui.widgets.theme import Theme, set_role


class PersonTurn(QFrame):
    """What the person asked."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        set_role(self, "card")
        self.setAccessibleName(f"You asked: {text}")
        side, top = theme.px(12), theme.px(8)
        column(selectable(text), owner=self, margins=(side, top, side, top))
