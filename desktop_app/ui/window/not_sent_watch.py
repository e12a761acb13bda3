"""Tells the person once, after the start, of mail that an earlier run did not send."""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.model.changes import Changes
from desktop_app.model.outbox import OutboxEntry, PostmanStatus
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import draft_lists, outbox
from desktop_app.tools.person.draft_lists import DraftsPage
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.not_sent import not_sent_words
from desktop_app.ui.bench.workbench import Workbench


class NotSentWatch(QObject):
    """Waits until the postman has recovered what an earlier run left, then tells of it. What fails
    in this run is told by the countdown's own toast."""

    def __init__(self, bench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self._told = False
        bench.announcements.changed.connect(self._on_changed)
        self._read()

    def _on_changed(self, changes: Changes) -> None:
        if changes.outbox and not self._told:
            self._read()

    def _read(self) -> None:
        calls = self._bench.calls

        def work() -> tuple[PostmanStatus, DraftsPage]:
            status = calls.wait(outbox.POSTMAN_STATUS, NoParams())
            return status, calls.wait(draft_lists.DRAFTS_PAGE, NoParams())

        calls.jobs.run(
            work, done=self._tell, failed=lambda _: None, key="not sent at the start", owner=self
        )

    def _tell(self, read: tuple[PostmanStatus, DraftsPage]) -> None:
        status, page = read
        if self._told or not status.ready:
            return
        self._told = True
        left = tuple(page.not_sent.values())
        if left:
            show = Undo(lambda: self._bench.navigation.show_drafts("review"), "Show")
            self._bench.navigation.toast(told(left, self._bench.services.clock()), show)


def told(left: tuple[OutboxEntry, ...], now: float) -> str:
    """One sentence for all of them."""
    if len(left) == 1:
        return f"{not_sent_words(left[0], now)}."
    return f"{len(left)} mails for which you pressed Send were not sent."
