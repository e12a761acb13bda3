"""Wizard page for the address: its servers are looked up when the person goes on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QLineEdit, QProgressBar, QPushButton

from desktop_app.model.errors import KnownError
from desktop_app.model.mail_provider import FoundServers, ProviderKind
from desktop_app.model.progress import Progress
from desktop_app.tools.person import mailbox_sign_in
from desktop_app.tools.person.mailbox_sign_in import FoundMailServers
from desktop_app.ui.accounts.wizard_page import WizardPage
from desktop_app.ui.background.jobs import Job
from desktop_app.ui.bench.guide_link import guide_link
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.parts import STRETCH, plain, row
from desktop_app.ui.widgets.theme import set_role

EXPECT = "What to expect from your provider"
NOT_FOUND = "Nothing was found for this address. You can enter the servers yourself."


class AddressPage(WizardPage):
    """`looked_up` tells that the wizard can go on; `found` is None where nothing was found."""

    looked_up = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__(
            bench.theme,
            "Your address",
            "Draftdesk looks for its servers. No password is needed for that.",
        )
        self._bench = bench
        self._job: Job | None = None
        self._known = ""
        self.found: FoundServers | None = None
        self.email, self.name = QLineEdit(), QLineEdit()
        self.email.setAccessibleName("Mail address")
        self.email.setPlaceholderText("alex@fernhill.example")
        self.name.setAccessibleName("Your name")
        form = QFormLayout()
        form.setVerticalSpacing(bench.theme.px(8))
        form.addRow("Address", self.email)
        form.addRow("Your name", self.name)
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setAccessibleName("Looking for the servers")
        self.words = plain(wrap=True)
        self.stop = QPushButton("Stop looking")
        self.stop.setAutoDefault(False)
        self.stop.clicked.connect(self._stop)
        self.content.addLayout(form)
        for part in (self.busy, self.words):
            self.content.addWidget(part)
        self.guide = guide_link(bench, EXPECT, "what-to-expect")
        self.content.addLayout(row(self.stop, STRETCH))
        self.content.addLayout(row(self.guide, STRETCH))
        self.content.addStretch(1)
        self.email.textChanged.connect(self._on_typed)
        self._show("", busy=False)

    @property
    def address(self) -> str:
        return self.email.text().strip()

    def propose(self, found: FoundServers | None, email: str, name: str) -> None:
        """Fill in an address; what was `found` for it is not looked up again."""
        self.email.setText(email)
        self.name.setText(name)
        if found is not None:
            self.found, self._known = found, self.address

    def isComplete(self) -> bool:
        local, _, domain = self.address.rpartition("@")
        return bool(local and domain) and self._job is None

    def validatePage(self) -> bool:
        """Go on once the address was looked up; the first press looks."""
        if self._known == self.address:
            return True
        self._show("Looking for the servers", busy=True)
        self._job = self._bench.calls.ask(
            mailbox_sign_in.FIND_MAIL_SERVERS,
            mailbox_sign_in.FindMailServers(email=self.address),
            done=self._on_found,
            failed=self._on_failed,
            progress=self._on_progress,
            key="mail servers",
            owner=self,
        )
        self.completeChanged.emit()
        return False

    def cleanupPage(self) -> None:
        self.abandon()

    def abandon(self) -> None:
        """Call the look-up off."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
            self._show("", busy=False)
            self.completeChanged.emit()

    def _stop(self) -> None:
        """The person enters the servers without more looking."""
        self.abandon()
        self._go_on(None)

    def _on_typed(self) -> None:
        self._known = ""
        self.abandon()
        self._show("", busy=False)
        self.completeChanged.emit()

    def _on_progress(self, progress: Progress) -> None:
        if self._job is not None:
            self._show(f"{progress.phase} …", busy=True)

    def _on_found(self, told: FoundMailServers) -> None:
        self._job = None
        found = told.found
        if found is not None and found.kind is ProviderKind.CLOSED:
            self._show(f"{found.provider or 'This provider'}: {found.note}", busy=False, bad=True)
            self.completeChanged.emit()
            return
        self._go_on(found)

    def _go_on(self, found: FoundServers | None) -> None:
        self.found, self._known = found, self.address
        self._show("", busy=False)
        self.completeChanged.emit()
        self.looked_up.emit()

    def _on_failed(self, error: KnownError) -> None:
        self._job = None
        self._show(f"{error.sentence} {error.next_step}".strip(), busy=False, bad=True)
        self.completeChanged.emit()

    def _show(self, words: str, *, busy: bool, bad: bool = False) -> None:
        self.words.setText(words)
        set_role(self.words, "error" if bad else "second")
        self.busy.setVisible(busy)
        self.stop.setVisible(busy)
        if words:
            announce(self, words)
