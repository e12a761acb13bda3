"""Agent over a language model, with the same interface as the starter assistant.

The model library is imported with the first request. The agent knows no network and no secret:
`connect` gives it a model that reaches its own endpoint and nothing else.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from threading import Event
from typing import TYPE_CHECKING, Any

from desktop_app.assistant.model import prompts
from desktop_app.assistant.model.gate import Gate
from desktop_app.assistant.model.meeting import meeting_words
from desktop_app.assistant.model.notebook import Notebook
from desktop_app.assistant.model.refusals import (
    SERVER_SAYS,
    LimitReached,
    NoConsent,
    trouble_of,
)
from desktop_app.assistant.model.stoppable_wait import unless_stopped
from desktop_app.assistant.model.surroundings import around_of
from desktop_app.assistant.news import news
from desktop_app.assistant.style import may_know, may_summarise, style_of, style_of_draft
from desktop_app.assistant.transcript import (
    AboutToSend,
    AgentDescription,
    AgentEvent,
    Ask,
    Emit,
    Ended,
    Memory,
    ModelInUse,
    Notice,
    Refine,
    Refined,
    RefineEvent,
    TextDelta,
    ToolStarted,
    Trouble,
    without_unsaid,
)
from desktop_app.mail.words.confidential import redacted
from desktop_app.model.clock import Clock
from desktop_app.model.conversation import KeptTurn, Spent
from desktop_app.model.errors import (
    KnownError,
    NotFound,
    Unavailable,
)
from desktop_app.settings import Settings
from desktop_app.tools.person.surroundings import Around
from desktop_app.tools.person.writing_styles import HowYouWrite
from desktop_app.tools.runner import Runner

if TYPE_CHECKING:
    from desktop_app.assistant.model.equipment import Equipment
    from desktop_app.assistant.model.model_run import Brief, Endpoint, Limits, Talk

DAY_SECONDS = 86_400
NO_LONGER = (
    "What was said before is left out: it may hold mail of an account that {name} may not read."
)
_log = logging.getLogger(__name__)
_OPEN = (
    "Summarise this conversation",
    "Draft a reply",
    "Reply that I will get back to them",
    "What do they want from me?",
    "Translate this conversation",
)
_CLOSED = (
    "What needs an answer?",
    "Summarise my unread mail",
    "What did I promise this week?",
    "Find bills that are due",
    "Find mails with attachments from last week",
)
Connect = Callable[[str], "Endpoint"]
"""Maker of the model for one run, given the id of its conversation."""


@dataclass
class ModelAgent:
    """Implements `Agent` over a Runner stamped ASSISTANT. `name` is the model as it is shown."""

    runner: Runner
    settings: Settings
    description: AgentDescription
    connect: Connect
    notebook: Notebook
    clock: Clock
    gate: Gate = field(default_factory=lambda: Gate(lambda: False))
    conversation_id: str = field(default_factory=lambda: uuid.uuid4().hex)
    _talk: Talk | None = None
    _taken_up: Memory | None = None
    _read: frozenset[str] = frozenset()
    """Accounts whose mail may be in the conversation."""

    def starters(self, *, thread_open: bool) -> tuple[str, ...]:
        return _OPEN if thread_open else _CLOSED

    def forget(self) -> None:
        self.runner.start_conversation()
        self.conversation_id, self._talk = uuid.uuid4().hex, None
        self._taken_up, self._read = None, frozenset()

    def memory(self) -> Memory | None:
        talk = self._talk
        if talk is None:
            return self._taken_up
        return Memory(self.conversation_id, self._read, talk.dump)

    def go_on(self, memory: Memory) -> None:
        self.runner.start_conversation()
        self.conversation_id, self._talk = memory.conversation_id, None
        self._taken_up, self._read = memory, memory.accounts
        self.runner.conversation.has_asked = True

    def answer_sending(self, payload_id: int, *, yes: bool) -> None:
        self.gate.answer(payload_id, yes=yes)

    def run(self, ask: Ask, emit: Emit, cancelled: Event) -> None:
        events: list[AgentEvent] = []

        def tell(event: AgentEvent) -> None:
            if not isinstance(event, AboutToSend | ModelInUse):
                events.append(event)
            emit(event)

        with self.gate.open_to(tell, cancelled):
            ended = self._guarded(lambda: self._run(ask, tell, cancelled), cancelled)
        tell(ended)
        self._keep(ask, events)

    def refine(
        self, request: Refine, emit: Callable[[RefineEvent], None], cancelled: Event
    ) -> None:
        def run() -> None:
            from pydantic_ai.usage import RunUsage

            from desktop_app.assistant.model.rewriting import refine

            self._within_the_day()
            self._within_the_accounts()
            self._sees(request.draft_id)
            knows_style = may_know(self.settings, self.description.place)
            draft_id = request.draft_id if knows_style else ""
            style = style_of_draft(self.runner, draft_id, cancelled)
            standing = self.settings.text("assistant.instructions")
            usage = RunUsage()
            try:
                talk = f"draft:{request.draft_id}"
                endpoint = unless_stopped(cancelled, lambda: self.connect(talk))
                words = refine(
                    endpoint,
                    request,
                    cancelled,
                    self._limits(self._equipment(endpoint).chars),
                    usage,
                    redact=self.settings.flag("assistant.redact"),
                    told=prompts.refining(standing, style.general, style.to_them),
                )
            finally:
                self._count(usage)
            if words.split() != request.words.split():
                emit(Refined(words))

        with self.gate.open_to(emit, cancelled):
            ended = self._guarded(run, cancelled)
        emit(ended)

    def summary(self, thread_id: str, cancelled: Event) -> str:
        if not may_summarise(self.settings, self.description.place):
            return ""
        from pydantic_ai.usage import RunUsage

        from desktop_app.assistant.model.summary_line import summary_line

        line, usage = "", RunUsage()

        def run() -> None:
            nonlocal line
            self._within_the_day()
            endpoint = unless_stopped(cancelled, lambda: self.connect(f"summary:{thread_id}"))
            equipped = self._equipment(endpoint)
            self.runner.conversation.page_mails = equipped.page_mails
            limits, redact = self._limits(equipped.chars), self.settings.flag("assistant.redact")
            try:
                line = summary_line(
                    self.runner, endpoint, thread_id, limits, usage, cancelled, redact=redact
                )
            finally:
                self._count(usage)

        ended = self._guarded(run, cancelled)
        if ended.error:
            raise Unavailable(ended.error, next_step=ended.next_step)
        return line

    def _run(self, ask: Ask, emit: Emit, cancelled: Event) -> None:
        from desktop_app.assistant.model.beside_answers import draft_written, tell_beside
        from desktop_app.assistant.model.model_run import ModelRun
        from desktop_app.assistant.model.model_tools import ToolBox

        if ask.written is not None:
            draft_written(self.runner, ask, emit, cancelled)
            return
        self._within_the_day()
        self._within_the_accounts()
        self.runner.conversation.begin_run("" if ask.unasked else ask.prompt)
        self.runner.conversation.talk = self.conversation_id
        free = meeting_words(self.runner, ask, cancelled)
        ask = replace(ask, news=news(self.runner, emit), meeting=free)
        talk = self._talk = self._remembered(emit)
        endpoint = unless_stopped(cancelled, lambda: self.connect(self.conversation_id))
        equipped = self._equipment(endpoint)
        emit(equipped.told)
        self.runner.conversation.page_mails = equipped.page_mails
        limits, flag = self._limits(equipped.chars), self.settings.flag
        knows_style = may_know(self.settings, self.description.place)
        box = ToolBox(
            self.runner,
            ask,
            emit,
            cancelled,
            limits.tool_calls,
            redact=flag("assistant.redact"),
            own_style=knows_style and not ask.unasked,
            short=equipped.short,
            result_chars=equipped.result_chars,
        )
        around = around_of(self.runner, ask)
        style = style_of(self.runner, ask, cancelled) if knows_style else HowYouWrite()
        brief = self._brief(ask, around, style, [tool.name for tool in box.tools()])
        run = ModelRun(endpoint, box, brief, limits, talk)
        try:
            run.run()
            if not ask.unasked:
                tell_beside(box, around, run.words, emit)
        finally:
            self._count(run.usage)
            if box.calls or around.conversation is not None or style != HowYouWrite():
                self._read |= set(self.runner.visible_accounts())

    def _brief(self, ask: Ask, around: Around, style: HowYouWrite, tools: Collection[str]) -> Brief:
        """What the model is told, secrets removed where the person wishes so."""
        from desktop_app.assistant.model.model_run import Brief

        standing = self.settings.text("assistant.instructions")
        told = prompts.instructions(
            around, standing, style.general, tools=tools, unasked=ask.unasked
        )
        asked = prompts.question(ask, around, self.clock(), style.to_them)
        if self.settings.flag("assistant.redact"):
            told, asked = redacted(told), redacted(asked)
        return Brief(told, asked)

    def _equipment(self, endpoint: Endpoint) -> Equipment:
        from desktop_app.assistant.model.equipment import equipment

        return equipment(self.settings.number("assistant.context_chars"), endpoint.window)

    def _remembered(self, emit: Emit) -> Talk:
        """Earlier messages; none when they may hold mail that must not go to this model."""
        from desktop_app.assistant.model.model_run import Talk

        if not self._read <= set(self.runner.visible_accounts()):
            self.forget()
            emit(Notice(NO_LONGER.format(name=self.description.name)))
        if self._talk is None and self._taken_up is not None:
            self._talk = Talk.load(self._taken_up.history())
        self._taken_up = None
        return self._talk or Talk([])

    def _guarded(self, work: Callable[[], None], cancelled: Event) -> Ended:
        """Run `work`; its `Ended`. Raises nothing."""
        try:
            work()
        except KnownError as error:
            if cancelled.is_set():
                return Ended(stopped=True)
            return Ended(
                error=error.sentence,
                next_step=error.next_step,
                trouble=trouble_of(error),
                details=error.details.get(SERVER_SAYS, ""),
            )
        except Exception as error:  # noqa: BLE001  # told to the person, or logged as a bug
            return self._ended(error, cancelled)
        return Ended(stopped=cancelled.is_set())

    def _ended(self, error: Exception, cancelled: Event) -> Ended:
        from desktop_app.assistant.model.model_errors import known, was_limited, was_stopped

        if was_stopped(error) and cancelled.is_set():
            return Ended(stopped=True)
        trouble = Trouble.LIMIT if was_limited(error) else Trouble.MODEL
        told = known(error, self.description.name, self.clock())
        if told is None:
            _log.exception("the assistant failed")
            return Ended(error="The assistant failed: this is a bug in Draftdesk.")
        details = told.details.get(SERVER_SAYS, "")
        return Ended(
            error=told.sentence, next_step=told.next_step, trouble=trouble, details=details
        )

    def _limits(self, context_chars: int) -> Limits:
        from desktop_app.assistant.model.model_run import Limits

        number = self.settings.number
        return Limits(
            requests=number("assistant.run_requests"),
            tool_calls=number("assistant.run_tool_calls"),
            tokens=number("assistant.run_tokens"),
            context_chars=context_chars,
            seconds=float(DAY_SECONDS if self.gate.asks else number("assistant.run_seconds")),
        )

    def _within_the_day(self) -> None:
        most = self.settings.number("assistant.day_tokens")
        spent = self.notebook.spent_since(self.clock() - DAY_SECONDS).tokens
        if spent >= most:
            raise LimitReached(
                f"The assistant has used {spent:,} tokens in 24 hours, of {most:,} allowed.",
                next_step="Wait, or raise the limit in Settings → Assistant.",
            )

    def _within_the_accounts(self) -> None:
        if not self.runner.visible_accounts():
            raise NoConsent(
                f"You have not allowed {self.description.name} to read any account yet.",
                next_step="Choose the accounts in Settings → Assistant.",
            )

    def _sees(self, draft_id: str) -> None:
        """Raises `NoConsent` when a draft is of an account that may not be read."""
        from desktop_app.tools.verbs import get_draft

        if not draft_id:
            return
        try:
            self.runner.call(get_draft.TOOL, get_draft.GetDraft(draft_id=draft_id))
        except NotFound as error:
            raise NoConsent(
                f"You have not allowed {self.description.name} to read this account.",
                next_step="Choose the accounts in Settings → Assistant.",
            ) from error

    def _count(self, used: Any) -> None:
        cost = float(used.cost) if used.cost is not None else None
        spent = Spent(used.requests, used.input_tokens, used.output_tokens, cost)
        self.notebook.keep_spent(
            self.conversation_id, self.description.name, spent, at=self.clock()
        )

    def _keep(self, ask: Ask, events: list[AgentEvent]) -> None:
        from desktop_app.assistant.transcript_json import dump_events

        events = without_unsaid(events)
        said = "".join(e.text for e in events if isinstance(e, TextDelta))
        used = bool(ask.thread_id or ask.message_id) or any(
            isinstance(e, ToolStarted) for e in events
        )
        turn = KeptTurn(
            prompt=ask.prompt,
            events=dump_events(events),
            history=self._talk.dump() if self._talk is not None else b"",
            text=f"{ask.prompt}\n{said}",
            accounts=self.runner.visible_accounts() if used else (),
        )
        self.notebook.keep_turn(self.conversation_id, self.description.name, turn, at=self.clock())
