"""Prepared queue: answers to mail that needs one, proposed before anybody asks.

The rules say which mail (mail/words/triage.py); the chosen language model writes, or says that no
answer is needed. Each mail is a run and a conversation of its own, through a Runner that is stamped
ASSISTANT and limited to reading and one reply. Only a draft, or the model's reason for none, is an
end: what was called off, cut short or failed is tried again. A model that is down is one state of
the queue, not a failure of each mail. Where nobody has answered the person for long, a reminder is
proposed; that takes no model. Drafts wait in *To review*; nothing is sent.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf
from threading import Event, Lock
from typing import Protocol

from desktop_app.assistant.model_outage import ModelOutage
from desktop_app.assistant.transcript import (
    Agent,
    AgentEvent,
    Ask,
    Ended,
    Proposal,
    TextDelta,
    Trouble,
    without_unsaid,
)
from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.errors import KnownError, NotFound, Refused
from desktop_app.model.loop import Loop
from desktop_app.model.message import MessageId
from desktop_app.model.prepared import PreparedRound, WantsAnswer
from desktop_app.model.progress import Progress
from desktop_app.model.triage import working_days_ago
from desktop_app.settings import Settings

DAY_SECONDS = 86_400
FAILED_IN_A_ROW = 3
"""So many mails one after the other for which nothing came are a trouble with the model."""

KEYS = frozenset({"assistant.prepare", "assistant.provider", "assistant.model"})
PROMPT = (
    "Read this mail and its conversation. If it needs an answer from me, draft the reply with "
    "draft_reply: short, in its language, with nothing that neither the mail nor I have said. "
    "What only I can know becomes a placeholder in square brackets. If it asks for a meeting, name "
    "only times that are free in my calendar; where none could be read, name none. If it needs no "
    "answer, draft nothing and say why in one sentence. Do not ask me anything."
)
PHASE = "Drafting replies"
NO_ANSWER = "The model says that none is needed: "
NOTHING_SAID = "The model drafted no answer and gave no reason."
FAILED = "Something went wrong inside Draftdesk. The log has the details."
NOT_REMINDED = "No reminder could be drafted."
_REASON_CHARS = 200
_LOOK_SECONDS = 3_600.0
"""How soon it is looked for reminders that have become due."""
_log = logging.getLogger(__name__)


class Ledger(Protocol):
    """Mails that want an answer, and those one was prepared for."""

    def wanting(self, accounts: Iterable[str], *, at: float, sample: bool) -> list[WantsAnswer]: ...

    def overdue(
        self, accounts: Iterable[str], *, before: float, at: float
    ) -> list[WantsAnswer]: ...

    def since(self, moment: float) -> int: ...

    def begin(self, mail: WantsAnswer, *, now: float, at: float) -> bool: ...

    def failed(self, message: MessageId, sentence: str) -> None: ...

    def model_failed(self, message: MessageId, sentence: str, *, now: float) -> None: ...

    def forget(self, message: MessageId) -> None: ...

    def announce(self) -> None: ...

    def end(self, message: MessageId, *, draft_id: str = "", outcome: str = "") -> None: ...


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes the answers now. `why_not` is a sentence where nobody can; `accounts` are those
    whose mail it may read; `agent` makes an agent for one mail alone; `remind` proposes a reminder
    of one's own mail and returns the draft's id."""

    why_not: str
    accounts: tuple[str, ...]
    agent: Callable[[MessageId], Agent]
    remind: Callable[[WantsAnswer], str]


@dataclass(frozen=True, slots=True)
class Run:
    """What came of one run: a draft, or the model's `reason` for none; else what went wrong with
    the mail (`problem`) or with the model (`down`). All are empty where it was called off."""

    draft_id: str = ""
    reason: str = ""
    problem: str = ""
    down: str = ""


