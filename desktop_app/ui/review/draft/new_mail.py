"""Mail that is written while its draft is being made, until a saver has its text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from desktop_app.model.errors import KnownError
from desktop_app.tools.calls.results import DraftSaved
from desktop_app.tools.person import typed_text
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.review.draft.pending_draft import PendingDraft, TypedMail
from desktop_app.ui.review.draft.saver import Otherwise, Saver, Then


class NewMail(QObject):
    """One press of Compose, Reply or Forward. `made(DraftSaved)` and `failed(KnownError)` tell how
    the making went. To the window that is to close it is text like a saver's."""

    made = Signal(object)
    failed = Signal(object)

    def __init__(
        self, calls: Calls, pending: PendingDraft, shown: Callable[[], TypedMail], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._calls, self._pending, self._shown = calls, pending, shown
        self._running = self._stored = self._ending = False
        self._waiting: list[tuple[Then, Otherwise]] = []

    @property
    def left(self) -> bool:
        """Whether the review was left; the text is the one of that moment then."""
        return self._pending.left is not None

    @property
    def content(self) -> TypedMail:
        """What is shown, or was when the review was left."""
        return self._pending.left or self._shown()

    @property
    def unsaved(self) -> bool:
        return not self._stored and self.content != TypedMail()

    def make(self) -> None:
        """Make the draft; after a failure, again."""
        if not self._running:
            self._running = True
            self._calls.jobs.run(
                self._make,
                done=self._on_made,
                failed=self.not_made,
                owner=self,
                lasting=True,
            )

    def _make(self) -> DraftSaved:
        """In a job."""
        try:
            return self._pending.make()
        except KnownError:
            left = self._pending.left
            if self._ending and left is not None:
                self._calls.wait(
                    typed_text.KEEP_TYPED,
                    typed_text.KeepTyped(
                        to=tuple(map(str, left.to)), subject=left.subject, body=left.body
                    ),
                )
            raise

    def keep_at_end(self) -> None:
        """The window goes away, and the person has not been asked: what the store does not take is
        kept in a file."""
        self._ending = True
        self.leave()

    def flush(self, then: Then, otherwise: Otherwise) -> None:
        """`then` once the text is stored, `otherwise` when that failed."""
        self._waiting.append((then, otherwise))
        self.make()

    def leave(self) -> None:
        """The review is left. What is typed goes into the draft; a making that failed is tried
        once more."""
        self._pending.leave(self._shown())
        if self.unsaved:
            self.make()

    def hand_over(self, saver: Saver) -> None:
        """The review shows the draft with the text on top: from here on the saver keeps it."""
        self._stored = True
        waiting, self._waiting = self._waiting, []
        for then, otherwise in waiting:
            saver.flush(then, otherwise)

    def not_made(self, error: KnownError) -> None:
        """The draft could not be made, or not be shown."""
        self._running = False
        waiting, self._waiting = self._waiting, []
        self.failed.emit(error)
        for _, otherwise in waiting:
            otherwise(error)

    def _on_made(self, saved: DraftSaved) -> None:
        self._running = False
        if self.left:  # the job has kept what was typed
            self._stored = True
            waiting, self._waiting = self._waiting, []
            for then, _ in waiting:
                then()
            self.deleteLater()
        else:
            self.made.emit(saved)
