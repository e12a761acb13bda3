"""The press of Send on one mail among many: written down, read back, judged and sent, as in the
review.

The permit is minted on what is shown of that mail. The press is on the disk before the mail is
read back, so that whatever ends the program, the next start tells of one that did not go.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from desktop_app.model.draft import DraftContent
from desktop_app.model.errors import Refused
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
    """The mail that is sent: as it was read, what was shown when Send was pressed, and what its
    widgets show now and is known of it now."""

    mail: ReadMail
    pressed: DraftContent
    shown: Callable[[], DraftContent]
    facts: Callable[[], Facts]


class SheetPress(QObject):
    """Press with the signals `queued(draft_id, Queued)` or `stopped(draft_id, sentence)`, and
    `ended` after either."""

    queued = Signal(str, object)
    stopped = Signal(str, str)
    ended = Signal()

    def __init__(self, calls: Calls, parent: QObject) -> None:
        super().__init__(parent)
        self._calls = calls
        self._waiting: Ticked | None = None
        """What was not handed to the outbox yet."""
        self.under_way = False

    def press(self, each: Ticked) -> None:
        """Send this one. Nothing while a press is under way."""
        if self.under_way:
            return
        self.under_way, self._waiting = True, each
        self._calls.ask(
            outbox.NOTE_PRESS,
            outbox.NotePress(draft_id=each.mail.draft_id),
            done=lambda _: self._noted(each),
            failed=lambda error: self._end(each, error.sentence),
            owner=self,
            lasting=True,
        )

    def leave(self) -> None:
        """It is not shown any more. What was not handed to the outbox goes no further."""
        each, self._waiting, self.under_way = self._waiting, None, False
        if each is not None:
            params = outbox.GiveUpPress(draft_id=each.mail.draft_id, reason=sentences.LEFT_TOO_SOON)
            self._calls.ask(outbox.GIVE_UP_PRESS, params, lasting=True)

    def _noted(self, each: Ticked) -> None:
        calls = self._calls
        calls.jobs.run(
            lambda: read_mail(calls, each.mail.draft_id),
            done=lambda mail: self._send(each, mail),
            failed=lambda error: self._stop(each, error.sentence),
            owner=self,
        )

    def _send(self, each: Ticked, now: ReadMail) -> None:
        """What is stored was read back: mint the permit on what is shown, and send exactly that."""
        if each is not self._waiting:
            return
        other = not now.editable or now.apart or asks_more(each.mail, now)
        if other or judge(each.facts().answered()).step is not Step.SEND:
            self._stop(each, CHANGED)
            return
        try:
            permit = permit_for(now.review, each.pressed, each.shown())
        except Refused as error:
            self._stop(each, error.sentence)
            return
        self._waiting = None
        self._calls.ask(
            send_draft.TOOL,
            send_draft.SendDraft(draft_id=permit.draft_id, revision=permit.revision),
            permit=permit,
            done=lambda queued: self._queued(each, queued),
            failed=lambda error: self._stop(each, error.sentence),
            owner=self,
        )

    def _queued(self, each: Ticked, queued: Queued) -> None:
        self.under_way = False
        self.queued.emit(each.mail.draft_id, queued)
        self.ended.emit()

    def _stop(self, each: Ticked, reason: str) -> None:
        """The mail does not go. The person is told before the press is taken back."""
        self._end(each, reason)
        params = outbox.TakePressBack(draft_id=each.mail.draft_id)
        self._calls.ask(outbox.TAKE_PRESS_BACK, params, lasting=True)

    def _end(self, each: Ticked, reason: str) -> None:
        """A press that could not be written down is none."""
        self._waiting, self.under_way = None, False
        self.stopped.emit(each.mail.draft_id, reason)
        self.ended.emit()
