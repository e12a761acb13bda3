"""Notices across the window: errors, bugs, and the sample mailbox."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.model.account import Account
from desktop_app.model.errors import Damaged, KnownError
from desktop_app.model.sign_in import Permission
from desktop_app.ui.background.jobs import Bug
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.parts import Button, column
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.strips import Strip

if TYPE_CHECKING:
    from desktop_app.model.sync import SyncStatus
    from desktop_app.tools.answers.status_results import AccountStatus, Status
    from desktop_app.tools.person.mail_sync import SyncStatuses

HINTS = "look.hints_dismissed"
SAMPLE_HINT = "sample"
WHAT_IT_IS = (
    "Draftdesk reads your mail and proposes drafts. Only your press on Send sends one. This is a "
    "sample mailbox to try it on, with a draft under To review. Nothing in it leaves this computer."
)
STOPPED = (
    "All assistants and programs are stopped: none of them reads mail or proposes anything until"
    " you let them go on."
)
MOST = 3


class Notices(QWidget):
    """Strips that can be dismissed, never modal. The same sentence is not shown twice."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._sample: Strip | None = None
        self._backups: Strip | None = None
        self._backups_said = ""
        self._stopped: Strip | None = None
        self._strips: list[Strip] = []
        self._asks: dict[str, Strip] = {}
        self._of_server: dict[tuple[str, str], Strip] = {}
        self._names: dict[str, str] = {}
        self._put_away: set[tuple[str, str]] = set()
        self._low = False
        self._programs: tuple[str, ...] = ()
        self._sample_account: Account | None = None
        bench.navigation.programs_shown.connect(self.show_programs)
        bench.navigation.line_shown.connect(self.show_line)
        px = bench.theme.px
        self._layout = column(owner=self, gap=px(4), margins=(px(8), px(4), px(8), px(4)))
        self.hide()

    def show_error(self, error: KnownError) -> None:
        """The environment's fault: what happened and the one next step."""
        text = f"{error.sentence} {error.next_step}".strip()
        details = "\n".join([text, *(f"{k}: {v}" for k, v in error.details.items())])
        restart = self._bench.navigation.restart_wanted.emit
        first = (("Restart and repair…", restart),) if isinstance(error, Damaged) else ()
        self._show("danger", text, details, first)

    def show_bug(self, bug: Bug) -> None:
        """Our fault: said plainly, with everything needed to report it."""
        text = f"{bug.sentence} Your mail and drafts are safe. The log has the details."
        self._show("danger", text, bug.details)

    def show_line(self, words: str, button: Button) -> None:
        """Something that is good to know, until it is put away."""
        strip = Strip(self._bench.theme, "info", "info", words, buttons=(button,), closable=True)
        strip.closed.connect(lambda: self._drop(strip))
        self._add(strip)
        announce(strip, words)

    def show_accounts(self, accounts: Iterable[Account]) -> None:
        """The sample mailbox says that it is one, until the hint is put away."""
        there = tuple(accounts)
        self._names = {account.id: account.name for account in there}
        sample = next((a for a in there if a.sample), None)
        dismissed = SAMPLE_HINT in self._bench.services.settings.items(HINTS)
        if sample is None or dismissed:
            if self._sample is not None:
                self._drop(self._sample)
                self._sample = None
            return
        if self._sample is None:
            self._sample = self._sample_strip(sample)
            self._add(self._sample)

    def show_backups(self, words: str, *, damaged: bool) -> None:
        """One bar while the backups fail, or the mail database is known to be damaged; it is put
        away until something else is wrong."""
        if words == self._backups_said:
            return
        self._backups_said = words
        if self._backups is not None:
            self._drop(self._backups)
            self._backups = None
        if not words:
            return
        navigation, actions = self._bench.navigation, self._bench.actions
        repair = ("Restart and repair…", navigation.restart_wanted.emit)
        show = ("Backups…", lambda: actions.trigger("backups"))
        self._backups = strip = Strip(
            self._bench.theme,
            "danger" if damaged else "warning",
            "danger" if damaged else "warning",
            words,
            buttons=(repair, show) if damaged else (show,),
            closable=True,
        )
        strip.closed.connect(lambda: self._drop(strip))
        self._add(strip)
        announce(strip, words)

    def show_stopped(self, *, on: bool, go_on: Callable[[], object]) -> None:
        """One bar for as long as all assistants and programs are stopped."""
        if on is (self._stopped is not None):
            return
        if self._stopped is not None:
            self._drop(self._stopped)
            self._stopped = None
            return
        button = ("Let them go on", go_on)
        self._stopped = Strip(self._bench.theme, "warning", "warning", STOPPED, buttons=(button,))
        self._add(self._stopped)
        announce(self._stopped, STOPPED)

    def make_room(self, *, low: bool) -> None:
        """What only introduces leaves a low window to the draft that is written in it."""
        if low != self._low:
            self._low = low
            self._show_strips()

    def show_asks(self, status: Status) -> None:
        """One strip for each account that needs the person; put away, it comes back only when
        the account asks for something else."""
        wanted = {a.account: a for a in status.accounts if a.asks}
        for account, strip in tuple(self._asks.items()):
            if account not in wanted or wanted[account].asks not in strip.label.text():
                self._drop(self._asks.pop(account))
        for account, row in wanted.items():
            if account not in self._asks and (account, row.asks) not in self._put_away:
                self._asks[account] = strip = self._ask_strip(row)
                self._add(strip)
                announce(strip, strip.label.text())

    def show_sync(self, found: SyncStatuses) -> None:
        """One strip for each account whose server refuses changes, and one for folders that it
        does not open; put away, each comes back when it says something else."""
        wanted = {
            (status.account_id, words): buttons
            for status in found.accounts
            for words, buttons in self._of_sync(status)
            if words and (status.account_id, words) not in self._put_away
        }
        for key in self._of_server.keys() - wanted.keys():
            self._drop(self._of_server.pop(key))
        for key, buttons in wanted.items():
            if key not in self._of_server:
                self._of_server[key] = strip = self._server_strip(key, buttons)
                self._add(strip)
                announce(strip, strip.label.text())

    def _of_sync(self, status: SyncStatus) -> tuple[tuple[str, tuple[Button, ...]], ...]:
        from desktop_app.tools.person import mail_sync

        ask, params = self._bench.calls.ask, mail_sync.OfAccount(account=status.account_id)
        tell = self._bench.navigation.toast
        presses = (
            ("Try again", lambda: ask(mail_sync.RETRY_CHANGES, params)),
            (
                "Undo",
                lambda: ask(
                    mail_sync.TAKE_BACK_CHANGES, params, done=lambda done: tell(done.display)
                ),
            ),
        )
        return ((status.refused_words, presses), (status.left_out_words, ()))

    def _server_strip(self, key: tuple[str, str], buttons: tuple[Button, ...]) -> Strip:
        name = self._names.get(key[0], "")
        words = clean(f"{name}: {key[1]}" if name else key[1])  # a subject and a server's words
        strip = Strip(
            self._bench.theme, "warning", "warning", words, buttons=buttons, closable=True
        )

        def put_away() -> None:
            self._put_away.add(key)
            self._drop(self._of_server.pop(key, strip))

        strip.closed.connect(put_away)
        return strip

    def _ask_strip(self, row: AccountStatus) -> Strip:
        missing = tuple(Permission(p) for p in row.scopes_missing)
        words = "Allow…" if row.signed_in else "Sign in…"
        sign_in = self._bench.navigation.sign_in
        strip = Strip(
            self._bench.theme,
            "warning",
            "warning",
            f"{row.name}: {row.asks}",
            buttons=((words, lambda: sign_in(row.account, missing)),),
            closable=True,
        )

        def put_away() -> None:
            self._put_away.add((row.account, row.asks))
            self._drop(self._asks.pop(row.account, strip))

        strip.closed.connect(put_away)
        return strip

    def show_programs(self, names: tuple[str, ...]) -> None:
        """Other mail programs are here: the sample's strip offers to move in from them."""
        self._programs = names
        if names and self._sample is not None and self._sample_account is not None:
            self._drop(self._sample)
            self._sample = self._sample_strip(self._sample_account)
            self._add(self._sample)

    def _bring_mail(self) -> Button:
        actions = self._bench.actions
        if not self._programs:
            return ("Import your mail", lambda: actions.trigger("import_mail"))
        name = self._programs[0] if len(self._programs) == 1 else "another program"
        return (f"Move in from {name}", lambda: actions.trigger("move_in"))

    def _sample_strip(self, account: Account) -> Strip:
        self._sample_account = account
        strip = Strip(
            self._bench.theme,
            "info",
            "info",
            WHAT_IT_IS,
            buttons=(
                ("Add an account", lambda: self._bench.actions.trigger("add_account")),
                self._bring_mail(),
                ("Remove the sample", lambda: self._remove(account)),
            ),
            closable=True,
        )
        strip.closed.connect(self._dismiss_sample)
        return strip

    def _remove(self, account: Account) -> None:
        from desktop_app.ui.accounts.removal import ask_to_remove

        ask_to_remove(self._bench, self.window(), account)

    def _dismiss_sample(self) -> None:
        settings = self._bench.services.settings
        hints = {*settings.items(HINTS), SAMPLE_HINT}
        self._bench.calls.jobs.run(lambda: settings.change(HINTS, tuple(sorted(hints))))
        if self._sample is not None:
            self._drop(self._sample)
            self._sample = None

    def _show(self, kind: str, text: str, details: str, buttons: tuple[Button, ...] = ()) -> None:
        if any(strip.label.text() == text for strip in self._strips):
            return
        asking = (*self._asks.values(), *self._of_server.values(), self._backups, self._stopped)
        while len(self._strips) >= MOST and (old := [s for s in self._strips if s not in asking]):
            self._drop(old[0])
        strip = Strip(
            self._bench.theme,
            kind,
            "danger",
            text,
            buttons=(
                *buttons,
                ("Copy details", lambda: QGuiApplication.clipboard().setText(details)),
            ),
            closable=True,
        )
        strip.closed.connect(lambda: self._drop(strip))
        self._add(strip)
        announce(strip, text)

    def _add(self, strip: Strip) -> None:
        self._strips.append(strip)
        self._layout.addWidget(strip)
        self._show_strips()

    def _drop(self, strip: Strip) -> None:
        if strip in self._strips:
            self._strips.remove(strip)
            here = QApplication.focusWidget()
            if here is not None and strip.isAncestorOf(here):
                self._bench.navigation.focus("list")  # where the person was at work
            strip.hide()
            strip.deleteLater()
        self._show_strips()

    def _show_strips(self) -> None:
        shown = [strip for strip in self._strips if not (self._low and strip is self._sample)]
        for strip in self._strips:
            strip.setVisible(strip in shown)
        self.setVisible(bool(shown))
