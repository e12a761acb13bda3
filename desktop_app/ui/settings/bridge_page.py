"""Settings → MCP bridge: on or off, programs, what each may see, how to connect one."""

from __future__ import annotations

from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QCheckBox, QPushButton, QWidget

from desktop_app.model.bridge import NEVER_SENDS, BridgeState, BridgeStatus
from desktop_app.model.changes import Changes
from desktop_app.model.errors import KnownError
from desktop_app.settings import TABLE
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.calls.results import Done
from desktop_app.tools.person import bridge, letting_in, mail_accounts, mcp_hosts
from desktop_app.tools.person.bridge import BridgeClientList
from desktop_app.tools.person.mail_accounts import AccountList
from desktop_app.tools.person.mcp_hosts import BridgeHosts
from desktop_app.ui.bench.guide_link import guide_link
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.settings.bridge_clients import ClientCards
from desktop_app.ui.settings.bridge_hosts import HostCards
from desktop_app.ui.settings.let_in_dialog import AskingRows
from desktop_app.ui.settings.rows import OnChange, editor
from desktop_app.ui.widgets.dates import long_date
from desktop_app.ui.widgets.parts import column, flow, plain
from desktop_app.ui.widgets.theme import set_role

ENABLED, PORT = "bridge.enabled", "bridge.port"
SOON_MS = 2000
"""Programs may call many times a second; *Called last* is read no more often than that."""

HOUR = 3600
WHAT = (
    "Other AI programs on this computer, such as Claude Desktop, Claude Code, Cursor or VS Code, "
    "may search and read the accounts you choose here, and propose drafts. What they propose waits "
    f"under To review for your press on Send. {NEVER_SENDS}"
)

FILES = (
    "A program can attach files that it puts into one folder of your profile, up to 25 MB each, to "
    "the drafts it proposes. It reaches no other file of yours through Draftdesk."
)


