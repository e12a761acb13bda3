"""Wizard that adds an account: kind, client, permissions, sign-in."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from PySide6.QtWidgets import QWidget, QWizard

from desktop_app.model.sign_in import SignedIn, SignInSourceKind
from desktop_app.ui.accounts.checklist_page import ChecklistPage
from desktop_app.ui.accounts.sign_in_panel import SignInPanel
from desktop_app.ui.accounts.sign_in_request import SignInRequest
from desktop_app.ui.accounts.wizard_page import WizardPage
from desktop_app.ui.accounts.wizard_pages import FILES, GOOGLE, ClientPage, OptionsPage, WelcomePage
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size


class Step(IntEnum):
    WELCOME = 0
    CLIENT = 1
    OPTIONS = 2
    SIGN_IN = 3
    CHECKLIST = 4


class SignInPage(WizardPage):
    """Page that the wizard leaves once the sign-in is there."""

    def __init__(self, theme: Theme, panel: SignInPanel, ask: Callable[[], SignInRequest]) -> None:
        super().__init__(theme, "Sign in")
        self._panel, self._ask = panel, ask
        self._complete = False
        self.content.addWidget(panel)
        panel.done.connect(self._on_done)

    def initializePage(self) -> None:
        self._complete = False
        self._panel.begin(self._ask())

    def cleanupPage(self) -> None:
        self._panel.abandon()

    def isComplete(self) -> bool:
        return self._complete

    def _on_done(self) -> None:
        self._complete = True
        self.completeChanged.emit()


class AccountWizard(QWizard):
    """Wizard, to be opened with `present`. `open_address` opens the system's browser."""

    def __init__(
        self, bench: Workbench, parent: QWidget, open_address: Callable[[str], object]
    ) -> None:
        super().__init__(parent)
        self._bench = bench
        self.setWindowTitle("Add an account")
        self.setWizardStyle(QWizard.WizardStyle.ClassicStyle)
        self.setOptions(
            QWizard.WizardOption.NoBackButtonOnStartPage
            | QWizard.WizardOption.NoBackButtonOnLastPage
            | QWizard.WizardOption.NoCancelButtonOnLastPage
        )
        for which in (QWizard.WizardButton.NextButton, QWizard.WizardButton.FinishButton):
            set_role(self.button(which), "primary")
        px = bench.theme.px
        self.resize(px(Size.TEXT_WIDTH), px(Size.DIALOG))
        self.welcome = WelcomePage(bench)
        self.client = ClientPage(bench, open_address)
        self.permissions_page = OptionsPage(bench)
        self.panel = SignInPanel(bench, open_address)
        self.sign_in = SignInPage(bench.theme, self.panel, self.ask)
        self.checklist = ChecklistPage(bench)
        for step, page in zip(
            Step,
            (self.welcome, self.client, self.permissions_page, self.sign_in, self.checklist),
            strict=True,
        ):
            self.setPage(step, page)
        self.panel.done.connect(self._on_signed_in)
        self.panel.given_up.connect(self.reject)
        self.finished.connect(self._on_finished)

    def ask(self) -> SignInRequest:
        """What the pages so far amount to."""
        source = self.client.source
        return SignInRequest(
            permissions=self.permissions_page.permissions,
            source=source.id if source else "",
            file=self.client.file,
            adopt=source is not None and source.kind is SignInSourceKind.SIGN_IN,
            days=self.permissions_page.days,
        )

    def nextId(self) -> int:
        if self.currentId() == Step.WELCOME and self.welcome.ways.chosen != GOOGLE:
            return -1
        if self.currentId() == Step.CHECKLIST:
            return -1
        return int(self.currentId()) + 1

    def _on_signed_in(self, signed_in: SignedIn) -> None:
        self.checklist.show_result(signed_in, session_only=self.panel.session_only)
        self.next()

    def _on_finished(self, result: int) -> None:
        if self.currentId() != Step.CHECKLIST:
            self.panel.abandon()
        accepted = result == QWizard.DialogCode.Accepted
        if accepted and self.welcome.ways.chosen == FILES and self.currentId() == Step.WELCOME:
            self._bench.actions.trigger("import_mail")
