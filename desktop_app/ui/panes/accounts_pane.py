"""The accounts: name, identities with their signatures, and removal."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_app.model.account import Account, AccountKind, Identity
from desktop_app.model.address import Address
from desktop_app.model.changes import Changes
from desktop_app.model.errors import KnownError
from desktop_app.tools.list_results import Accounts
from desktop_app.tools.verbs import list_accounts, remove_account, update_account
from desktop_app.ui.dialogs import confirm
from desktop_app.ui.pane import Pane
from desktop_app.ui.scrolling import ScrollColumn
from desktop_app.ui.states import Reading, States
from desktop_app.ui.theme import set_role
from desktop_app.ui.workbench import Workbench

SIGNATURE_HEIGHT = 72
_KINDS = {
    AccountKind.LOCAL: "Mail files on this computer",
    AccountKind.IMAP: "IMAP",
    AccountKind.GOOGLE: "Google",
}


class AccountsPane(Pane):
    """Read when opened; each account is saved by its own button."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._page = QWidget()
        set_role(self._page, "region")
        self._layout = QVBoxLayout(self._page)
        self._layout.setSpacing(bench.theme.px(12))
        self._layout.setAlignment(Qt.AlignmentFlag.AlignTop)
        scroll = ScrollColumn()
        scroll.setWidget(self._page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self.states = States(bench.theme, scroll)
        layout.addWidget(self.states)
        bench.announcements.changed.connect(self._on_changed)

    def open(self, wanted: object) -> None:
        del wanted
        jobs = self.bench.calls.jobs
        stop, again = lambda: jobs.cancel("accounts"), lambda: self.open(None)
        self.states.loading(Reading("your accounts", stop, again))
        self._read()

    def _read(self) -> None:
        self.bench.calls.ask(
            list_accounts.TOOL,
            list_accounts.ListAccounts(),
            done=self._show,
            failed=lambda error: self.states.failed(error, lambda: self.open(None)),
            key="accounts",
            owner=self,
        )

    def _on_changed(self, changes: Changes) -> None:
        if changes.accounts:
            self._read()

    def _show(self, found: Accounts) -> None:
        while item := self._layout.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        for account in found.accounts:
            self._layout.addWidget(AccountCard(self.bench, account))
        if not found.accounts:
            note = QLabel("There is no account. Import mail files to make one.")
            set_role(note, "second")
            self._layout.addWidget(note)
        self.states.ready()


class AccountCard(QFrame):
    """One account. The first identity is the one new mail is written as."""

    def __init__(self, bench: Workbench, account: Account) -> None:
        super().__init__()
        self._bench, self._account = bench, account
        set_role(self, "card")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*[bench.theme.px(16)] * 4)
        title = QLabel(account.name)
        title.setTextFormat(Qt.TextFormat.PlainText)
        set_role(title, "subject")
        kind = _KINDS[account.kind] + (" · sample" if account.sample else "")
        note = QLabel(kind)
        set_role(note, "caption")
        self.name = QLineEdit(account.name)
        self.name.setAccessibleName("Account name")
        form = QFormLayout()
        form.addRow("Account name", self.name)
        self.identities = [IdentityForm(bench, i, form) for i in account.identities]
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_role(self.problem, "error")
        layout.addWidget(title)
        layout.addWidget(note)
        layout.addLayout(form)
        layout.addWidget(self.problem)
        layout.addLayout(self._buttons())

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        remove = QPushButton("Remove account…")
        set_role(remove, "danger")
        remove.clicked.connect(self._confirm_remove)
        save = QPushButton("Save")
        set_role(save, "primary")
        save.clicked.connect(self._save)
        row.addWidget(remove)
        row.addStretch(1)
        row.addWidget(save)
        return row

    def _save(self) -> None:
        params = update_account.UpdateAccount(
            account=self._account.id,
            name=self.name.text(),
            identities=tuple(form.identity() for form in self.identities),
        )

        def failed(error: KnownError) -> None:
            self.problem.setText(error.sentence)

        self.problem.setText("")
        self._bench.calls.ask(
            update_account.TOOL,
            params,
            done=lambda _: self._bench.navigation.toast("Account saved."),
            failed=failed,
            owner=self,
            lasting=True,
        )

    def _confirm_remove(self) -> None:
        params = remove_account.RemoveAccount(account=self._account.id)
        confirm(
            self,
            f"Remove {self._account.name} from this computer?",
            "Its mail, search index, drafts and saved attachments are deleted here. "
            "The files or the server it came from are not touched.",
            "Remove account",
            lambda: self._bench.calls.ask(remove_account.TOOL, params),
            danger=True,
        )


class IdentityForm:
    """The fields of one identity, added to a form."""

    def __init__(self, bench: Workbench, identity: Identity, form: QFormLayout) -> None:
        self._identity = identity
        self.name = QLineEdit(identity.address.name)
        self.email = QLineEdit(identity.address.email)
        self.signature = QPlainTextEdit(identity.signature)
        self.signature.setTabChangesFocus(True)
        self.signature.setFixedHeight(bench.theme.px(SIGNATURE_HEIGHT))
        fields: tuple[tuple[str, QWidget], ...] = (
            ("Your name", self.name),
            ("Address", self.email),
            ("Signature", self.signature),
        )
        for label, widget in fields:
            widget.setAccessibleName(label)
            form.addRow(label, widget)

    def identity(self) -> Identity:
        """As it stands in the fields."""
        address = Address(self.name.text().strip(), self.email.text().strip())
        return replace(
            self._identity, address=address, signature=self.signature.toPlainText().rstrip()
        )
