"""Tells the person of mail that was not sent: after the start of what an earlier run left, later of
what was to leave at a time and is held."""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.model.changes import Changes
from desktop_app.model.outbox import OutboxEntry, PostmanStatus
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import outbox
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.not_sent import not_sent_words
from desktop_app.ui.bench.workbench import Workbench


class NotSentWatch(QObject):
    """Waits until the postman has recovered what an earlier run left, then tells of it. What fails
    after its countdown in this run is told by the countdown's own toast."""

    def __init__(self, bench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self._told: set[int] | None = None
        """Ids of entries that were told, or that another tells of; None before the first time."""
        bench.announcements.changed.connect(self._on_changed)
        self._read()

    def _on_changed(self, changes: Changes) -> None:
        if changes.outbox:
            self._read()

    def _read(self) -> None:
        calls = self._bench.calls

        def work() -> tuple[PostmanStatus, tuple[OutboxEntry, ...]]:
            status = calls.wait(outbox.POSTMAN_STATUS, NoParams())
            return status, calls.wait(outbox.LIST_NOT_SENT, NoParams()).entries

        calls.jobs.run(work, done=self._tell, failed=lambda _: None, key="not sent", owner=self)

    def _tell(self, read: tuple[PostmanStatus, tuple[OutboxEntry, ...]]) -> None:
        status, entries = read
        if not status.ready:
            return
        told = self._told
        new = entries if told is None else [e for e in entries if e.scheduled and e.id not in told]
        self._told = {entry.id for entry in entries}
        if new:
            show = Undo(lambda: self._bench.navigation.show_drafts("review"), "Show")
            self._bench.navigation.toast(words(tuple(new), self._bench.services.clock()), show)


def words(left: tuple[OutboxEntry, ...], now: float) -> str:
    """One sentence for all of them."""
    if len(left) == 1:
        return f"{not_sent_words(left[0], now)}."
    return f"{len(left)} mails for which you pressed Send were not sent."
