"""State of the MCP bridge in the status bar: on or off, number of programs."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from desktop_app.model.bridge import LOCAL_PROGRAM, BridgeState, BridgeStatus
from desktop_app.model.changes import Changes
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import bridge
from desktop_app.tools.person.bridge import BridgeClientList
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dates import short_date
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.window.status_bar import StatusBar

SOON_MS = 2000
"""Programs may call many times a second; who is there is read no more often than that."""

RECENT_SECONDS = 600
"""A program that called so lately counts as being there."""


class BridgeWatch(QObject):
    """Reads the bridge when it changes, and when a program has done something."""

    def __init__(self, bench: Workbench, status: StatusBar, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._status = bench, status
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self._read)
        bench.announcements.changed.connect(self._on_changed)
        self._read()

    def _on_changed(self, changes: Changes) -> None:
        if changes.bridge:
            self._read()
        elif changes.audit and not self._soon.isActive():
            self._soon.start()

    def _read(self) -> None:
        self._bench.calls.ask(
            bridge.BRIDGE_STATUS,
            NoParams(),
            done=self._read_clients,
            failed=lambda _: None,
            key="bridge in the status bar",
            owner=self,
        )

    def _read_clients(self, status: BridgeStatus) -> None:
        self._bench.calls.ask(
            bridge.LIST_BRIDGE_CLIENTS,
            NoParams(),
            done=lambda found: self._show(status, found),
            failed=lambda _: None,
            key="bridge clients in the status bar",
            owner=self,
        )

    def _show(self, status: BridgeStatus, found: BridgeClientList) -> None:
        self._status.describe_bridge(*words(status, found, self._bench.services.clock()))


def words(status: BridgeStatus, found: BridgeClientList, now: float) -> tuple[str, str]:
    """`MCP on, 1 program`, and who that is."""
    if status.state is BridgeState.PAUSED:
        return f"MCP paused until {short_date(status.resumes_at, now)}", "Nobody is let in."
    if status.state is BridgeState.FAILED:
        return "MCP: trouble", status.trouble
    if status.state is not BridgeState.ON:
        return "MCP off", "No other program can reach your mail."
    there = [c for c in found.clients if c.last_call > now - RECENT_SECONDS]
    count = f", {len(there)} program{'s' if len(there) != 1 else ''}" if there else ""
    names = ", ".join(
        "a program on this computer" if c.id == LOCAL_PROGRAM else clean(c.name) for c in there
    )
    return f"MCP on{count}", f"Lately: {names}." if names else "No program has called lately."
