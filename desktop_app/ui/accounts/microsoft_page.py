"""Wizard page for the Microsoft client to sign in with, and how to make one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QLineEdit, QPushButton

from desktop_app.tools.person import browser_sign_in
from desktop_app.tools.person.browser_sign_in import Sources
from desktop_app.ui.accounts.sign_in_request import PERIODS
from desktop_app.ui.accounts.wizard_page import WizardPage
from desktop_app.ui.accounts.wizard_pages import caption
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.controls import Choice
from desktop_app.ui.widgets.parts import plain
from desktop_app.ui.widgets.theme import set_role

KIND = "microsoft"
_REGISTER = "https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/CreateApplicationBlade"
WHY = (
    "Microsoft takes no password from mail programs. You sign in at Microsoft in your browser, "
    "through a client that belongs to you or to your organisation."
)
STEPS = (
    "Open App registrations at entra.microsoft.com and choose New registration. Any name will do.",
    "Under Supported account types choose any organisation and personal Microsoft accounts.",
    "Under Redirect URI choose Public client/native (mobile & desktop) and enter http://localhost.",
    "Register, and copy the Application (client) ID into the field above.",
)
"""Source: https://learn.microsoft.com/entra/identity-platform/quickstart-register-app"""
ORGANISATION = (
    "At work or school your administrator may have to allow it once. If Microsoft says so, send "
    "them the client ID: they allow it under Enterprise applications, or by Microsoft's consent "
    "page for administrators, which Draftdesk names then."
)


class MicrosoftPage(WizardPage):
    """Page that is complete with a client, from the settings or typed."""

    def __init__(self, bench: Workbench, open_address: Callable[[str], object]) -> None:
        super().__init__(bench.theme, "Your Microsoft client", WHY)
        self._bench = bench
        self._in_settings = False
        self.client = QLineEdit()
        self.client.setAccessibleName("Application (client) ID")
        self.client.setPlaceholderText("00000000-0000-0000-0000-000000000000")
        self.client.textChanged.connect(lambda _: self.completeChanged.emit())
        self.period = Choice()
        self.period.setAccessibleName("How much mail to download")
        for days, words in PERIODS:
            self.period.addItem(words, days)
        self.period.setCurrentIndex(self.period.findData(365))
        form = QFormLayout()
        form.setVerticalSpacing(bench.theme.px(8))
        form.addRow("Client ID", self.client)
        form.addRow("Download", self.period)
        self.content.addLayout(form)
        self.known = caption(bench.theme, "Left empty, the client of Draftdesk's settings is used.")
        self.known.hide()
        self.content.addWidget(self.known)
        for number, step in enumerate(STEPS, start=1):
            self.content.addWidget(plain(f"{number}.  {step}", wrap=True))
        link = QPushButton("Open App registrations")
        set_role(link, "link")
        link.setAutoDefault(False)
        link.clicked.connect(lambda: open_address(_REGISTER))
        self.content.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        self.content.addWidget(caption(bench.theme, ORGANISATION))
        self.content.addStretch(1)

    def initializePage(self) -> None:
        self._bench.calls.ask(
            browser_sign_in.LIST_CLIENTS,
            browser_sign_in.ListClients(kind=KIND),
            done=self._show_sources,
            key="microsoft clients",
            owner=self,
        )

    def isComplete(self) -> bool:
        return self._in_settings or bool(self.client.text().strip())

    @property
    def days(self) -> int:
        return int(self.period.currentData())

    def _show_sources(self, found: Sources) -> None:
        self._in_settings = bool(found.sources)
        self.known.setVisible(self._in_settings)
        self.completeChanged.emit()
