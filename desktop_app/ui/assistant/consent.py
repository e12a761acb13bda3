"""Card and check boxes for the accounts that a model in the cloud may read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QPushButton

from desktop_app.model.account import Account
from desktop_app.ui.widgets.parts import STRETCH, column, row, selectable
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import Theme, set_role

WHAT_IT_MEANS = (
    "{name} runs at {host}, not on this computer. What it reads for you in the accounts you tick "
    "is sent there; what stands in your drafts too. You can change this in Settings → Assistant."
)


def account_box(account: Account) -> QCheckBox:
    """A check box for an account."""
    box = QCheckBox(clean(account.name).replace("&", "&&"))
    box.setAccessibleName(f"May read {clean(account.name)}")
    box.setAccessibleDescription(account.default_identity.address.email)
    box.setMinimumWidth(1)
    return box


def account_note(theme: Theme, account: Account) -> QLabel:
    """Its address, below the box."""
    note = selectable(account.default_identity.address.email, "caption")
    note.setContentsMargins(theme.px(28), 0, 0, 0)
    return note


class ConsentCard(QFrame):
    """Card with a box for each account; `allowed(account ids)` once the person has chosen."""

    allowed = Signal(object)

    def __init__(self, theme: Theme, name: str, host: str, accounts: Sequence[Account]) -> None:
        super().__init__()
        set_role(self, "card")
        question = f"May {name} read your mail?"
        self.setAccessibleName(question)
        meaning = selectable(WHAT_IT_MEANS.format(name=name, host=host), "caption")
        head = (selectable(question, "strong"), meaning)
        layout = column(*head, owner=self, gap=theme.px(8), margins=theme.px(12))
        self.boxes: dict[str, QCheckBox] = {}
        for account in accounts:
            box = account_box(account)
            box.toggled.connect(self._on_toggled)
            self.boxes[account.id] = box
            layout.addWidget(box)
            layout.addWidget(account_note(theme, account))
        self.button = QPushButton("Allow and ask again")
        set_role(self.button, "primary")
        self.button.setEnabled(False)
        self.button.clicked.connect(self._allow)
        layout.addLayout(row(self.button, STRETCH))

    def settle(self) -> None:
        """It was answered, here or elsewhere."""
        for widget in (*self.boxes.values(), self.button):
            widget.setEnabled(False)

    def _chosen(self) -> tuple[str, ...]:
        return tuple(name for name, box in self.boxes.items() if box.isChecked())

    def _on_toggled(self) -> None:
        self.button.setEnabled(bool(self._chosen()))

    def _allow(self) -> None:
        chosen = self._chosen()
        if chosen:
            self.settle()
            self.allowed.emit(chosen)
