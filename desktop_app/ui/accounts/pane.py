"""Accounts pane: state, name, identities with their signatures, removal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from desktop_app.model.account import Account, Capabilities, Identity
from desktop_app.model.address import Address
from desktop_app.model.changes import Changes
from desktop_app.model.errors import KnownError
from desktop_app.settings_table import SETTINGS
from desktop_app.tools.answers.status_results import AccountStatus, Status
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import mail_accounts, mail_sync
from desktop_app.tools.person.mail_accounts import AccountList
from desktop_app.tools.person.mail_sync import SyncStatuses
from desktop_app.tools.verbs import connection_status
from desktop_app.ui.accounts.account_state import AccountState
from desktop_app.ui.accounts.copies_form import CopiesForm
from desktop_app.ui.accounts.removal import ask_to_remove
from desktop_app.ui.accounts.signature_form import SignatureForm
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.controls import Choice
from desktop_app.ui.widgets.dialogs import ask_to_save
from desktop_app.ui.widgets.parts import STRETCH, STYLE, clear, column, plain, row
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.states import PendingRead, States
from desktop_app.ui.widgets.tab_order import follow_layout
from desktop_app.ui.widgets.theme import set_role

FORMAT_WHY = "What you write from this account, and what assistants and programs propose for it."


class AccountsPane(Pane):
    """Pane that is read when opened; each account is saved by its own button."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self._found: AccountList | None = None
        self._cards: list[AccountCard] = []
        self._page = QWidget()
        set_role(self._page, "region")
        self._layout = column(owner=self._page, gap=bench.theme.px(12), margins=STYLE)
        self._layout.setAlignment(Qt.AlignmentFlag.AlignTop)
        scroll = ScrollColumn()
        scroll.setWidget(self._page)
        self.states = States(bench.theme, scroll)
        column(self.states, owner=self)
        bench.announcements.changed.connect(self._on_changed)

    def before_close(self, go_on: Callable[[], object]) -> bool:
        """Changes that are not saved are asked for."""
        changed = [card for card in self._cards if card.changed]
        if not changed:
            return False
        names = ", ".join(card.account.name for card in changed)

        def save() -> None:
            for card in changed:
                card.save(lambda: go_on() if not any(c.changed for c in changed) else None)

        ask_to_save(self, f"Save the changes to {names}?", save, go_on)
        return True

    def open(self) -> None:
        jobs = self.bench.calls.jobs
        self.states.loading(
            PendingRead("your accounts", lambda: jobs.cancel("accounts"), self.open)
        )
        self._read()

    def _read(self) -> None:
        calls = self.bench.calls

        def work() -> tuple[AccountList, Status, SyncStatuses]:
            status = calls.wait(connection_status.TOOL, connection_status.ConnectionStatus())
            sync = calls.wait(mail_sync.SYNC_STATUS, NoParams())
            return (
                calls.wait(mail_accounts.LIST_ACCOUNTS, mail_accounts.ListAccounts(receivers=True)),
                status,
                sync,
            )

        calls.jobs.run(
            work,
            done=lambda read: self._show(*read),
            failed=lambda error: self.states.failed(error, self.open),
            key="accounts",
            owner=self,
        )

    def _on_changed(self, changes: Changes) -> None:
        if changes.accounts:
            self._read()
        elif changes.sync:
            self.bench.calls.ask(
                mail_sync.SYNC_STATUS,
                NoParams(),
                done=self._show_sync,
                failed=lambda _: None,
                key="accounts sync",
                owner=self,
            )

    def _show_sync(self, sync: SyncStatuses) -> None:
        found = {row.account_id: row for row in sync.accounts}
        for card in self._cards:
            if card.state is not None:
                card.state.show_sync(found.get(card.account.id))

    def _show(self, found: AccountList, status: Status, sync: SyncStatuses) -> None:
        """What is being typed stays while nothing but the state has changed."""
        if found != self._found or not found.accounts:
            self._make_cards(found)
        states = {row.account: row for row in status.accounts}
        for card in self._cards:
            card.show_state(states.get(card.account.id))
        self._show_sync(sync)
        self.states.ready()

    def _make_cards(self, found: AccountList) -> None:
        """The card of an account that has not changed stays, with what is typed in it; so does
        one that shows what was saved."""
        self._found = found
        now = {account.id: account for account in found.accounts}
        kept = {
            card.account.id: card
            for card in self._cards
            if card.account.id in now and card.follow(now[card.account.id])
        }
        for card in kept.values():
            self._layout.removeWidget(card)
        clear(self._layout)
        self._cards = [
            kept.get(a.id) or AccountCard(self.bench, a, found.capabilities[a.id])
            for a in found.accounts
        ]
        for card in self._cards:
            card.show_receiver(found.receivers.get(card.account.id, ""))
        for sentence in found.removals:
            self._layout.addWidget(plain(sentence, "second", wrap=True))
        for card in self._cards:
            self._layout.addWidget(card)
        if not found.accounts:
            self._layout.addWidget(plain("There is no account yet.", "second"))
        add = QPushButton("Add account…")
        add.clicked.connect(lambda: self.bench.actions.trigger("add_account"))
        self._layout.addWidget(add, 0, Qt.AlignmentFlag.AlignLeft)
        follow_layout(self._page)


