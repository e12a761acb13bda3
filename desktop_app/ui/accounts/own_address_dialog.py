"""Dialog after a first import: which of the addresses in the mail are the person's."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QPlainTextEdit,
)

from desktop_app.model.account import Identity
from desktop_app.model.address import Address
from desktop_app.model.errors import KnownError
from desktop_app.tools.local_account import OwnAddress
from desktop_app.tools.person import mail_accounts
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dates import number
from desktop_app.ui.widgets.parts import STYLE, column, plain
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

WHY = (
    "Your replies are written as the first of them, and mail to all of them counts as mail to you. "
    "You can change this later under Accounts."
)


class OwnAddressDialog(QDialog):
    """The likeliest address is ticked; *Skip* leaves the account as it is."""

    def __init__(self, bench: Workbench, account_id: str, found: Sequence[OwnAddress]) -> None:
        super().__init__(bench.actions.window)
        self._bench, self._account_id = bench, account_id
        self.setWindowTitle("Which of these addresses are you?")
        self.setMinimumWidth(bench.theme.px(Size.DIALOG))
        px = bench.theme.px
        self.boxes: dict[str, QCheckBox] = {}
        rows = column(gap=px(4))
        for place, own in enumerate(found):
            box = QCheckBox(clean(own.address.email).replace("&", "&&"))
            box.setAccessibleName(clean(own.address.email))
            box.setAccessibleDescription(_counts(own))
            box.setChecked(not place)
            box.toggled.connect(lambda _: self._allow())
            self.boxes[own.address.email] = box
            rows.addWidget(box)
            rows.addWidget(plain(_counts(own), "caption"))
        self.other = QLineEdit()
        self.other.setPlaceholderText("Another address" if found else "Your address")
        self.other.setAccessibleName("Another address")
        self.other.textChanged.connect(lambda _: self._allow())
        self.name = QLineEdit(clean(found[0].address.name) if found else "")
        self.name.setAccessibleName("Your name")
        self.signature = QPlainTextEdit()
        self.signature.setAccessibleName("Signature")
        self.signature.setTabChangesFocus(True)
        self.problem = plain(role="error", wrap=True)
        self.problem.hide()
        buttons = QDialogButtonBox()
        self.use = buttons.addButton("Use these", QDialogButtonBox.ButtonRole.AcceptRole)
        set_role(self.use, "primary")
        self.skip = buttons.addButton("Skip", QDialogButtonBox.ButtonRole.RejectRole)
        self.use.clicked.connect(self._keep)
        buttons.rejected.connect(self.reject)
        labels = [plain(words, "strong") for words in ("Your name", "Signature")]
        for label, widget in zip(labels, (self.name, self.signature), strict=True):
            label.setBuddy(widget)
        why = plain(WHY, "second", wrap=True)
        person = (labels[0], self.name, px(4), labels[1], self.signature)
        parts = (why, rows, self.other, px(4), *person, self.problem, buttons)
        column(*parts, owner=self, gap=px(8), margins=STYLE)
        self._allow()

    def _chosen(self) -> list[str]:
        ticked = [email for email, box in self.boxes.items() if box.isChecked()]
        other = self.other.text().strip()
        return [*ticked, *([other] if other and other not in ticked else [])]

    def _allow(self) -> None:
        self.use.setEnabled(bool(self._chosen()))

    def _keep(self) -> None:
        name, signature = self.name.text().strip(), self.signature.toPlainText().rstrip()
        identities = tuple(
            Identity(Address(name, email), signature, default=not place)
            for place, email in enumerate(self._chosen())
        )
        self._bench.calls.ask(
            mail_accounts.UPDATE_ACCOUNT,
            mail_accounts.UpdateAccount(account=self._account_id, identities=identities),
            done=lambda _: self.accept(),
            failed=self._on_failed,
            owner=self,
        )

    def _on_failed(self, error: KnownError) -> None:
        self.problem.setText(error.sentence)
        self.problem.show()


def _counts(own: OwnAddress) -> str:
    """How often it is met."""
    parts = [
        *([f"wrote {number(own.wrote)} of these mails"] if own.wrote else []),
        *([f"received {number(own.reached)} of them"] if own.reached else []),
    ]
    return " and ".join(parts).capitalize() + "."
