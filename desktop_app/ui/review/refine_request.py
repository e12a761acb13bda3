"""Request to the assistant for other words; its proposal is applied or discarded by the person.

The person may go on typing meanwhile: applying merges both, and says where it keeps both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextCursor

from desktop_app.assistant.transcript import AboutToSend, Ended, Refine, Refined, RefineEvent
from desktop_app.model.draft import Author, Origin
from desktop_app.model.errors import KnownError
from desktop_app.ui.background.jobs import Job
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.draft.merge import merged_text
from desktop_app.ui.review.draft.word_diff import Hunk, hunks
from desktop_app.ui.review.review_page import ReviewPage
from desktop_app.ui.widgets.announcement import announce

AFTER_TYPING_MS = 200
Events = tuple[RefineEvent, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """Result of applying a change to what is typed."""

    typed: str
    text: str
    found: tuple[Hunk, ...]
    conflicts: int


class RefineRequest(QObject):
    """One request at a time. `put_in(Author)` when words of the assistant have just been taken into
    the text, `busy(bool)` while the assistant works, `told(str)` when nothing came
    of it, `settled` when a card has come or gone, `waits(AboutToSend)` when a request may only
    leave after `answer`."""

    busy = Signal(bool)
    put_in = Signal(object)
    waits = Signal(object)
    told = Signal(str)
    settled = Signal()

    def __init__(self, bench: Workbench, page: ReviewPage) -> None:
        super().__init__(page)
        self._bench, self._page = bench, page
        self._job: Job | None = None
        self._asked: Refine | None = None
        self._proposed: str | None = None
        self._typing = QTimer(self, singleShot=True, interval=AFTER_TYPING_MS)
        self._typing.timeout.connect(self._offer_again)
        page.change.applied.connect(self.apply)
        page.change.discarded.connect(self.discard)
        for editor in page.words.editors:
            editor.textChanged.connect(self._on_typed)

    @property
    def pending(self) -> bool:
        """Whether a change waits to be applied or discarded."""
        return self._proposed is not None

    def ask(self, draft_id: str, instruction: str) -> None:
        """Ask for the selected words, or for all; a change that waits is discarded."""
        self.forget()
        start, end = self._selection()
        request = Refine(draft_id, self._page.body.source(), instruction, start, end)
        self._asked = request
        cancelled, agent = Event(), self._bench.services.agent

        ask = self._bench.calls.jobs.hop(self.waits.emit)

        def work() -> Events:
            events: list[RefineEvent] = []

            def hear(event: RefineEvent) -> None:
                if isinstance(event, AboutToSend):
                    ask(event)
                else:
                    events.append(event)

            agent.refine(request, hear, cancelled)
            return tuple(events)

        self.busy.emit(True)
        self._job = self._bench.calls.jobs.run(
            work, done=self._take, failed=self._on_failed, cancelled=cancelled, owner=self
        )

    def answer(self, payload_id: int, *, yes: bool) -> None:
        """Let a request that waits leave, or not."""
        self._bench.services.agent.answer_sending(payload_id, yes=yes)

    def stop(self) -> None:
        """End the request under way."""
        if self._job is not None:
            self.forget()
            self._tell("Stopped. Nothing was changed.")

    def forget(self) -> None:
        """Another draft comes, or none: nothing is asked or proposed any more."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
            self.busy.emit(False)
        self._bench.calls.jobs.cancel("refine")
        self._asked = self._proposed = None
        self._typing.stop()
        if not self._page.change.isHidden():
            self._page.change.hide()
            self.settled.emit()

    def discard(self) -> None:
        """Leave what is typed as it is."""
        self.forget()
        self._page.focus_words()
        announce(self._page, "Discarded.")

    def apply(self) -> None:
        """Put the change on top of what is typed now; Ctrl+Z takes it back."""
        self._compute(self._put_in)

    def _take(self, events: Events) -> None:
        self._job = None
        self.busy.emit(False)
        ended = next((e for e in events if isinstance(e, Ended)), Ended())
        refined = next((e for e in events if isinstance(e, Refined)), None)
        if refined is not None and self._asked is not None:
            self._proposed = self._asked.with_words(refined.text)
            self._compute(self._show)
        elif not ended.stopped:
            words = (ended.error or "The assistant proposes no change.", ended.next_step)
            self._tell(" ".join(part for part in words if part))

    def _on_failed(self, error: KnownError) -> None:
        self._take((Ended(error=error.sentence, next_step=error.next_step),))

    def _compute(self, then: Callable[[Offer], None]) -> None:
        """Merge and compare off the GUI thread: texts can be long."""
        asked, proposed = self._asked, self._proposed
        if asked is None or proposed is None:
            return
        typed = self._page.body.source()

        def work() -> Offer:
            both = merged_text(asked.text, typed, proposed)
            return Offer(typed, both.text, hunks(typed, both.text), both.conflicts)

        self._bench.calls.jobs.run(work, done=then, key="refine", owner=self)

    def _show(self, offer: Offer) -> None:
        if not offer.found:
            self.forget()
            self._tell("The assistant proposes no change.")
            return
        card, new = self._page.change, self._page.change.isHidden()
        who = self._bench.services.agent.description.name
        card.show_change(who, offer.found, offer.conflicts)
        if new:
            self.settled.emit()
            announce(card, card.sentence)
            QTimer.singleShot(0, card, lambda: self._page.ensureWidgetVisible(card))

    def _put_in(self, offer: Offer) -> None:
        body = self._page.body
        if body.source() != offer.typed:
            self.apply()  # something was typed in this moment
            return
        if body.isReadOnly():
            return
        self.forget()
        body.replace_source(offer.text)
        name = self._bench.services.agent.description.name
        self.put_in.emit(Author(Origin.ASSISTANT, name))
        self._page.focus_words()
        announce(self._page, "Applied. Ctrl+Z takes it back.")

    def _on_typed(self) -> None:
        if self.pending:
            self._typing.start()

    def _offer_again(self) -> None:
        self._compute(self._show)

    def _tell(self, words: str) -> None:
        self.told.emit(words)

    def _selection(self) -> tuple[int, int]:
        """What is selected, in characters: Qt counts UTF-16 units. Formatted text is asked for
        whole: places in it are none in its source."""
        if self._page.body.source() != self._page.body.text():
            return 0, 0
        cursor = self._page.body.textCursor()
        before = QTextCursor(self._page.body.document())
        before.setPosition(cursor.selectionStart(), QTextCursor.MoveMode.KeepAnchor)
        start = len(before.selectedText())
        return start, start + len(cursor.selectedText())