class AccountCard(QFrame):
    """One account. The first identity is the one new mail is written as."""

    def __init__(self, bench: Workbench, account: Account, able: Capabilities) -> None:
        super().__init__()
        self._bench, self.account, self._able = bench, account, able
        set_role(self, "card")
        self.title = title = plain(account.name, "subject")
        note = plain(able.title + (" · sample" if account.sample else ""), "caption")
        self.name = QLineEdit(account.name)
        self.name.setAccessibleName("Account name")
        form = QFormLayout()
        form.addRow("Account name", self.name)
        self.identities = [IdentityForm(bench, i, form) for i in account.identities]
        self.copies = CopiesForm(bench, account, form)
        self.format = _format_choice(account, form)
        self.receiver = plain(role="second", wrap=True)
        self.problem = plain(role="error", wrap=True)
        self.told = plain(role="second")
        self._state = column(gap=STYLE)
        self.state: AccountState | None = None
        parts = (title, note, self._state, self.receiver, form, self.problem, self._buttons())
        column(*parts, owner=self, gap=STYLE, margins=bench.theme.px(16))

    def show_state(self, status: AccountStatus | None) -> None:
        """Show the state of its sign-in; nothing for mail files."""
        self.state = None
        clear(self._state)
        if status is not None and self._able.signs_in:
            self.state = AccountState(self._bench, status, self._able)
            self._state.addWidget(self.state)

    def show_receiver(self, server: str) -> None:
        """Show whose word about senders counts; nothing for mail files."""
        self.receiver.setVisible(self._able.syncs)
        self.receiver.setText(
            f"Your mail server {server} checks who sent your mail; what it finds odd is said there."
            if server
            else "Your mail does not tell yet which server checks who sent it."
        )

    def _buttons(self) -> QHBoxLayout:
        remove = QPushButton("Remove account…")
        set_role(remove, "danger")
        remove.clicked.connect(lambda *_: ask_to_remove(self._bench, self, self.account))
        save = QPushButton("Save")
        set_role(save, "primary")
        save.clicked.connect(lambda *_: self.save(lambda: self.told.setText("Saved.")))
        return row(save, self.told, STRETCH, remove, gap=STYLE)

    @property
    def changed(self) -> bool:
        """Whether what is typed differs from what is kept."""
        return not self._shows(self.account)

    def _shows(self, account: Account) -> bool:
        typed = tuple(form.identity() for form in self.identities)
        shown = (self.name.text().strip(), typed, *self.copies.addresses(), self._format())
        kept = (account.name, account.identities, account.cc, account.bcc, account.mail_format)
        return shown == kept

    def _format(self) -> str:
        return str(self.format.currentData())

    def follow(self, account: Account) -> bool:
        """Whether the card can stand for the account as it is now."""
        if account != self.account and not self._shows(account):
            return False
        self.account = account
        self.title.setText(account.name)
        return True

    def save(self, done: Callable[[], object]) -> None:
        """Keep what is typed; then `done`. What is refused is said on the card."""
        cc, bcc = self.copies.addresses()
        params = mail_accounts.UpdateAccount(
            account=self.account.id,
            name=self.name.text(),
            identities=tuple(form.identity() for form in self.identities),
            cc=cc,
            bcc=bcc,
            mail_format=self._format(),
        )

        def failed(error: KnownError) -> None:
            self.problem.setText(error.sentence)

        self.problem.setText("")
        self.told.setText("")

        def saved() -> None:
            name = params.name.strip() or self.account.name
            kept = replace(self.account, name=name, identities=params.identities, cc=cc, bcc=bcc)
            self.follow(replace(kept, mail_format=params.mail_format or ""))
            done()

        self._bench.calls.ask(
            mail_accounts.UPDATE_ACCOUNT,
            params,
            done=lambda _: saved(),
            failed=failed,
            owner=self,
            lasting=True,
        )


def _format_choice(account: Account, form: QFormLayout) -> Choice:
    """What new mail from the account is, added to a form."""
    setting = next(each for each in SETTINGS if each.key == "mail.format")
    choice = Choice()
    choice.setAccessibleName(setting.label)
    choice.addItem("as under Writing", "")
    for each in map(str, setting.choices):
        choice.addItem(each, each)
    choice.setCurrentIndex(choice.findData(account.mail_format))
    form.addRow(setting.label, choice)
    form.addRow("", plain(FORMAT_WHY, "caption", wrap=True))
    return choice


class IdentityForm:
    """The fields of one identity, added to a form."""

    def __init__(self, bench: Workbench, identity: Identity, form: QFormLayout) -> None:
        self._identity = identity
        self.name = QLineEdit(identity.address.name)
        self.email = QLineEdit(identity.address.email)
        for label, widget in (("Your name", self.name), ("Address", self.email)):
            widget.setAccessibleName(label)
            form.addRow(label, widget)
        self.signature = SignatureForm(bench, identity, form)

    def identity(self) -> Identity:
        """The identity as typed."""
        address = Address(self.name.text().strip(), self.email.text().strip())
        return self.signature.signed(replace(self._identity, address=address))
