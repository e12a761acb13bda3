"""Prepared queue: answers to mail that needs one, proposed before anybody asks.

The rules say which mail (mime/triage.py); the chosen language model writes, or says that no answer
is needed. Each mail is a run and a conversation of its own, through a Runner that is stamped
ASSISTANT and limited to reading and one reply. Where nobody has answered the person for long, a
reminder is proposed; that takes no model. Drafts wait in *To review*; nothing is sent.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Event, Lock, Thread
from typing import Protocol

from desktop_app.assistant.transcript import Agent, AgentEvent, Ask, Ended, Proposal, Trouble
from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.errors import KnownError, Refused
from desktop_app.model.message import MessageId
from desktop_app.model.prepared import PreparedRound, WantsAnswer
from desktop_app.model.progress import Progress
from desktop_app.model.triage import working_days_ago
from desktop_app.settings import Settings

DAY_SECONDS = 86_400
RETRY_SECONDS = 3_600
"""How long a mail for which the model failed is left alone."""

KEYS = frozenset({"assistant.prepare", "assistant.provider", "assistant.model"})
PROMPT = (
    "Read this mail and its conversation. If it needs an answer from me, draft the reply with "
    "draft_reply: short, in its language, with nothing that neither the mail nor I have said. "
    "What only I can know becomes a placeholder in square brackets. If it asks for a meeting, name "
    "only times that are free in my calendar; where none could be read, name none. If it needs no "
    "answer, draft nothing and say why in one sentence. Do not ask me anything."
)
PHASE = "Drafting replies"
NO_ANSWER = "The model drafted no answer."
NOT_REMINDED = "No reminder could be drafted."
_LAST_SECONDS = 5.0
_LOOK_SECONDS = 3_600.0
"""How soon it is looked for reminders that have become due."""
_log = logging.getLogger(__name__)


class Ledger(Protocol):
    """Mails that want an answer, and those one was prepared for."""

    def wanting(
        self, accounts: Iterable[str], *, tried_before: float, sample: bool
    ) -> list[WantsAnswer]: ...

    def overdue(self, accounts: Iterable[str], *, before: float) -> list[WantsAnswer]: ...

    def since(self, moment: float) -> int: ...

    def begin(self, mail: WantsAnswer, *, now: float) -> bool: ...

    def failed(self, message: MessageId, sentence: str) -> None: ...

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
    ) -> None:
        self._ledger, self._settings, self._writer = ledger, settings, writer
        self._subscribe, self._clock = subscribe, clock
        self._wanted, self._stop, self._busy = Event(), Event(), Lock()
        self._thread = Thread(target=self._loop, name="prepared answers", daemon=True)

    def start(self) -> None:
        self._subscribe(self._on_change)
        self._settings.watch(self._on_setting)
        self._wanted.set()
        self._thread.start()

    def shutdown(self) -> None:
        self._stop.set()
        self._wanted.set()
        if self._thread.is_alive():
            self._thread.join(_LAST_SECONDS)

    def _on_change(self, changes: Changes) -> None:
        if changes.triage:
            self._wanted.set()

    def _on_setting(self, key: str) -> None:
        if key in KEYS:
            self._wanted.set()

    def _loop(self) -> None:
        while not self._stop.is_set():
            self._wanted.wait(_LOOK_SECONDS)
            self._wanted.clear()
            if not self._stop.is_set() and self._settings.flag("assistant.prepare"):
                try:
                    self.work()
                except KnownError as error:
                    _log.warning("Answers can't be prepared now: %s", error)

    def work(self) -> PreparedRound:
        """One round, within what a day allows. A trouble with the model ends it; the next change
        of the mail begins another. Raises `KnownError`."""
        most = self._settings.number("assistant.prepare_a_day")
        writer = self._writer()
        self._remind(writer, most - self._ledger.since(self._clock() - DAY_SECONDS))
        room = most - self._ledger.since(self._clock() - DAY_SECONDS)
        if writer.why_not:
            return PreparedRound(trouble=writer.why_not)
        return self._round(writer, max(0, room), self._stop)

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
        late = working_days_ago(self._clock(), days)
        with self._busy:
            for mail in self._ledger.overdue(writer.accounts, before=late)[: max(0, room)]:
                if self._stop.is_set() or not self._ledger.begin(mail, now=self._clock()):
                    continue
                try:
                    draft_id, outcome = writer.remind(mail), ""
                except KnownError as error:
                    draft_id, outcome = "", error.sentence
                self._ledger.end(
                    mail.message,
                    draft_id=draft_id,
                    outcome=outcome or ("" if draft_id else NOT_REMINDED),
                )

    def _round(
        self,
        writer: Writer,
        room: int | None,
        cancelled: Event,
        progress: Callable[[Progress], None] = lambda _: None,
    ) -> PreparedRound:
        with self._busy:
            asked = room is None
            tried_before = self._clock() - (0 if asked else RETRY_SECONDS)
            wanting = self._ledger.wanting(writer.accounts, tried_before=tried_before, sample=asked)
            chosen = wanting[:room]
            drafts = without = 0
            trouble = ""
            for number, mail in enumerate(chosen):
                progress(Progress(number, len(chosen), phase=PHASE))
                if cancelled.is_set() or self._stop.is_set():
                    break
                if not self._ledger.begin(mail, now=self._clock()):
                    continue
                draft_id, trouble = self._prepare(writer, mail, cancelled)
                drafts, without = drafts + bool(draft_id), without + (not draft_id)
                if trouble:
                    break
            left = len(wanting) - drafts - without
        return PreparedRound(drafts, without, left, trouble)

    def _prepare(self, writer: Writer, mail: WantsAnswer, cancelled: Event) -> tuple[str, str]:
        """The draft that came of one mail, and what is wrong with the model, both empty for none.
        Whatever happens is noted. Only a mail for which the model failed is tried again, later."""
        events: list[AgentEvent] = []
        try:
            thread, message = str(mail.thread), str(mail.message)
            ask = Ask(PROMPT, thread, message, account=mail.account_id, unasked=True)
            writer.agent(mail.message).run(ask, events.append, cancelled)
        except KnownError as error:
            self._ledger.failed(mail.message, error.sentence)
            return "", error.sentence
        draft_id = next((e.draft_id for e in events if isinstance(e, Proposal)), "")
        ended = next((e for e in events if isinstance(e, Ended)), Ended())
        broken = ended.trouble in {Trouble.MODEL, Trouble.LIMIT, Trouble.CONSENT}
        if broken and not draft_id:
            self._ledger.failed(mail.message, ended.error)
            return "", ended.error
        outcome = "" if draft_id else ended.error or NO_ANSWER
        self._ledger.end(mail.message, draft_id=draft_id, outcome=outcome)
        return draft_id, ended.error if broken else ""
