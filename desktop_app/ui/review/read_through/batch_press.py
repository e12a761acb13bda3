"""One press of Send on several mails: each is written down, read back, judged and sent by itself.

Every mail has a permit of its own, minted on what is shown of that mail. All presses are on the
disk before the first mail is read back, so that whatever ends the program, the next start tells of
each that did not go.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from desktop_app.model.draft import DraftContent
from desktop_app.model.errors import KnownError, Refused
from desktop_app.tools.calls.results import Queued
from desktop_app.tools.person import outbox
from desktop_app.tools.verbs import send_draft
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.review.draft import sentences
from desktop_app.ui.review.read_through.readable import ReadMail, asks_more, read_mail
from desktop_app.ui.review.readiness import Facts, Step, judge
from desktop_app.ui.review.send_press import permit_for

CHANGED = "It has changed since you ticked it. Look at it again."


@dataclass(frozen=True, slots=True, eq=False)
class Ticked:
    """One mail that is sent: as it was read, what was shown when Send was pressed, and what its
    widgets show now and is known of it now."""

    mail: ReadMail
    pressed: DraftContent
    shown: Callable[[], DraftContent]
    facts: Callable[[], Facts]


class BatchPress(QObject):
    """Press with the signals `queued(draft_id, Queued)` and `stopped(draft_id, sentence)` for each
    mail, and `ended` after the last."""

    queued = Signal(str, object)
    stopped = Signal(str, str)
    ended = Signal()

    def __init__(self, calls: Calls, parent: QObject) -> None:
        super().__init__(parent)
        self._calls = calls
        self._waiting: list[Ticked] = []
        self.under_way = False

    def press(self, mails: list[Ticked]) -> None:
        """Send these, one after the other. Nothing while a press is under way."""
        if self.under_way or not mails:
            return
        self.under_way, self._waiting = True, list(mails)
        ids, calls = [each.mail.draft_id for each in mails], self._calls

        def note() -> dict[str, str]:
            why: dict[str, str] = {}
            for draft_id in ids:
                try:
                    calls.wait(outbox.NOTE_PRESS, outbox.NotePress(draft_id=draft_id))
                except KnownError as error:
                    why[draft_id] = error.sentence
            return why

        calls.jobs.run(note, done=self._noted, lasting=True, owner=self)

    def leave(self) -> None:
        """Nothing more is shown. What was not handed to the outbox goes no further."""
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            params = outbox.GiveUpPress(draft_id=each.mail.draft_id, reason=sentences.LEFT_TOO_SOON)
            self._calls.ask(outbox.GIVE_UP_PRESS, params, lasting=True)

    def _noted(self, why: dict[str, str]) -> None:
        """A press that could not be written down is none."""
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            if (reason := why.get(each.mail.draft_id)) is not None:
                self.stopped.emit(each.mail.draft_id, reason)
            else:
                self._waiting.append(each)
        self._next()

    def _next(self) -> None:
        if not self._waiting:
            if self.under_way:
                self.under_way = False
                self.ended.emit()
            return
        each, calls = self._waiting[0], self._calls
        calls.jobs.run(
            lambda: read_mail(calls, each.mail.draft_id),
            done=lambda mail: self._send(each, mail),
            failed=lambda error: self._stop(each, error.sentence),
            owner=self,
        )

    def _send(self, each: Ticked, now: ReadMail) -> None:
        """What is stored was read back: mint the permit on what is shown, and send exactly that."""
        if each not in self._waiting:
            return
        if not now.editable or now.apart or asks_more(each.mail, now):
            self._stop(each, CHANGED)
            return
        if judge(each.facts().answered()).step is not Step.SEND:
            self._stop(each, CHANGED)
            return
        try:
            permit = permit_for(now.review, each.pressed, each.shown())
        except Refused as error:
            self._stop(each, error.sentence)
            return
        self._waiting.remove(each)
        self._calls.ask(
            send_draft.TOOL,
            send_draft.SendDraft(draft_id=permit.draft_id, revision=permit.revision),
            permit=permit,
            done=lambda queued: self._queued(each, queued),
            failed=lambda error: self._stop(each, error.sentence),
            owner=self,
        )

    def _queued(self, each: Ticked, queued: Queued) -> None:
        self.queued.emit(each.mail.draft_id, queued)
        self._next()

    def _stop(self, each: Ticked, reason: str) -> None:
        """The mail does not go. The person is told before the press is taken back."""
        if each in self._waiting:
            self._waiting.remove(each)
        self.stopped.emit(each.mail.draft_id, reason)
        params = outbox.TakePressBack(draft_id=each.mail.draft_id)
        self._calls.ask(outbox.TAKE_PRESS_BACK, params, lasting=True)
        self._next()
