"""Keys Ctrl+1 … Ctrl+9 and Alt+0: narrow the lists to one account, or to none."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from desktop_app.tools.person.folders import SidebarCounts
from desktop_app.ui.bench.workbench import Workbench

MOST = 9


class AccountKeys(QObject):
    """Account actions, one for each account; with a single account there are none."""

    def __init__(self, bench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self._ids: tuple[str, ...] = ()
        bench.navigation.counts_shown.connect(self._follow)
        for number in range(1, MOST + 1):
            bench.actions.on(f"account_{number}", partial(self._go, number))
        bench.actions.on("all_accounts", partial(bench.selection.narrow_to, ""))
        self._show(())

    def _go(self, number: int) -> None:
        if number <= len(self._ids):
            self._bench.selection.narrow_to(self._ids[number - 1])

    def _follow(self, counts: SidebarCounts) -> None:
        self._ids = tuple(account.id for account in counts.accounts)
        self._show(tuple(account.name for account in counts.accounts))

    def _show(self, names: tuple[str, ...]) -> None:
        several = len(names) > 1
        self._bench.actions.action("all_accounts").setVisible(several)
        for number in range(1, MOST + 1):
            action = self._bench.actions.action(f"account_{number}")
            action.setVisible(several and number <= len(names))
            if action.isVisible():
                action.setText(f"Show {names[number - 1]}".replace("&", "&&"))
