"""Outbox pane below the columns: countdown with Undo, or what a mail waits for; then the result.
The window that has the draft open tells of its mail, else the main window.

It also asks before the window closes over a mail that has not left. It sends nothing itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.model.changes import Changes
from desktop_app.model.countdown import Countdowns
from desktop_app.model.errors import KnownError
from desktop_app.model.outbox import OutboxState, PostmanStatus
from desktop_app.tools.person import outbox
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.drafts.outgoing_mail import (
    HELD_SECONDS,
    Outgoing,
    OutgoingMail,
    is_held,
    outcome,
    postponed_words,
    read,
    waiting_words,
)
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.key_hint import KeyHint
from desktop_app.ui.widgets.leaving_question import LeavingQuestion
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.passing_line import PassingLine

TICK_MS = 250
SEND_AND_CLOSE, CLOSE_LATER = "Send now and close", "Close when it has left"
_WITH_THE_POSTMAN = frozenset({SEND_AND_CLOSE, CLOSE_LATER})
"""Answers that would never come true while nothing can be sent."""
Work = Callable[[], object]


class OutboxPane(Pane):
    """Pane that is visible while something waits. Z calls `undo`. `told` when the outbox has been
    read."""

    told = Signal()

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self.setAccessibleName("Outbox")
        self._mails: dict[int, OutgoingMail] = {}
        self._countdowns = Countdowns(bench.services.clock, bench.services.monotonic)
        self._postman = PostmanStatus()
        self._leaving: Work | None = None
        self._go_on: Work | None = None
        self._left_behind = False
        self._held: dict[int, float] = {}
        """Seconds that were left to each mail whose clock stands still."""
        self._let_wait: set[int] = set()
        """Mails that the person lets wait, out of sight."""
        self.undo_button = QPushButton()
        self._hint = KeyHint(self.undo_button)
        self._hint.show("Undo", "Z")
        self.undo_button.setAccessibleName("Undo send")
        self.undo_button.clicked.connect(self.undo)
        self.now_button = QPushButton("Send now")
        self.now_button.clicked.connect(self._send_now)
        self.wait_button = QPushButton("Wait")
        self.wait_button.clicked.connect(self._wait)
        self.question = LeavingQuestion(
            bench.theme,
            (
                (SEND_AND_CLOSE, self._leave_sending),
                ("Keep as draft and close", self._leave_undoing),
                (CLOSE_LATER, self._leave_waiting),
                ("Stay", self._stay),
            ),
        )
        self._lay_out()
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self._count_down)
        bench.announcements.changed.connect(self._on_changed)
        bench.elsewhere.changed.connect(self._appear)
        self.hide()

    @property
    def _buttons(self) -> tuple[QPushButton, ...]:
        return (self.undo_button, self.now_button, self.wait_button)

    def read(self) -> None:
        """Read the outbox, and the result of every mail that has left it."""
        calls = self.bench.calls
        watched = tuple(mail for mail in self._mails.values() if mail.moving)
        calls.jobs.run(lambda: read(calls, watched), done=self._show, key="on the way", owner=self)

    def moves(self, draft_id: str) -> bool:
        """Whether a mail of this draft is on its way, as far as it has been read."""
        return any(m.moving for m in self._mails.values() if m.draft_id == draft_id)

    def undo(self) -> None:
        """Take the newest queued mail back; the very same text opens for editing."""
        mail = self._queued()
        if mail is None:
            return

        self.bench.calls.ask(
            outbox.UNDO_SEND,
            outbox.UndoSend(outbox_id=mail.outbox_id),
            done=lambda _: announce(self, "Not sent. The draft is open again."),
            owner=self,
        )
        self.bench.navigation.open_draft(mail.draft_id)  # the focus moves with the press

    def before_close(self, go_on: Work) -> bool:
        """Whether the window has to wait: then the person is asked here, and `go_on` is called
        once it may close."""
        if self._left_behind or not any(mail.moving for mail in self._mails.values()):
            return False
        self._ask(go_on, late=False)
        return True

    def _ask(self, go_on: Work, *, late: bool) -> None:
        self._go_on = go_on
        self._hold()
        moving = [mail for mail in self._mails.values() if mail.moving]
        mails = "1 mail is" if len(moving) == 1 else f"{len(moving)} mails are"
        postponed = next((mail for mail in moving if mail.waits), None)
        without = frozenset({SEND_AND_CLOSE}) if all(m.waits for m in moving) else frozenset()
        why = f". {postponed_words(postponed, self._now)}." if postponed is not None else "."
        if not self._postman.works:
            why, without = ", and can’t be sent now.", _WITH_THE_POSTMAN
        self.question.ask(f"{mails} still waiting to be sent{why}", late=late, without=without)
        self._appear()

    def _hold(self) -> None:
        """The clock stands still while the question is open: what it asks about stays true."""
        for mail in self._mails.values():
            if mail.state is OutboxState.QUEUED and mail.outbox_id not in self._held:
                self._held[mail.outbox_id] = self._seconds(mail)
                self._postpone(mail.outbox_id, HELD_SECONDS)

    def _let_go(self) -> None:
        """The clock goes on where it stood."""
        held, self._held = self._held, {}
        for outbox_id, seconds in held.items():
            self._postpone(outbox_id, seconds)

    def _postpone(self, outbox_id: int, seconds: float) -> None:
        """What has left meanwhile tells so itself."""
        params = outbox.PostponeSend(outbox_id=outbox_id, seconds=seconds)
        calls, ignored = self.bench.calls, lambda _: None
        calls.ask(outbox.POSTPONE_SEND, params, failed=ignored, owner=self)

    def _show(self, outgoing: Outgoing) -> None:
        mails, self._postman = outgoing.mails, outgoing.postman
        before, self._mails = self._mails, {mail.outbox_id: mail for mail in mails}
        self._countdowns.keep(self._mails)
        for mail in mails:
            was = before.get(mail.outbox_id)
            if was is not None and was.moving and not mail.moving:
                self._tell(mail)
        queued = self._queued()
        self._announce(queued, before)
        self._let_wait &= {mail.outbox_id for mail in mails if mail.waits}
        stopped = any(m.waits and not before.get(m.outbox_id, m).waits for m in mails)
        if self._leaving is not None and stopped:
            leave, self._leaving = self._leaving, None
            self._ask(leave, late=True)
        if self._go_on is not None and not any(mail.moving for mail in mails):
            self._stay()  # it has left before the clock stood still: there is nothing to ask
        self._appear()
        self._leave_if_done()
        self.told.emit()

    def _announce(self, queued: OutgoingMail | None, before: Mapping[int, OutgoingMail]) -> None:
        was = before.get(queued.outbox_id) if queued is not None else None
        if queued is None or (was is not None and was.waits == queued.waits):
            return
        if queued.waits or was is None:
            announce(self, f"{self._waiting_words(queued)}.")

    def _tell(self, mail: OutgoingMail) -> None:
        text, needed = outcome(mail)
        if not text or self.bench.elsewhere.holds(mail.draft_id):
            return
        navigation = self.bench.navigation
        show = Undo(lambda: navigation.open_draft(mail.draft_id), "Open") if needed else None
        navigation.toast(text, show)

    def _queued(self) -> OutgoingMail | None:
        waiting = [m for m in self._in_sight() if m.state is OutboxState.QUEUED]
        return max(waiting, key=lambda m: m.outbox_id, default=None)

    def _in_sight(self) -> list[OutgoingMail]:
        there = (m for m in self._mails.values() if m.moving and m.outbox_id not in self._let_wait)
        return [mail for mail in there if not self.bench.elsewhere.holds(mail.draft_id)]

    @property
    def _now(self) -> float:
        return self.bench.services.clock()

    def _seconds(self, mail: OutgoingMail) -> int:
        return math.ceil(self._countdowns.seconds(mail.outbox_id, mail.send_after))

    def _count_down(self) -> None:
        """Show what is being sent; the label changes once a second at most."""
        queued = self._queued()
        text = self._words(queued)
        if text != self.line.words:
            unnamed = text.replace(f" to {queued.to}", "", 1) if queued is not None else ""
            self.line.say(text, unnamed)
        waits = queued is not None and queued.waits
        label, name = ("Keep as draft",) * 2 if waits else ("Undo", "Undo send")
        if self.undo_button.accessibleName() != name:
            self._hint.show(label, "Z")
            self.undo_button.setAccessibleName(name)
        self._hint.look()
        there = queued is not None and self._go_on is None
        self.undo_button.setVisible(there)
        self.now_button.setVisible(there and not waits and self._postman.works)
        self.wait_button.setVisible(there and waits)

    def _words(self, queued: OutgoingMail | None) -> str:
        in_sight = self._in_sight()
        rest = f", and {len(in_sight) - 1} more" if len(in_sight) > 1 else ""
        if queued is None:
            sending = [m for m in in_sight if m.state is OutboxState.SENDING]
            return f"Sending to {sending[0].to}{rest}" if sending else ""
        if queued.outbox_id in self._held or is_held(queued.send_after, self._now):
            return f"Sending to {queued.to} waits for your answer{rest}"
        return f"{self._waiting_words(queued)}{rest}"

    def _waiting_words(self, queued: OutgoingMail) -> str:
        return waiting_words(queued, self._seconds(queued), self._postman, self._now)

    def _wait(self) -> None:
        """Let what waits do so out of sight: the status bar and the outbox go on to say it."""
        self._let_wait |= {mail.outbox_id for mail in self._mails.values() if mail.waits}
        self._appear()

    def _appear(self) -> None:
        """Be there while something moves or a question is open."""
        moving = bool(self._in_sight())
        asking = self._go_on is not None
        self.question.setVisible(asking)
        self._count_down()
        if not moving and not asking:
            self._tick.stop()
            self.hide()
            return
        if not self._tick.isActive():
            self._tick.start()
        if not self.isVisible():
            self.show()
            self.bench.navigation.float_widget(self)
        self.updateGeometry()

    def _send_now(self) -> None:
        mail = self._queued()
        if mail is not None:
            self._hasten(mail)

    def _hasten(self, mail: OutgoingMail) -> None:
        params = outbox.SendNow(outbox_id=mail.outbox_id)
        self.bench.calls.ask(outbox.SEND_NOW, params, owner=self)

    def _leave_sending(self) -> None:
        for mail in self._mails.values():
            if mail.state is OutboxState.QUEUED:
                self._held.pop(mail.outbox_id, None)
                self._hasten(mail)
        self._leave_waiting()

    def _leave_undoing(self) -> None:
        """What can be taken back is a draft again; what is being sent is waited for."""
        calls = self.bench.calls
        for mail in self._mails.values():
            if mail.state is OutboxState.QUEUED:
                self._held.pop(mail.outbox_id, None)
                params = outbox.UndoSend(outbox_id=mail.outbox_id)
                calls.ask(outbox.UNDO_SEND, params, failed=self._not_undone, owner=self)
        self._leave_waiting()

    def _not_undone(self, error: KnownError) -> None:
        """Where nothing can be written and nothing sent, the next start gives the mail back: the
        window does not stay for that."""
        leave = self._leaving
        if self._postman.works or leave is None:
            self.bench.calls.jobs.failed.emit(error)
            return
        self._leaving, self._left_behind = None, True
        leave()

    def _leave_waiting(self) -> None:
        self._let_go()
        self._leaving, self._go_on = self._go_on, None
        self._appear()
        self._leave_if_done()

    def _stay(self) -> None:
        self._let_go()
        self._leaving = self._go_on = None
        self._appear()

    def _leave_if_done(self) -> None:
        if self._leaving is not None and not any(m.moving for m in self._mails.values()):
            leave, self._leaving = self._leaving, None
            leave()

    def _on_changed(self, changes: Changes) -> None:
        if changes.outbox and self.window().isVisible():
            self.read()

    def _lay_out(self) -> None:
        self.line = PassingLine(self.bench.theme, self._buttons, below=self.question)
        self.text = self.line.text
        column(self.line, owner=self)
        self.question.hide()
