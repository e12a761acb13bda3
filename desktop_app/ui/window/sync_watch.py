"""State of the sync in the window: status bar, F5, and a check when the window is activated."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication

from desktop_app.model.changes import Changes
from desktop_app.model.sync import SyncPhase, SyncStatus
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import mail_sync
from desktop_app.tools.person.mail_sync import Synced, SyncStatuses
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dates import number, short_date
from desktop_app.ui.window.status_bar import StatusBar

FOCUS_SECONDS = 15
"""Coming back to the window again and again asks the server no more often than that."""


class SyncWatch(QObject):
    """Reads the sync's status whenever it has changed."""

    def __init__(self, bench: Workbench, status: StatusBar, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._status = bench, status
        self._asked = 0.0
        self._busy = False
        bench.actions.on("sync", self._check)
        bench.announcements.changed.connect(self._on_changed)
        QGuiApplication.instance().applicationStateChanged.connect(self._on_state)  # type: ignore[union-attr]
        self._read()

    def _on_changed(self, changes: Changes) -> None:
        if changes.sync or changes.accounts:
            self._read()

    def _read(self) -> None:
        self._bench.calls.ask(
            mail_sync.SYNC_STATUS,
            NoParams(),
            done=self._show,
            failed=lambda _: None,
            key="sync status",
            owner=self,
        )

    def _show(self, found: SyncStatuses) -> None:
        now = self._bench.services.clock()
        self._status.describe_sync({a.account_id: sync_words(a, now) for a in found.accounts})
        downloading = next((a for a in found.accounts if a.progress is not None), None)
        wanted = downloading is not None and downloading.phase in _UNDER_WAY
        if wanted and not self._busy:
            self._status.download.begin("Looking for mail…", pause=self._pause)
        elif self._busy and not wanted:
            self._status.download.end()
        self._busy = wanted
        self._bench.navigation.sync_shown.emit(found)
        if wanted and downloading is not None and downloading.progress is not None:
            self._status.download.move_to(downloading.progress)

    def _pause(self, paused: bool) -> None:
        self._bench.calls.ask(mail_sync.PAUSE_SYNC, mail_sync.PauseSync(paused=paused), owner=self)

    def _check(self) -> None:
        self._asked = self._bench.services.clock()
        self._bench.calls.ask(
            mail_sync.SYNC_ACCOUNT, mail_sync.SyncAccount(wait=False), done=self._told, owner=self
        )

    def _told(self, done: Synced) -> None:
        self._bench.navigation.status_wanted.emit(done.display)

    def _on_state(self, state: Qt.ApplicationState) -> None:
        chosen = state is Qt.ApplicationState.ApplicationActive
        waited = self._bench.services.clock() - self._asked > FOCUS_SECONDS
        if chosen and waited and self._bench.services.settings.flag("mail.check_on_focus"):
            self._asked = self._bench.services.clock()
            here_again = mail_sync.SyncAccount(wait=False, old_flags=False)
            self._bench.calls.ask(mail_sync.SYNC_ACCOUNT, here_again, owner=self)


_UNDER_WAY = frozenset({SyncPhase.WORKING, SyncPhase.PAUSED})


def sync_words(status: SyncStatus, now: float) -> str:
    """`synced 14:02`, `waiting, next try 14:07`, `paused` …, with what waits to go out."""
    waits = _count(status.pending)
    if status.phase is SyncPhase.STOPPED:
        words = status.sentence.rstrip(".")
    elif status.phase is SyncPhase.WAITING:
        words = f"{status.sentence.rstrip('.')}, next try {short_date(status.next_try, now)}"
    elif status.phase is SyncPhase.PAUSED:
        words = "download paused"
    elif status.synced:
        how = "synced" if status.whole else "checked"
        words = f"{how} {short_date(status.synced, now)}"
    else:
        words = "checking for mail"
    parts = (words, waits, *_aside(status))
    return " · ".join(part for part in parts if part)


def _count(pending: int) -> str:
    if not pending:
        return ""
    return "1 change waits" if pending == 1 else f"{pending} changes wait"


def _aside(status: SyncStatus) -> tuple[str, ...]:
    counts = (
        (status.refused, "change refused", "changes refused"),
        (len(status.left_out), "folder left out", "folders left out"),
        (status.set_aside, "mail set aside", "mails set aside"),
    )
    return tuple(f"{number(n)} {one if n == 1 else many}" for n, one, many in counts if n)
