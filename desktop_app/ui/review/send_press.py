"""The press of Send: store what is shown, read it back, and send exactly that."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from desktop_app.model.errors import KnownError, Refused
from desktop_app.tools.verbs import send_draft
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review import sentences
from desktop_app.ui.review.draft_view import DraftView
from desktop_app.ui.review.review_form import ReviewForm
from desktop_app.ui.review.saver import Saver
from desktop_app.ui.review.send_permit import mint

Read = Callable[[str, Callable[[DraftView], None], Callable[[KnownError], None]], None]


class SendPress(QObject):
    """Press with the signals `sent(Draft)` and `refused`. `saver` gives the saver of the draft that
    is open for editing, `read` reads that draft again."""

    sent = Signal(object)
    refused = Signal()

    def __init__(
        self, bench: Workbench, form: ReviewForm, saver: Callable[[], Saver | None], read: Read
    ) -> None:
        super().__init__(form)
        self._bench, self._form = bench, form
        self._saver, self._read = saver, read

    def press(self, *, then_archive: bool = False) -> None:
        """Send. While some of somebody else's words, or a recipient, was not seen yet, that is
        shown instead."""
        form, saver = self._form, self._saver()
        if saver is None or form.guard.closed:
            return
        if not form.words_seen.look():
            form.words_seen.show_next()
            return
        if not form.page.envelope.whole:
            form.show_everyone()
            return
        form.page.envelope.commit()
        if saver.idle and not form.passes():
            form.go_to_check(open_only=True)
            return
        form.freeze()
        form.guard.pressed()

        def read_back() -> None:
            self._read("review press", lambda p: self._send(p, saver, then_archive), self._fail)

        saver.flush(read_back, self._fail)

    def _send(self, view: DraftView, saver: Saver, then_archive: bool) -> None:
        """What is stored was read back: mint the permit on what the widgets show, and send."""
        form, review = self._form, view.review
        if not form.sending or review.draft.id != saver.draft_id:
            return
        form.refresh(view)
        if not form.editable or not form.passes():
            form.guard.settled()
            form.thaw()
            form.tell_checks()
            return
        form.freeze()
        try:
            permit = mint(review, form.page.content())
        except Refused as error:
            self._fail(error)
            return
        self._bench.calls.ask(
            send_draft.TOOL,
            send_draft.SendDraft(
                draft_id=permit.draft_id, revision=permit.revision, then_archive=then_archive
            ),
            permit=permit,
            done=lambda _: self.sent.emit(review.draft),
            failed=self._fail,
            owner=self,
        )

    def _fail(self, error: KnownError) -> None:
        self._form.guard.settled()
        self._form.thaw()
        self._form.notice(sentences.not_sent(error))
        self.refused.emit()
