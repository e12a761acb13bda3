"""The press of Send: write it down with what is shown, read that back, and send exactly that.

The store knows of the press before anything is done for it that can take time. It is queued, or
taken back once the person has been told here that the mail does not go; what becomes of neither
stands on top of To review, at the next start at the latest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from desktop_app.model.clock import iso
from desktop_app.model.draft import Draft, DraftContent, SendPermit
from desktop_app.model.errors import KnownError, Refused
from desktop_app.tools.calls.results import Done, Queued
from desktop_app.tools.person import outbox
from desktop_app.tools.person.draft_review import Review
from desktop_app.tools.verbs import send_draft
from desktop_app.ui.bench.leaving_times import at_or_on
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.draft import sentences
from desktop_app.ui.review.draft.draft_view import DraftView
from desktop_app.ui.review.draft.saver import Saver
from desktop_app.ui.review.draft.unsaved_text import name_of
from desktop_app.ui.review.readiness import Step, judge
from desktop_app.ui.review.review_form import ReviewForm
from desktop_app.ui.review.send_permit import mint
from desktop_app.ui.widgets.safe_text import clean

Read = Callable[[str, Callable[[DraftView], None], Callable[[KnownError], None]], None]


@dataclass(eq=False)
class _Press:
    """One press on `shown`, to leave at the moment `at`, or at once for 0. `asked`: the mail was
    handed to the outbox, which answers."""

    draft_id: str
    shown: DraftContent
    then_archive: bool
    at: float = 0.0
    asked: bool = False


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
        self._under_way: _Press | None = None

    def press(self, *, then_archive: bool = False) -> None:
        """Send. While some of somebody else's words, or a recipient, was not seen yet, that is
        shown instead."""
        form, saver = self._form, self._saver()
        if saver is None:
            return
        form.words_seen.look()
        if form.ready().step in {Step.CHECK, Step.SEND}:
            form.page.envelope.commit()
            if saver.idle:
                form.look_through()
        step = form.ready(stored=saver.idle).step
        if step is not Step.SEND:
            form.show_step(step)
            return
        form.freeze()
        form.guard.pressed()
        press = self._under_way = _Press(
            saver.draft_id, form.page.content(), then_archive, form.later.at
        )

        def failed(error: KnownError) -> None:
            self._fail(press, error)

        def read_back() -> None:
            if press is self._under_way:
                self._read("review press", lambda view: self._send(press, view), failed)

        saver.press(read_back, failed)

    def left(self) -> None:
        """The review shows something else now. A mail that was not handed to the outbox goes no
        further, and the person is told."""
        press, self._under_way = self._under_way, None
        if press is not None and not press.asked:
            self._give_up(press, sentences.LEFT_TOO_SOON)

    def _send(self, press: _Press, view: DraftView) -> None:
        """What is stored was read back: mint the permit on what the widgets show, and send."""
        form, review = self._form, view.review
        if press is not self._under_way or review.draft.id != press.draft_id:
            return
        form.refresh(view)
        form.look_through()
        if judge(form.facts().answered()).step is not Step.SEND:
            self._stop(press, form.tell_reason)
            return
        form.freeze()
        try:
            permit = permit_for(review, press.shown, form.page.content())
        except Refused as error:
            self._fail(press, error)
            return
        press.asked = True
        self._bench.calls.ask(
            send_draft.TOOL,
            send_draft.SendDraft(
                draft_id=permit.draft_id,
                revision=permit.revision,
                then_archive=press.then_archive,
                send_at=iso(press.at) if press.at else "",
            ),
            permit=permit,
            done=lambda queued: self._queued(press, review.draft, queued),
            failed=lambda error: self._fail(press, error),
            owner=self,
        )

    def _queued(self, press: _Press, draft: Draft, queued: Queued) -> None:
        """The outbox tells of it from here on; a review that shows something else stays."""
        if queued.scheduled:
            self._tell_later(queued)
        if press is self._under_way:
            self._under_way = None
            self.sent.emit(draft)

    def _tell_later(self, queued: Queued) -> None:
        calls, navigation = self._bench.calls, self._bench.navigation

        def undo() -> None:
            calls.ask(outbox.UNDO_SEND, outbox.UndoSend(outbox_id=queued.outbox_id))
            navigation.open_draft(queued.draft_id)

        when = at_or_on(queued.scheduled, self._bench.services.clock())
        navigation.toast(f"It goes to {clean(queued.summary)} {when}.", Undo(undo))

    def _fail(self, press: _Press, error: KnownError) -> None:
        if press is self._under_way:
            self._stop(press, lambda: self._form.notice(sentences.not_sent(error)))
            self.refused.emit()
        elif press.asked:
            self._give_up(press, error.sentence)

    def _stop(self, press: _Press, tell: Callable[[], None]) -> None:
        """The mail does not go. The person is told before the press is taken back: it is never
        forgotten by the disk while the window has not said so."""
        self._under_way = None
        self._form.guard.settled()
        self._form.thaw()
        tell()
        params = outbox.TakePressBack(draft_id=press.draft_id)
        self._bench.calls.ask(outbox.TAKE_PRESS_BACK, params, lasting=True)

    def _give_up(self, press: _Press, reason: str) -> None:
        """The mail does not go, and its review is not in front any more."""

        def tell(done: Done) -> None:
            if done.count:
                show = Undo(lambda: self._bench.navigation.show_drafts("review"), "Show")
                words = sentences.given_up(name_of(press.shown), reason)
                self._bench.navigation.toast(words, show)

        params = outbox.GiveUpPress(draft_id=press.draft_id, reason=reason)
        self._bench.calls.ask(outbox.GIVE_UP_PRESS, params, done=tell, lasting=True, owner=self)


def permit_for(review: Review, pressed: DraftContent, shown: DraftContent) -> SendPermit:
    """The permit of a press, on what is stored (`review`) and `shown` now.

    Raises `Refused` where the words are others than when Send was pressed: somebody else has
    changed the draft meanwhile, and the person has not looked at that.
    """
    if shown != pressed:
        raise Refused(
            "The draft was changed while you pressed Send, so nothing was sent.",
            next_step="Look at it again and press Send.",
        )
    return mint(review, shown)
