"""Dialogs of signing in, and the status of the accounts for the window."""

from __future__ import annotations

from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QDialog

from desktop_app.model.changes import Changes
from desktop_app.model.moving import SeenAccount
from desktop_app.model.sign_in import Permission
from desktop_app.tools.person import mail_accounts, mailbox_sign_in
from desktop_app.tools.person.mailbox_sign_in import KeptMailServers
from desktop_app.tools.verbs import connection_status
from desktop_app.ui.accounts.sign_in_request import SignInRequest
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.links import open_web
from desktop_app.ui.widgets.dialogs import present

_KEYS = frozenset({"tools.assistant_off", "tools.mcp_off"})
"""Settings that change which permissions are missed."""


class AccountDialogs(QObject):
    """Opens the dialogs, one at a time. `open_address` opens the system's browser."""

    def __init__(
        self,
        bench: Workbench,
        parent: QObject,
        open_address: Callable[[str], object] = open_web,
    ) -> None:
        super().__init__(parent)
        self._bench, self.open_address = bench, open_address
        self._dialog: QDialog | None = None
        bench.actions.on("add_account", self._add_account)
        bench.navigation.sign_in_wanted.connect(self._sign_in)
        bench.navigation.change_wanted.connect(self._add_account)
        bench.navigation.account_wanted.connect(self._connect_seen)
        bench.announcements.changed.connect(self._on_changed)
        bench.announcements.setting.connect(self._on_setting)
        self._read()

    def _add_account(self, going_on: str = "") -> None:
        """`going_on` is an account that is to be reached with a Google client from now on."""
        from desktop_app.ui.accounts.wizard import AccountWizard

        bench = self._bench
        self._open(lambda: AccountWizard(bench, bench.actions.window, self.open_address, going_on))

    def _connect_seen(self, seen: SeenAccount) -> None:
        """An account of another mail program, with its form filled in."""
        from desktop_app.ui.accounts.wizard import AccountWizard

        bench, over = self._bench, QApplication.activeModalWidget() or self._bench.actions.window
        self._open(lambda: AccountWizard(bench, over, self.open_address, proposed=seen))

    def _sign_in(self, account: str, permissions: tuple[Permission, ...]) -> None:
        """With the browser, or by servers and a password, as the account does."""

        def work() -> tuple[str, KeptMailServers | None]:
            calls = self._bench.calls
            listed = calls.wait(mail_accounts.LIST_ACCOUNTS, mail_accounts.ListAccounts())
            kind = next((a.kind for a in listed.accounts if a.id == account), "")
            if not kind or not listed.capabilities[account].password:
                return kind, None
            asked = mailbox_sign_in.GetMailServers(account=account)
            return kind, calls.wait(mailbox_sign_in.GET_MAIL_SERVERS, asked)

        def go_on(told: tuple[str, KeptMailServers | None]) -> None:
            kind, kept = told
            if kept is None:
                self._with_browser(kind, account, permissions)
            else:
                self._with_password(account, kept)

        self._bench.calls.jobs.run(work, done=go_on, key="sign in", owner=self)

    def _with_password(self, account: str, kept: KeptMailServers) -> None:
        from desktop_app.ui.accounts.servers_dialog import ServersDialog

        bench = self._bench
        self._open(lambda: ServersDialog(bench, bench.actions.window, account, kept))

    def _with_browser(self, kind: str, account: str, permissions: tuple[Permission, ...]) -> None:
        from desktop_app.ui.accounts.sign_in_dialog import SignInDialog

        bench = self._bench
        request = SignInRequest(kind=kind, permissions=permissions, account=account)
        self._open(lambda: SignInDialog(bench, bench.actions.window, request, self.open_address))

    def _open(self, make: Callable[[], QDialog]) -> None:
        """One at a time: a second press while it is open asks for no second."""
        there = self._dialog
        if there is None or not shiboken6.isValid(there) or not there.isVisible():
            self._dialog = make()
            present(self._dialog)

    def _on_changed(self, changes: Changes) -> None:
        if changes.accounts:
            self._read()

    def _on_setting(self, key: str) -> None:
        if key in _KEYS:
            self._read()

    def _read(self) -> None:
        self._bench.calls.ask(
            connection_status.TOOL,
            connection_status.ConnectionStatus(),
            done=self._bench.navigation.statuses_shown.emit,
            key="statuses",
            owner=self,
        )
