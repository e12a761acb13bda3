"""Wizard pages of a mailbox: the way into Gmail, servers and password, the checklist."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWizard

from desktop_app.model.mail_provider import FoundServers
from desktop_app.model.mailbox_check import MailboxCheck
from desktop_app.tools.person.mailbox_sign_in import AddMailbox
from desktop_app.ui.accounts.address_page import EXPECT, NOT_FOUND
from desktop_app.ui.accounts.check_panel import CheckPanel
from desktop_app.ui.accounts.servers_form import ServersForm
from desktop_app.ui.accounts.wizard_page import WizardPage
from desktop_app.ui.accounts.wizard_pages import Choices, caption
from desktop_app.ui.bench.guide_link import guide_link
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.parts import STRETCH, clear, column, plain, row
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.theme import set_role

APP_PASSWORD, CLIENT = "app_password", "client"
_QUICK = (
    "Google makes a password for Draftdesk alone. Mail, labels, conversations, drafts and sending "
    "work. Drive and Calendar can't be read. You can change to the other way later, and no mail is "
    "downloaded again."
)
_FULL = (
    "You make a client in the Google Cloud console. Your assistant can read Drive and Calendar "
    "too, if you allow it, and you allow each thing one by one."
)
_GMAIL_WAYS = (
    (APP_PASSWORD, "With an app password (two minutes)", _QUICK),
    (CLIENT, "With a Google client of your own (about ten minutes)", _FULL),
)


class GmailPage(WizardPage):
    """Page for the way into a Gmail account."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(
            bench.theme,
            "How to reach your Gmail",
            "Nothing is ever sent without you pressing Send.",
        )
        self.ways = Choices(bench.theme)
        for id_, words, note in _GMAIL_WAYS:
            self.ways.add(id_, words, note)
        self.content.addWidget(self.ways)
        self.content.addStretch(1)


class ServersPage(WizardPage):
    """Page for servers and password, filled with what was found."""

    def __init__(self, bench: Workbench, open_address: Callable[[str], object]) -> None:
        super().__init__(
            bench.theme,
            "Servers and password",
            "The password is kept in your keyring and told to these servers alone.",
        )
        self._bench, self._open = bench, open_address
        self._found: FoundServers | None = None
        self._filled_for = ""
        self.form = ServersForm(bench, new=True)
        self.form.changed.connect(self.completeChanged.emit)
        self._advice = column(gap=bench.theme.px(4))
        self.content.addLayout(self._advice)
        self.content.addWidget(self.form)
        self.guide = guide_link(bench, EXPECT, "what-to-expect")
        self.content.addLayout(row(self.guide, STRETCH))
        self.content.addStretch(1)

    def fill(self, found: FoundServers | None, email: str) -> None:
        """Show what was found; what the person has changed for the same address stays."""
        if self._filled_for == email and self._found == found:
            return
        self._found, self._filled_for = found, email
        self.form.password.clear()
        self.form.show_found(found, email)
        self._advise(found)

    def isComplete(self) -> bool:
        return self.form.complete

    def _advise(self, found: FoundServers | None) -> None:
        clear(self._advice)
        theme = self._bench.theme
        if found is None:
            self._advice.addWidget(plain(NOT_FOUND, "second", wrap=True))
            return
        if found.outside and found.incoming is not None:
            words = (
                f"DNS names {found.incoming.host}, which is under another domain than your "
                "address. Go on only if you know it: your password goes there."
            )
            self._advice.addWidget(Strip(theme, "warning", "warning", words, buttons=()))
        by = f"{found.provider}: " if found.provider else ""
        self._advice.addWidget(caption(theme, f"{by}the servers come from {found.source}."))
        if found.note:
            self._advice.addWidget(plain(found.note, wrap=True))
        for number, step in enumerate(found.steps, start=1):
            self._advice.addWidget(plain(f"{number}.  {step}", wrap=True))
        if found.app_password_url:
            link = QPushButton("Open the provider's page")
            set_role(link, "link")
            link.setAutoDefault(False)
            link.clicked.connect(lambda: self._open(found.app_password_url))
            self._advice.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)


class CheckPage(WizardPage):
    """Page that tries what was entered, step by step. `changing`: the person goes back."""

    changing = Signal()
    done = Signal(object)

    def __init__(self, bench: Workbench, ask: Callable[[], AddMailbox]) -> None:
        super().__init__(bench.theme, "Trying it out", "No mail is read or sent for this.")
        self._ask = ask
        self._complete = False
        self.panel = CheckPanel(bench)
        self.panel.changing.connect(self.changing)
        self.panel.done.connect(self._on_done)
        self.content.addWidget(self.panel)
        self.setCommitPage(True)
        self.setButtonText(QWizard.WizardButton.CommitButton, "&Next")

    def initializePage(self) -> None:
        self._complete = False
        self.panel.begin(self._ask())

    def cleanupPage(self) -> None:
        self.panel.abandon()

    def isComplete(self) -> bool:
        return self._complete

    def _on_done(self, checked: MailboxCheck) -> None:
        self._complete = True
        self.completeChanged.emit()
        self.done.emit(checked)
