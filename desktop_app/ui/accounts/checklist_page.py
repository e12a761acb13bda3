"""Last page of the account wizard: what works, what is being read, what was not allowed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QLabel, QVBoxLayout

from desktop_app.model.changes import Changes
from desktop_app.model.mailbox_check import CHECK_TITLES, CheckedStep, CheckOutcome, MailboxCheck
from desktop_app.model.sign_in import PERMISSION_WORDS, SignedIn
from desktop_app.tools.answers.status_results import Status
from desktop_app.tools.person import mailbox_sign_in
from desktop_app.tools.verbs import connection_status
from desktop_app.ui.accounts.wizard_page import WizardPage
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dates import number
from desktop_app.ui.widgets.parts import STYLE, column, plain, row
from desktop_app.ui.widgets.tokens import Size

_ICONS = {
    CheckOutcome.GOOD: "good",
    CheckOutcome.WARNING: "warning",
    CheckOutcome.BAD: "warning",
}


class ChecklistPage(WizardPage):
    """Page that `show_result` fills; the count of mails follows the download."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench.theme, "Your account is ready")
        self._bench = bench
        self._account = ""
        self.setFinalPage(True)
        self._mails = plain()
        self._steps = column(gap=STYLE)
        bench.announcements.changed.connect(self._on_changed)

    def show_check(self, checked: MailboxCheck, *, session_only: bool) -> None:
        """Row by row what the check of a mailbox found."""
        assert checked.signed_in is not None, "shown once the account is there"
        self._show_steps(checked.steps)
        self._show_kept(checked.signed_in, session_only=session_only)

    def show_result(self, signed_in: SignedIn, *, session_only: bool) -> None:
        """Row by row what came of the sign-in."""
        again = " again" if signed_in.again else ""
        self._row("good", f"You are signed in{again} as {signed_in.email}.")
        self._show_kept(signed_in, session_only=session_only)
        self._bench.calls.ask(
            mailbox_sign_in.CHECK_ACCOUNT,
            mailbox_sign_in.CheckAccount(account=signed_in.account_id),
            done=lambda checked: self._show_steps(checked.steps),
            owner=self,
        )

    def _show_steps(self, steps: Sequence[CheckedStep]) -> None:
        for step in steps:
            icon = _ICONS.get(step.outcome, "info")
            words = f"{CHECK_TITLES[step.step]}: {step.words} {step.next_step}"
            self._row(icon, words.strip(), self._steps)

    def _show_kept(self, signed_in: SignedIn, *, session_only: bool) -> None:
        self._account = signed_in.account_id
        if session_only:
            self._row("warning", "The sign-in is kept for this session only.")
        else:
            self._row("good", "The sign-in is kept in your system's keyring.")
        for permission in signed_in.granted:
            self._row("good", f"{PERMISSION_WORDS[permission].title}: allowed.")
        for permission in signed_in.missing:
            words = PERMISSION_WORDS[permission]
            self._row("warning", f"{words.title}: not allowed. {words.unable}")
        self.content.addLayout(self._steps)
        self._mails = self._row("sync", "Your mail is on its way.")
        self.content.addStretch(1)
        self._read()

    def _row(self, icon: str, text: str, into: QVBoxLayout | None = None) -> QLabel:
        theme = self._bench.theme
        ink = {"good": "good", "warning": "warning"}.get(icon, "second")
        sign, label = plain(), plain(text, "second" if icon == "sync" else "", wrap=True)
        side = theme.px(Size.ICON)
        sign.setPixmap(theme.icon(icon, ink).pixmap(side, side))
        line = row(sign, label, gap=theme.px(8), fill=label)
        (self.content if into is None else into).addLayout(line)
        return label

    def _on_changed(self, changes: Changes) -> None:
        if self._account and (changes.messages or changes.accounts):
            self._read()

    def _read(self) -> None:
        self._bench.calls.ask(
            connection_status.TOOL,
            connection_status.ConnectionStatus(),
            done=self._show_count,
            key="checklist",
            owner=self,
        )

    def _show_count(self, status: Status) -> None:
        mine = next((a for a in status.accounts if a.account == self._account), None)
        if mine is not None and mine.messages:
            count = "One mail" if mine.messages == 1 else f"{number(mine.messages)} mails"
            self._mails.setText(f"{count} so far, the newest first.")
