"""Replies drafted for all mail that needs one, because the person asks: one round at a time, with
its progress in the status bar. A model that does not answer is told of once."""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.model.changes import Changes
from desktop_app.model.errors import KnownError
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.calls.results import Done
from desktop_app.tools.person import prepared_answers
from desktop_app.tools.person.prepared_answers import Preparing
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.window.status_bar import WorkStatus

BEGINS = "Looking for mail that needs a reply…"
DOWN, AGAIN = "Replies can't be drafted now.", "Draftdesk tries again by itself."
UNDER_WAY = "Replies are being drafted. The status bar shows how far."


class ReplyRound(QObject):
    """Answer to *Draft replies for all that need one*. What was drafted before a stop stays."""

    def __init__(self, bench: Workbench, status: WorkStatus, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._status = bench, status
        self._running = False
        self.trouble = ""
        """What was heard last of the model that prepares replies."""
        bench.actions.on("prepare_answers", self._begin)
        bench.announcements.changed.connect(self._on_changed)

    def _on_changed(self, changes: Changes) -> None:
        if changes.drafts:
            self._bench.calls.ask(
                prepared_answers.PREPARED_STATUS,
                NoParams(),
                done=self._tell,
                failed=lambda _: None,
                key="preparing",
                owner=self,
            )

    def _tell(self, preparing: Preparing) -> None:
        told, self.trouble = self.trouble, preparing.trouble
        if preparing.trouble and not told and not self._running:
            self._bench.navigation.toast(f"{DOWN} {clean(preparing.trouble)} {AGAIN}")

    def _begin(self) -> None:
        if self._running:
            self._bench.navigation.toast(UNDER_WAY)
            return
        self._running = True
        job = self._bench.calls.ask(
            prepared_answers.PREPARE_ANSWERS,
            NoParams(),
            done=self._done,
            failed=self._failed,
            progress=self._status.move_to,
            owner=self,
        )
        self._status.begin(BEGINS, cancel=job.cancelled.set)

    def _done(self, result: Done) -> None:
        self._end()
        show = Undo(lambda: self._bench.navigation.show_drafts("review"), "Show")
        self._bench.navigation.toast(result.display, show if result.count else None)

    def _failed(self, error: KnownError) -> None:
        self._end()
        self._bench.navigation.toast(f"{error.sentence} {error.next_step}".strip())

    def _end(self) -> None:
        self._running = False
        self._status.end()
