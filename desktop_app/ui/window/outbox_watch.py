"""State of the postman in the status bar: said as long as mail does not leave."""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.model.changes import Changes
from desktop_app.model.outbox import PostmanStatus
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import outbox
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.window.status_bar import StatusBar


class OutboxWatch(QObject):
    """Reads the postman's status whenever the outbox has changed."""

    def __init__(self, bench: Workbench, status: StatusBar, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._status = bench, status
        self._told = ("", "")
        bench.announcements.changed.connect(self._on_changed)
        self._read()

    def _on_changed(self, changes: Changes) -> None:
        if changes.outbox:
            self._read()

    def _read(self) -> None:
        self._bench.calls.ask(
            outbox.POSTMAN_STATUS,
            NoParams(),
            done=self._show,
            failed=lambda _: None,
            key="postman in the status bar",
            owner=self,
        )

    def _show(self, status: PostmanStatus) -> None:
        told = words(status)
        if told != self._told:
            self._told = told
            self._status.describe_outbox(*told)


def words(status: PostmanStatus) -> tuple[str, str]:
    """`Nothing is sent now: …`, and all of it with what follows; empty while all is well."""
    if not status.trouble:
        return "", ""
    told = f"Nothing is sent now: {clean(status.trouble).rstrip('.')}"
    return told, f"{told}. Draftdesk tries again by itself."
