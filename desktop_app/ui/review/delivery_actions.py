"""Actions on a draft that is in the outbox, sent or ignored: the buttons of its strip."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.model.draft import Author, DraftContent
from desktop_app.tools.person import draft_lists, draft_review, outbox
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.draft.draft_status import Phase, phase_of
from desktop_app.ui.widgets.parts import Button
from desktop_app.ui.widgets.time_chooser import Asked


class DeliveryActions(QObject):
    """Buttons for a draft's status. `changed` when the review should be read again."""

    changed = Signal()

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        super().__init__(parent)
        self._bench, self._parent = bench, parent

    def buttons(self, review: Review) -> tuple[Button, ...]:
        """The buttons for the draft's phase."""
        phase = phase_of(review.draft, review.outbox)
        number = review.outbox.id if review.outbox is not None else 0
        keep = (("Keep as draft", lambda: self._keep(review.draft.id)),)
        ways: dict[Phase, tuple[Button, ...]] = {
            Phase.SCHEDULED: (
                ("Send now", lambda: self._send_now(number)),
                ("Change time…", lambda: self._change_time(review)),
                ("Edit", lambda: self._undo(number)),
            ),
            Phase.QUEUED: (
                ("Undo", lambda: self._undo(number)),
                ("Send now", lambda: self._send_now(number)),
            ),
            Phase.UNCERTAIN: (
                ("Look again", lambda: self._look(number)),
                ("It was sent", lambda: self._resolve(number, sent=True)),
                ("Return to drafts", lambda: self._resolve(number, sent=False)),
            ),
            Phase.IGNORED: (("Restore", self._restorer(review.draft.id)),),
            Phase.SENT: self._conversation(review),
            Phase.FAILED: keep,
            Phase.HELD: keep,
        }
        return ways.get(phase, ())

    def take(self, draft_id: str, content: DraftContent, hand: Author | None) -> None:
        """Make another version the newest, as the words of `hand`, else of the person."""

        def save(review: Review) -> None:
            params = draft_review.SaveDraft(
                draft_id=draft_id,
                base_revision=review.draft.revision,
                content=content,
                hand=hand,
            )
            self._bench.calls.ask(
                draft_review.SAVE_DRAFT, params, done=lambda _: self.changed.emit(), owner=self
            )

        params = draft_review.ReviewDraft(draft_id=draft_id)
        self._bench.calls.ask(draft_review.REVIEW_DRAFT, params, done=save, owner=self)

    def _conversation(self, review: Review) -> tuple[Button, ...]:
        thread = review.draft.thread_id
        if not thread:
            return ()
        return (("Show the conversation", lambda: self._bench.navigation.open_thread(thread)),)

    def _undo(self, number: int) -> None:
        params = outbox.UndoSend(outbox_id=number)
        self._bench.calls.ask(outbox.UNDO_SEND, params, done=self._tell, owner=self)

    def _send_now(self, number: int) -> None:
        params = outbox.SendNow(outbox_id=number)
        self._bench.calls.ask(outbox.SEND_NOW, params, done=self._tell, owner=self)

    def _change_time(self, review: Review) -> None:
        """Another time for the same bytes needs no press."""
        from desktop_app.ui.review.send_later import WHILE_IT_RUNS, ask_for_time

        entry = review.outbox
        if entry is None:
            return

        def change(at: float) -> None:
            params = outbox.ChangeTime(outbox_id=entry.id, at=at)
            self._bench.calls.ask(outbox.CHANGE_TIME, params, done=self._tell, owner=self)

        people = review.draft.content.recipients
        asked = Asked("Change the time", WHILE_IT_RUNS, "Choose")
        ask_for_time(self._bench, self._parent, asked, people, change, start=entry.scheduled)

    def _look(self, number: int) -> None:
        params = outbox.SettleSend(outbox_id=number)
        self._bench.calls.ask(outbox.SETTLE_SEND, params, done=self._tell, owner=self)
        self._bench.navigation.status("Looking for it in Sent.")

    def _resolve(self, number: int, *, sent: bool) -> None:
        params = outbox.ResolveSend(outbox_id=number, sent=sent)
        self._bench.calls.ask(outbox.RESOLVE_SEND, params, done=self._tell, owner=self)

    def _keep(self, draft_id: str) -> None:
        params = outbox.KeepUnsent(draft_id=draft_id)
        self._bench.calls.ask(outbox.KEEP_UNSENT, params, done=self._tell, owner=self)

    def _restorer(self, draft_id: str) -> Callable[[], None]:
        params = draft_lists.RestoreDraft(draft_id=draft_id)

        def restore() -> None:
            self._bench.calls.ask(draft_lists.RESTORE_DRAFT, params, done=self._tell, owner=self)

        return restore

    def _tell(self, _: object) -> None:
        self.changed.emit()
