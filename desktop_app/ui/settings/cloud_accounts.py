"""Check boxes for the accounts whose mail a model in the cloud may be given."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from desktop_app.tools.person import mail_accounts
from desktop_app.tools.person.mail_accounts import AccountList
from desktop_app.ui.assistant.cloud_consent import SETTING
from desktop_app.ui.assistant.consent import account_box, account_note
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.settings.rows import OnChange
from desktop_app.ui.widgets.parts import column, plain
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.undo_line import UndoLine

WHAT_IT_MEANS = (
    "A model on this computer may read all your accounts: nothing leaves. A model in the cloud may "
    "read only those you tick here, and what it reads, your drafts in them too, is sent to its "
    "provider."
)


class CloudAccounts(QWidget):
    """Boxes whose changes are kept at once; `filled` when the accounts are there."""

    filled = Signal()

    def __init__(self, bench: Workbench, change: OnChange) -> None:
        super().__init__()
        self._bench, self._change = bench, change
        px = bench.theme.px
        title = plain("A model in the cloud may read", "strong")
        note = plain(WHAT_IT_MEANS, "caption", wrap=True)
        self.boxes: dict[str, QCheckBox] = {}
        self._rows = column(gap=px(4))
        self.line = UndoLine(bench.theme)
        column(title, note, self._rows, self.line, owner=self, gap=px(4))
        bench.calls.ask(
            mail_accounts.LIST_ACCOUNTS, mail_accounts.ListAccounts(), done=self._show, owner=self
        )

    def _show(self, found: AccountList) -> None:
        settings = self._bench.services.settings
        allowed = settings.items(SETTING)
        for account in found.accounts:
            box = account_box(account)
            box.setChecked(account.id in allowed)
            box.setEnabled(not settings.forced(SETTING))
            box.toggled.connect(partial(self._on_toggled, box, clean(account.name)))
            self.boxes[account.id] = box
            self._rows.addWidget(box)
            self._rows.addWidget(account_note(self._bench.theme, account))
        self.filled.emit()

    def _on_toggled(self, box: QCheckBox, account: str, on: bool) -> None:
        may = "may" if on else "may no longer"
        self.line.say(f"A model in the cloud {may} read {account}.", lambda: box.setChecked(not on))
        self._keep()

    def _keep(self) -> None:
        self._change(SETTING, tuple(name for name, box in self.boxes.items() if box.isChecked()))
