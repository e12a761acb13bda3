"""Where the window's actions about signing in arrive, and what each account asks of the person."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog

from desktop_app.model.changes import Changes
from desktop_app.model.sign_in import Permission
from desktop_app.tools.verbs import connection_status
from desktop_app.ui.dialogs import present
from desktop_app.ui.loading import Loading
from desktop_app.ui.onboarding.ask import SignInAsk
from desktop_app.ui.stepping import Stepping
from desktop_app.ui.thread.links import open_web
from desktop_app.ui.workbench import Workbench

_KEYS = frozenset({"tools.assistant_off", "tools.mcp_off"})
"""Settings that change which permissions are missed."""


class FrontDoor(QObject):
    """Made once. `open_address` opens the system's browser."""

    def __init__(
        self,
        bench: Workbench,
        parent: QObject,
        open_address: Callable[[str], object] = open_web,
    ) -> None:
        super().__init__(parent)
        self._bench, self.open_address = bench, open_address
        self._opening = False
        bench.actions.on("add_account", self._add_account)
        bench.navigation.sign_in_wanted.connect(self._sign_in)
        bench.announcements.changed.connect(self._on_changed)
        bench.announcements.setting.connect(self._on_setting)
        self._read()

    def _add_account(self) -> None:
        def show(module: Any) -> None:
            window = self._bench.actions.window
            wizard = module.AccountWizard(self._bench, window, self.open_address)
            Stepping(wizard.making(), wizard, done=lambda: self._open(wizard))

        self._load("wizard", show)

    def _sign_in(self, account: str, permissions: tuple[Permission, ...]) -> None:
        ask = SignInAsk(permissions=permissions, account=account)

        def show(module: Any) -> None:
            window = self._bench.actions.window
            self._open(module.SignInDialog(self._bench, window, ask, self.open_address))

        self._load("sign_in_dialog", show)

    def _load(self, name: str, show: Callable[[Any], object]) -> None:
        """The window answers meanwhile; a second press before it is there asks for no second."""
        if self._opening:
            return
        self._opening = True
        path = f"desktop_app.ui.onboarding.{name}"
        Loading(self._bench.calls.jobs, (path,), lambda: show(sys.modules[path]), self)

    def _open(self, dialog: QDialog) -> None:
        self._opening = False
        present(dialog)

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
