"""Wizard that adds an account: by its address, with a Google client, or from files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from types import MappingProxyType

from PySide6.QtWidgets import QWidget, QWizard

from desktop_app.model.mail_provider import ProviderKind
from desktop_app.model.mailbox_check import MailboxCheck
from desktop_app.model.moving import SeenAccount
from desktop_app.model.sign_in import SignedIn, SignInSourceKind
from desktop_app.tools.person.mailbox_sign_in import AddMailbox
from desktop_app.ui.accounts.address_page import AddressPage
from desktop_app.ui.accounts.checklist_page import ChecklistPage
from desktop_app.ui.accounts.mailbox_pages import APP_PASSWORD, CheckPage, GmailPage, ServersPage
from desktop_app.ui.accounts.microsoft_page import KIND as MICROSOFT
from desktop_app.ui.accounts.microsoft_page import MicrosoftPage
from desktop_app.ui.accounts.proposed import proposed_servers
from desktop_app.ui.accounts.sign_in_panel import SignInPanel
from desktop_app.ui.accounts.sign_in_request import SignInRequest
from desktop_app.ui.accounts.wizard_page import WizardPage
from desktop_app.ui.accounts.wizard_pages import (
    FILES,
    GOOGLE,
    MAILBOX,
    PROGRAM,
    ClientPage,
    OptionsPage,
    WelcomePage,
)
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size


class Step(IntEnum):
    WELCOME = 0
    ADDRESS = 1
    GMAIL = 2
    SERVERS = 3
    CHECK = 4
    CLIENT = 5
    OPTIONS = 6
    SIGN_IN = 7
    CHECKLIST = 8
    MICROSOFT = 9


_FIRST: Mapping[str, Step] = MappingProxyType({MAILBOX: Step.ADDRESS, GOOGLE: Step.CLIENT})
_BY_PROVIDER: Mapping[ProviderKind, Step] = MappingProxyType(
    {ProviderKind.GOOGLE: Step.GMAIL, ProviderKind.MICROSOFT: Step.MICROSOFT}
)
_NEXT: Mapping[int, Step] = MappingProxyType(
    {
        Step.MICROSOFT: Step.SIGN_IN,
        Step.SERVERS: Step.CHECK,
        Step.CHECK: Step.CHECKLIST,
        Step.CLIENT: Step.OPTIONS,
        Step.OPTIONS: Step.SIGN_IN,
        Step.SIGN_IN: Step.CHECKLIST,
    }
)


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
    """Wizard, to be opened with `present`. `open_address` opens the system's browser; `going_on`
    is an account that is to be reached with a Google client, instead of a new one; `proposed` one
    of another mail program, whose pages are filled in."""

    def __init__(
        self,
        bench: Workbench,
        parent: QWidget,
        open_address: Callable[[str], object],
        going_on: str = "",
        proposed: SeenAccount | None = None,
    ) -> None:
        super().__init__(parent)
        self._bench, self._going_on = bench, going_on
        self.setWindowTitle("Use a Google client" if going_on else "Add an account")
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
        self.address = AddressPage(bench)
        self.gmail = GmailPage(bench)
        self.servers = ServersPage(bench, open_address)
        self.check = CheckPage(bench, self.mailbox)
        self.client = ClientPage(bench, open_address, clients_only=bool(going_on))
        self.microsoft = MicrosoftPage(bench, open_address)
        self.permissions_page = OptionsPage(bench)
        self.panel = SignInPanel(bench, open_address)
        self.sign_in = SignInPage(bench.theme, self.panel, self.ask)
        self.checklist = ChecklistPage(bench)
        pages = (
            *(self.welcome, self.address, self.gmail, self.servers, self.check, self.client),
            *(self.permissions_page, self.sign_in, self.checklist, self.microsoft),
        )
        for step, page in zip(Step, pages, strict=True):
            self.setPage(step, page)
        if going_on:
            self.setStartId(Step.CLIENT)
        if proposed is not None:
            found = proposed_servers(proposed)
            self.address.propose(found, proposed.email, proposed.name)
            self.setStartId(
                Step.ADDRESS if found is None else _BY_PROVIDER.get(found.kind, Step.SERVERS)
            )
        self.address.looked_up.connect(self.next)
        self.check.changing.connect(self.back)
        self.check.done.connect(self._on_checked)
        self.panel.done.connect(self._on_signed_in)
        self.panel.given_up.connect(self.reject)
        self.finished.connect(self._on_finished)

    def mailbox(self) -> AddMailbox:
        """What the pages of a mailbox amount to."""
        return self.servers.form.entered(name=self.address.name.text().strip())

    def ask(self) -> SignInRequest:
        """What the pages so far amount to."""
        if self._kind is ProviderKind.MICROSOFT and self.welcome.ways.chosen == MAILBOX:
            return SignInRequest(
                kind=MICROSOFT,
                permissions=(),
                client_id=self.microsoft.client.text().strip(),
                days=self.microsoft.days,
            )
        source = self.client.source
        return SignInRequest(
            permissions=self.permissions_page.permissions,
            account=self._going_on,
            source=source.id if source else "",
            file=self.client.file,
            adopt=source is not None and source.kind is SignInSourceKind.SIGN_IN,
            days=self.permissions_page.days,
        )

    def nextId(self) -> int:
        """The page after this one, -1 where it is the last."""
        here = self.currentId()
        if here == Step.WELCOME:
            return _FIRST.get(self.welcome.ways.chosen, -1)
        if here == Step.ADDRESS:
            return _BY_PROVIDER.get(self._kind, Step.SERVERS)
        if here == Step.GMAIL:
            return Step.SERVERS if self.gmail.ways.chosen == APP_PASSWORD else Step.CLIENT
        return _NEXT.get(here, -1)

    def initializePage(self, id: int) -> None:  # noqa: A002 - Qt's name
        if id == Step.SERVERS:
            self.servers.fill(self.address.found, self.address.address)
        super().initializePage(id)

    @property
    def _kind(self) -> ProviderKind:
        found = self.address.found
        return found.kind if found is not None else ProviderKind.IMAP

    def _on_checked(self, checked: MailboxCheck) -> None:
        self.checklist.show_check(checked, session_only=self.check.panel.session_only)
        self.next()

    def _on_signed_in(self, signed_in: SignedIn) -> None:
        self.checklist.show_result(signed_in, session_only=self.panel.session_only)
        self.next()

    def _on_finished(self, result: int) -> None:
        if self.currentId() != Step.CHECKLIST:
            self.panel.abandon()
            self.check.panel.abandon()
            self.address.abandon()
        if result == QWizard.DialogCode.Accepted and self.currentId() == Step.WELCOME:
            action = {FILES: "import_mail", PROGRAM: "move_in"}.get(self.welcome.ways.chosen)
            if action is not None:
                self._bench.actions.trigger(action)
