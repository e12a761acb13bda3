"""Consent of the person to a model in the cloud, asked by a card and kept in the settings."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from desktop_app.tools.person import mail_accounts
from desktop_app.tools.person.mail_accounts import AccountList
from desktop_app.ui.assistant.column import TurnColumn
from desktop_app.ui.assistant.consent import ConsentCard
from desktop_app.ui.bench.workbench import Workbench

SETTING = "assistant.cloud_accounts"


class CloudConsent(QObject):
    """Puts a consent card into the column; `again` is called once it was answered."""

    def __init__(self, bench: Workbench, column: TurnColumn, again: Callable[[], object]) -> None:
        super().__init__(column)
        self._bench, self._column, self._again = bench, column, again
        column.consent_wanted.connect(self._read)

    def _read(self) -> None:
        self._bench.calls.ask(
            mail_accounts.LIST_ACCOUNTS, mail_accounts.ListAccounts(), done=self._show, owner=self
        )

    def _show(self, found: AccountList) -> None:
        told = self._bench.services.agent.description
        card = ConsentCard(self._bench.theme, told.name, told.host, found.accounts)
        card.allowed.connect(self._allow)
        self._column.add_consent(card)

    def _allow(self, chosen: tuple[str, ...]) -> None:
        """Keep it by a job, beside what was allowed before, then ask again."""
        settings = self._bench.services.settings

        def work() -> None:
            before = settings.items(SETTING)
            settings.change(SETTING, tuple(dict.fromkeys((*before, *chosen))))

        self._bench.calls.jobs.run(work, done=lambda _: self._again(), owner=self, lasting=True)
