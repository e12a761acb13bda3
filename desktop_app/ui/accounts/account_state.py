"""Sign-in state on an account's card: what it asks, what is allowed, the buttons."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QWidget

from desktop_app.model.account import Capabilities
from desktop_app.model.api_use import use_words
from desktop_app.model.sign_in import PERMISSION_WORDS, Permission
from desktop_app.model.sync import SyncPhase, SyncStatus
from desktop_app.tools.answers.status_results import AccountStatus
from desktop_app.tools.calls.results import Done
from desktop_app.tools.person import mail_accounts
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dates import long_date, number, progress_sentence, short_date
from desktop_app.ui.widgets.dialogs import confirm
from desktop_app.ui.widgets.parts import column, plain, row
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.theme import set_role

PAUSED = "Download paused"


class AccountState(QWidget):
    """State of an account that signs in; made anew whenever the status was read again."""

    def __init__(
        self,
        bench: Workbench,
        status: AccountStatus,
        able: Capabilities,
        sync: SyncStatus | None = None,
    ) -> None:
        super().__init__()
        self._bench, self._status, self._able = bench, status, able
        self.words = plain(role="second", wrap=True)
        self.show_sync(sync)
        layout = column(owner=self, gap=bench.theme.px(8))
        missing = tuple(Permission(p) for p in status.scopes_missing)
        if status.asks:
            words = "Allow…" if status.signed_in else "Sign in…"
            layout.addWidget(
                Strip(
                    bench.theme,
                    "warning",
                    "warning",
                    status.asks,
                    buttons=((words, lambda: self._sign_in(*missing)),),
                )
            )
        layout.addLayout(self._line())
        used = use_words(status.used_last_day)
        if used:
            layout.addWidget(plain(f"In the last day: {used}.", "caption", wrap=True))
        if status.signed_in and able.permissions:
            layout.addLayout(self._permissions())

    def show_sync(self, sync: SyncStatus | None) -> None:
        """How its download is doing now."""
        self.words.setText(words_of(self._status, sync, self._bench.services.clock()))

    def _line(self) -> QHBoxLayout:
        buttons = []
        if self._able.changes_to:
            buttons.append(QPushButton("Use a Google client…"))
            buttons[-1].setToolTip("Your mail stays and is not downloaded again")
            buttons[-1].clicked.connect(
                lambda *_: self._bench.navigation.change_kind(self._status.account)
            )
        if self._status.signed_in and self._able.password:
            buttons.append(QPushButton("Servers and password…"))
            buttons[-1].clicked.connect(lambda *_: self._sign_in())
        if self._status.signed_in:
            buttons.append(QPushButton("Sign out…"))
            buttons[-1].clicked.connect(self._confirm_sign_out)
        else:
            buttons.append(QPushButton("Sign in…"))
            buttons[-1].clicked.connect(lambda *_: self._sign_in())
        return row(self.words, *buttons, gap=self._bench.theme.px(8), fill=self.words)

    def _permissions(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        grid.setVerticalSpacing(self._bench.theme.px(4))
        for line, permission in enumerate(self._able.permissions):
            words = PERMISSION_WORDS[permission]
            title = plain(words.title)
            title.setToolTip(as_tooltip(words.able))
            grid.addWidget(title, 2 * line, 0)
            if permission in self._status.scopes_granted:
                allowed = plain("Allowed", "second")
                grid.addWidget(allowed, 2 * line, 2, Qt.AlignmentFlag.AlignRight)
                continue
            button = QPushButton("Allow…")
            set_role(button, "link")
            button.setAccessibleName(f"Allow: {words.title}")
            button.clicked.connect(lambda _=False, p=permission: self._sign_in(p))
            grid.addWidget(button, 2 * line, 2, Qt.AlignmentFlag.AlignRight)
            grid.addWidget(plain(words.unable, "caption", wrap=True), 2 * line + 1, 0, 1, 3)
        return grid

    def _sign_in(self, *permissions: Permission) -> None:
        self._bench.navigation.sign_in(self._status.account, permissions)

    def _confirm_sign_out(self) -> None:
        params = mail_accounts.SignOutAccount(account=self._status.account)

        def done(told: Done) -> None:
            self._bench.navigation.toast(told.display)

        ending = f"{self._able.title} is told to end the sign-in."
        if self._able.password:
            ending = "The password is deleted from your keyring."
        confirm(
            self,
            f"Sign {self._status.name} out?",
            f"{ending} Mail and drafts stay on this computer; nothing new arrives and nothing can "
            "be sent until you sign in again.",
            "Sign out",
            lambda: self._bench.calls.ask(
                mail_accounts.SIGN_OUT_ACCOUNT, params, done=done, lasting=True
            ),
        )


def words_of(status: AccountStatus, sync: SyncStatus | None, now: float) -> str:
    """One line: `Signed in, checked for mail 14:02`, `Signed in. Downloading: 120 of 4,800`."""
    if not status.signed_in:
        return "Not signed in"
    under_way = sync is not None and sync.phase in {SyncPhase.WORKING, SyncPhase.PAUSED}
    if sync is not None and under_way and sync.progress is not None:
        paused = sync.phase is SyncPhase.PAUSED
        told = progress_sentence(replace(sync.progress, phase=PAUSED) if paused else sync.progress)
        return f"Signed in. {told}"
    if sync is not None and sync.phase is SyncPhase.WAITING:
        return f"Signed in. {sync.sentence} Next try {short_date(sync.next_try, now)}."
    try:
        at = datetime.fromisoformat(status.last_sync).timestamp()
    except ValueError:
        return f"Signed in. Looking for mail, {number(status.messages)} here so far"
    return f"Signed in, checked for mail {long_date(at, now)}"