class PreparedQueue:
    """Worker with a thread. `writer` is asked before each round, since settings change."""

    def __init__(
        self,
        ledger: Ledger,
        settings: Settings,
        writer: Callable[[], Writer],
        subscribe: Callable[[Callable[[Changes], None]], object],
        *,
        clock: Clock,
        stopped: Callable[[], object] = bool,
    ) -> None:
        """`stopped`: whether the person has stopped all assistants."""
        self._stopped = stopped
        self._running: Event | None = None
        self._outage = ModelOutage(clock, ledger.announce)
        self._ledger, self._settings, self._writer = ledger, settings, writer
        self._subscribe, self._clock = subscribe, clock
        self._busy = Lock()
        self._thread = Loop("prepared answers", self._loop)

    def start(self) -> None:
        self._subscribe(self._on_change)
        self._settings.watch(self._on_setting)
        self._thread.wake()
        self._thread.start()

    @property
    def trouble(self) -> str:
        """Why the model doesn't answer now; empty while it does."""
        return self._outage.sentence

    @property
    def busy(self) -> bool:
        """Whether an answer is being prepared."""
        return self._busy.locked()

    def shutdown(self) -> None:
        self._thread.end()
        self._break_off()
        self._thread.shutdown()

    def _break_off(self) -> None:
        running = self._running
        if running is not None:
            running.set()

    def _on_change(self, changes: Changes) -> None:
        if changes.bridge and self._stopped():
            self._break_off()
        if changes.triage:
            self._thread.wake()

    def _on_setting(self, key: str) -> None:
        if key in KEYS:
            self._outage.end()
            self._thread.wake()

    def _loop(self) -> None:
        while self._thread.rest(min(_LOOK_SECONDS, self._outage.seconds or _LOOK_SECONDS)):
            if self._settings.flag("assistant.prepare"):
                try:
                    self.work()
                except KnownError as error:
                    _log.warning("Answers can't be prepared now: %s", error)
                except Exception:  # noqa: BLE001 - the next change of the mail begins another
                    _log.exception("A round of prepared answers failed")

    def work(self) -> PreparedRound:
        """One round, within what a day allows. A trouble with the model ends it, and for a while
        there is no other. Raises `KnownError`."""
        most = self._settings.number("assistant.prepare_a_day")
        writer = self._writer()
        self._remind(writer, most - self._ledger.since(self._clock() - DAY_SECONDS))
        room = most - self._ledger.since(self._clock() - DAY_SECONDS)
        if trouble := writer.why_not or (self.trouble if self._outage.seconds else ""):
            return PreparedRound(trouble=trouble)
        return self._round(writer, max(0, room), Event())

    def prepare_now(self, cancelled: Event, progress: Callable[[Progress], None]) -> PreparedRound:
        """One round over all that need an answer, because the person asks; the sample mailbox is
        among them. Raises `Refused` where nobody can write answers."""
        writer = self._writer()
        if writer.why_not:
            raise Refused(
                writer.why_not, next_step="Choose a language model in Settings → Assistant."
            )
        return self._round(writer, None, cancelled, progress)

    def _remind(self, writer: Writer, room: int) -> None:
        """Propose reminders where nobody has answered for `mail.follow_up_days` working days."""
        days = self._settings.number("mail.follow_up_days")
        now = self._clock()
        late = working_days_ago(now, days)
        with self._busy:
            for mail in self._ledger.overdue(writer.accounts, before=late, at=now):
                if room <= 0 or self._thread.stopping.is_set():
                    return
                if self._ledger.begin(mail, now=now, at=now):
                    room -= self._note(mail, self._reminder(writer, mail))

    @staticmethod
    def _reminder(writer: Writer, mail: WantsAnswer) -> Run:
        try:
            draft_id = writer.remind(mail)
        except KnownError as error:
            return Run(problem=error.sentence)
        return Run(draft_id) if draft_id else Run(problem=NOT_REMINDED)

    def _round(
        self,
        writer: Writer,
        room: int | None,
        cancelled: Event,
        progress: Callable[[Progress], None] = lambda _: None,
    ) -> PreparedRound:
        at = self._clock() if room is not None else inf
        with self._busy:
            self._running = cancelled
            wanting = self._ledger.wanting(writer.accounts, at=at, sample=room is None)
            most = len(wanting) if room is None else min(room, len(wanting))
            drafts = without = failed = 0
            trouble = ""
            for mail in wanting:
                if drafts + without >= most or trouble or self._called_off(cancelled):
                    break
                progress(Progress(drafts + without, most, phase=PHASE))
                if not self._ledger.begin(mail, now=self._clock(), at=at):
                    continue
                run = self._run(writer, mail, cancelled)
                self._note(mail, run)
                drafts, without = drafts + bool(run.draft_id), without + bool(run.reason)
                failed = failed + 1 if run.problem else 0
                trouble = run.down or (run.problem if failed == FAILED_IN_A_ROW else "")
                self._heed(run, trouble)
        return PreparedRound(drafts, without, len(wanting) - drafts - without, trouble)

    def _called_off(self, cancelled: Event) -> bool:
        return cancelled.is_set() or self._thread.stopping.is_set() or bool(self._stopped())

    def _heed(self, run: Run, trouble: str) -> None:
        """The model's outage begins with a trouble and ends with an answer."""
        if trouble:
            self._outage.fail(trouble)
        elif run.draft_id or run.reason:
            self._outage.end()

    def _note(self, mail: WantsAnswer, run: Run) -> bool:
        """Note what came of a run; whether the mail is done with."""
        if run.draft_id or run.reason:
            self._ledger.end(mail.message, draft_id=run.draft_id, outcome=run.reason)
        elif run.down:
            self._ledger.model_failed(mail.message, run.down, now=self._clock())
        elif run.problem:
            self._ledger.failed(mail.message, run.problem)
        else:
            self._ledger.forget(mail.message)
        return bool(run.draft_id or run.reason)

    def _run(self, writer: Writer, mail: WantsAnswer, cancelled: Event) -> Run:
        """The run of one mail. Whatever it raises is what came of it."""
        events: list[AgentEvent] = []
        thread, message = str(mail.thread), str(mail.message)
        ask = Ask(PROMPT, thread, message, account=mail.account_id, unasked=True)
        try:
            writer.agent(mail.message).run(ask, events.append, cancelled)
        except NotFound as error:
            return Run(problem=error.sentence)
        except KnownError as error:
            return Run() if self._called_off(cancelled) else Run(down=error.sentence)
        except Exception:  # noqa: BLE001 - one mail that breaks it must not end the thread
            _log.exception("The preparation of an answer failed")
            return Run(problem=FAILED)
        return _came_of(events, called_off=self._called_off(cancelled))


def _came_of(events: Iterable[AgentEvent], *, called_off: bool) -> Run:
    """What came of a run, by its events. A draft counts, whatever happened after it."""
    found = without_unsaid(events)
    ended = next((e for e in found if isinstance(e, Ended)), Ended(stopped=True))
    broken = ended.trouble in {Trouble.MODEL, Trouble.LIMIT, Trouble.CONSENT}
    draft_id = next((e.draft_id for e in found if isinstance(e, Proposal)), "")
    if draft_id:
        return Run(draft_id, down=ended.error if broken else "")
    if ended.stopped or called_off:
        return Run()
    if ended.error:
        return Run(down=ended.error) if broken else Run(problem=ended.error)
    said = " ".join("".join(e.text for e in found if isinstance(e, TextDelta)).split())
    if not said:
        return Run(problem=NOTHING_SAID)
    return Run(reason=f"{NO_ANSWER}{said[:_REASON_CHARS]}")
