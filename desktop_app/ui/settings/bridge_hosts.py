"""Programs that are connected by one press: what is written is shown before, what was there is
kept, and everything can be done by hand as well."""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget

from desktop_app.model.errors import KnownError
from desktop_app.tools.calls.results import Done
from desktop_app.tools.person import mcp_hosts
from desktop_app.tools.person.mcp_hosts import BridgeHost
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.parts import column, flow, plain
from desktop_app.ui.widgets.theme import set_role

DIFF_LINES = 12


class HostCards(QWidget):
    """Cards of the programs, one each."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._cards: dict[str, HostCard] = {}
        self._layout = column(owner=self, gap=bench.theme.px(12))

    def show_hosts(self, hosts: tuple[BridgeHost, ...]) -> None:
        for host in hosts:
            card = self._cards.get(host.id)
            if card is None:
                card = self._cards[host.id] = HostCard(self._bench, self)
                self._layout.addWidget(card)
            card.show_host(host)


class HostCard(QWidget):
    """Card of a program's configuration file: *Show the change*, then *Write it*."""

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        super().__init__(parent)
        self._bench = bench
        self._host: BridgeHost | None = None
        px = bench.theme.px
        self.name, self.note = plain(), plain(role="caption", wrap=True)
        self.seen = plain(role="caption", wrap=True)
        self.look, self.write = QPushButton("Show the change"), QPushButton("Write it")
        self.copy = QPushButton("Copy configuration")
        set_role(self.write, "primary")
        self.write.hide()
        self.diff = QPlainTextEdit(readOnly=True)
        self.diff.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.diff.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.diff.setFixedHeight(self.diff.fontMetrics().lineSpacing() * DIFF_LINES)
        self.diff.setTabChangesFocus(True)
        self.diff.hide()
        self.look.clicked.connect(self._unfold)
        self.write.clicked.connect(self._write)
        self.copy.clicked.connect(self._copy)
        buttons = flow(self.look, self.write, self.copy, gap=px(8))
        column(self.name, self.note, self.seen, self.diff, buttons, owner=self, gap=px(4))

    def show_host(self, host: BridgeHost) -> None:
        if host == self._host:
            return
        self._host = host
        self.name.setText(host.title)
        self.note.setText(_standing(host))
        self.seen.setText(host.seen)
        self.seen.setVisible(bool(host.seen))
        self.look.setVisible(bool(host.diff))
        self.diff.setPlainText(host.diff)
        if not host.diff:
            self.diff.hide()
            self.write.hide()
        for button, what in ((self.look, "Show the change for"), (self.write, "Connect"),
                             (self.copy, "Copy the configuration for")):  # fmt: skip
            button.setAccessibleName(f"{what} {host.title}")
        self.diff.setAccessibleName(f"What is written for {host.title}")

    def _unfold(self) -> None:
        shown = self.diff.isHidden()
        self.diff.setVisible(shown)
        self.write.setVisible(shown)
        self.look.setText("Hide the change" if shown else "Show the change")

    def _write(self) -> None:
        if self._host is None:
            return
        self.write.setEnabled(False)
        self._bench.calls.ask(
            mcp_hosts.CONNECT_BRIDGE_HOST,
            mcp_hosts.ConnectBridgeHost(host=self._host.id, diff=self._host.diff),
            done=self._written,
            failed=self._not_written,
            owner=self,
        )

    def _written(self, done: Done) -> None:
        self.write.setEnabled(True)
        self.diff.hide()
        self.write.hide()
        self.look.hide()
        self._tell(done.display)

    def _not_written(self, error: KnownError) -> None:
        self.write.setEnabled(True)
        self._tell(f"{error.sentence} {error.next_step}".strip())

    def _copy(self) -> None:
        if self._host is not None:
            QGuiApplication.clipboard().setText(self._host.configuration)
            self._tell("Copied. Put it into the program's own configuration.")

    def _tell(self, text: str) -> None:
        self.note.setText(text)
        announce(self, text)


def _standing(host: BridgeHost) -> str:
    if host.trouble:
        return host.trouble
    if host.connected:
        return f"Connected: it starts Draftdesk's pipe, as written in {host.path}."
    if not host.installed:
        return f"Not found on this computer. It would be written to {host.path}."
    return f"Not connected. {host.path}"