class BridgePage(QWidget):
    """Page that is read again whenever the bridge, its programs or the accounts change."""

    def __init__(self, bench: Workbench, change: OnChange) -> None:
        super().__init__()
        self._bench, self._change = bench, change
        self._status = BridgeStatus(BridgeState.OFF)
        settings = bench.services.settings
        self.toggle = QCheckBox("MCP bridge")
        self.toggle.setObjectName(ENABLED)
        self.toggle.setAccessibleName("MCP bridge")
        self.toggle.setAccessibleDescription(WHAT)
        self.toggle.setChecked(settings.flag(ENABLED))
        self.toggle.setEnabled(not settings.forced(ENABLED))
        self.toggle.toggled.connect(lambda on: change(ENABLED, on))
        self.state = plain(wrap=True, select=True)
        self.test = QPushButton("Try it")
        self.test.clicked.connect(self._try)
        self.pause = QPushButton("Pause for an hour")
        self.pause.clicked.connect(self._pause)
        self.record = QPushButton("Show what was done")
        self.record.clicked.connect(lambda: bench.actions.trigger("audit"))
        self.folder = QPushButton("Open the folder for files")
        self.folder.clicked.connect(self._open_folder)
        self.guide = guide_link(bench, "About connected programs", "programs")
        self.where = plain(wrap=True, select=True)
        self.where.hide()
        self.hosts = HostCards(bench)
        self.asking = AskingRows(bench)
        self.clients = ClientCards(bench)
        self._accounts = AccountList(())
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(lambda: self._read_clients(self._accounts))
        self._lay_out()
        bench.announcements.changed.connect(self._on_changed)
        self._read()

    def _lay_out(self) -> None:
        px = self._bench.theme.px
        port = TABLE[PORT]
        label = plain(port.label, "strong", wrap=True)
        spin = editor(port, self._bench.services.settings, self._bench.theme, self._change)
        label.setBuddy(spin)
        column(
            self.toggle,
            plain(WHAT, "caption", wrap=True),
            self.state,
            flow(self.test, self.pause, self.record, self.guide, gap=px(8)),
            self.asking,
            px(12),
            plain("What programs may see", "strong", wrap=True),
            self.clients,
            px(12),
            plain("Files for drafts", "strong", wrap=True),
            plain(FILES, "caption", wrap=True),
            flow(self.folder, gap=px(8)),
            self.where,
            px(12),
            plain("Connect a program", "strong", wrap=True),
            self.hosts,
            px(12),
            label,
            spin,
            plain(port.help, "caption", wrap=True),
            owner=self,
            gap=px(8),
        )

    def _read(self) -> None:
        calls = self._bench.calls
        calls.ask(
            bridge.BRIDGE_STATUS,
            NoParams(),
            done=self._show_status,
            key="bridge status",
            owner=self,
        )
        calls.ask(
            letting_in.LIST_ASKING_PROGRAMS,
            NoParams(),
            done=self.asking.show_asking,
            key="programs that ask",
            owner=self,
        )
        calls.ask(
            mail_accounts.LIST_ACCOUNTS,
            mail_accounts.ListAccounts(),
            done=self._read_clients,
            key="bridge accounts",
            owner=self,
        )
        calls.ask(
            mcp_hosts.LIST_BRIDGE_HOSTS,
            NoParams(),
            done=self._show_hosts,
            key="bridge hosts",
            owner=self,
        )

    def _read_clients(self, accounts: AccountList) -> None:
        self._accounts = accounts

        def show(found: BridgeClientList) -> None:
            self.clients.show_clients(found.clients, accounts.accounts)

        self._bench.calls.ask(
            bridge.LIST_BRIDGE_CLIENTS,
            NoParams(),
            done=show,
            key="bridge clients",
            owner=self,
        )

    def _show_hosts(self, found: BridgeHosts) -> None:
        self.hosts.show_hosts(found.hosts)

    def _show_status(self, status: BridgeStatus) -> None:
        self._status = status
        self.state.setText(told(status, self._bench.services.clock()))
        set_role(self.state, "error" if status.state is BridgeState.FAILED else "caption")
        self.test.setEnabled(status.state is BridgeState.ON)
        paused = status.state is BridgeState.PAUSED
        self.pause.setText("Resume now" if paused else "Pause for an hour")
        self.pause.setEnabled(paused or status.state is BridgeState.ON)

    def _try(self) -> None:
        self.state.setText("Trying it…")
        self._bench.calls.ask(
            bridge.TRY_BRIDGE,
            NoParams(),
            done=self._tried,
            failed=self._not_tried,
            owner=self,
        )

    def _tried(self, done: Done) -> None:
        self.state.setText(f"{told(self._status, self._bench.services.clock())} {done.display}")

    def _not_tried(self, error: KnownError) -> None:
        self.state.setText(f"{error.sentence} {error.next_step}".strip())
        set_role(self.state, "error")

    def _pause(self) -> None:
        seconds = 0 if self._status.state is BridgeState.PAUSED else HOUR
        self._bench.calls.ask(
            bridge.PAUSE_BRIDGE,
            bridge.PauseBridge(seconds=seconds),
            done=self._show_status,
            owner=self,
        )

    def _open_folder(self) -> None:
        self._bench.calls.ask(
            bridge.SHOW_FILES_FOLDER,
            NoParams(),
            done=self._show_folder,
            failed=lambda error: self._say_of_folder(error.sentence, "error"),
            owner=self,
        )

    def _show_folder(self, found: bridge.HandedIn) -> None:
        shown = QDesktopServices.openUrl(QUrl.fromLocalFile(found.folder))
        why = "" if shown else "No program on this computer shows folders. "
        self._say_of_folder(f"{why}It is at {found.folder}.")

    def _say_of_folder(self, text: str, role: str = "second") -> None:
        self.where.setText(text)
        set_role(self.where, role)
        self.where.show()

    def _on_changed(self, changes: Changes) -> None:
        if changes.bridge or changes.accounts:
            self._read()
        elif changes.audit and not self._soon.isActive():  # somebody may have called
            self._soon.start()


def told(status: BridgeStatus, now: float) -> str:
    """How the bridge stands, in a sentence."""
    if status.state is BridgeState.ON:
        return f"On, at {status.url}. Only programs on this computer reach it."
    if status.state is BridgeState.PAUSED:
        return f"Paused until {long_date(status.resumes_at, now)}."
    if status.state is BridgeState.FAILED:
        return status.trouble
    return {BridgeState.STARTING: "Starting…"}.get(status.state, "Off. Nothing listens.")
