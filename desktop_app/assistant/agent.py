"""A language model in the panel: the same interface as the starter assistant.

Light: the model library is imported with the first request. It knows no network and no secret;
`connect` gives it a model that reaches its own endpoint and nothing else.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event as Cancelled
from typing import TYPE_CHECKING, Any

from desktop_app.assistant.notebook import Notebook
from desktop_app.assistant.transcript import (
    AgentDescription,
    AgentEvent,
    Ask,
    Emit,
    Ended,
    Refine,
    Refined,
    RefineEvent,
    TextDelta,
    ToolStarted,
)
from desktop_app.model.clock import Clock
from desktop_app.model.conversation import KeptTurn, Spent
from desktop_app.model.errors import BadInput, KnownError, Refused
from desktop_app.settings import Settings
from desktop_app.tools.runner import Runner

if TYPE_CHECKING:
    from desktop_app.assistant.model_run import Endpoint, Limits, Talk

DAY_SECONDS = 86_400
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
"""Makes the model for one run; the argument is the id of the conversation it is for."""


@dataclass
class ModelAgent:
    """Implements `Agent` over a Runner stamped ASSISTANT. `name` is the model as it is shown."""

    runner: Runner
    settings: Settings
    description: AgentDescription
    connect: Connect
    notebook: Notebook
    clock: Clock
    conversation_id: str = field(default_factory=lambda: uuid.uuid4().hex)
    _talk: Talk | None = None

    def starters(self, *, thread_open: bool) -> tuple[str, ...]:
        return _OPEN if thread_open else _CLOSED

    def forget(self) -> None:
        self.runner.start_conversation()
        self.conversation_id, self._talk = uuid.uuid4().hex, None

    def go_on(self, conversation_id: str, history: bytes) -> None:
        """Take up a kept conversation where it ended."""
        from desktop_app.assistant.model_run import Talk

        self.runner.start_conversation()
        self.conversation_id, self._talk = conversation_id, Talk.load(history)

    def run(self, ask: Ask, emit: Emit, cancelled: Cancelled) -> None:
        events: list[AgentEvent] = []

        def tell(event: AgentEvent) -> None:
            events.append(event)
            emit(event)

        ended = self._guarded(lambda: self._run(ask, tell, cancelled), cancelled)
        tell(ended)
        self._keep(ask, events)

    def refine(
        self, request: Refine, emit: Callable[[RefineEvent], None], cancelled: Cancelled
    ) -> None:
        def run() -> None:
            from desktop_app.assistant.model_run import refine

            self._within_the_day()
            words = refine(
                self.connect(self.conversation_id),
                request,
                cancelled,
                self._limits(),
                redact=self.settings.flag("assistant.redact"),
            )
            emit(Refined(words.strip("\n")))

        emit(self._guarded(run, cancelled))

    def _run(self, ask: Ask, emit: Emit, cancelled: Cancelled) -> None:
        from desktop_app.assistant.model_run import ModelRun, Talk
        from desktop_app.assistant.model_tools import ToolBox

        self._within_the_day()
        self._within_the_accounts()
        self.runner.conversation.begin_run(ask.prompt)
        limits = self._limits()
        redact = self.settings.flag("assistant.redact")
        own_style = self.settings.flag("assistant.own_style")
        box = ToolBox(self.runner, ask, emit, cancelled, limits.tool_calls, redact, own_style)
        talk = self._talk = self._talk or Talk([])
        run = ModelRun(self.connect(self.conversation_id), box, limits, talk)
        try:
            run.run()
        finally:
            self._count(run.usage)

    def _guarded(self, work: Callable[[], None], cancelled: Cancelled) -> Ended:
        """Do it, and say how it ended. Nothing but `Ended` comes out of here."""
        try:
            work()
        except KnownError as error:
            return Ended(error=error.sentence, next_step=error.next_step)
        except Exception as error:  # noqa: BLE001  # told to the person, or logged as a bug
            return self._ended(error, cancelled)
        return Ended(stopped=cancelled.is_set())

    def _ended(self, error: Exception, cancelled: Cancelled) -> Ended:
        from desktop_app.assistant.model_errors import known, was_stopped

        if was_stopped(error) and cancelled.is_set():
            return Ended(stopped=True)
        told = known(error, self.description.name, self.clock())
        if told is None:
            _log.exception("the assistant failed")
            return Ended(error="The assistant failed: this is a bug in Draftdesk.")
        return Ended(error=told.sentence, next_step=told.next_step)

    def _limits(self) -> Limits:
        from desktop_app.assistant.model_run import Limits

        number = self.settings.number
        return Limits(
            requests=number("assistant.run_requests"),
            tool_calls=number("assistant.run_tool_calls"),
            tokens=number("assistant.run_tokens"),
            context_chars=number("assistant.context_chars"),
            seconds=float(number("assistant.run_seconds")),
        )

    def _within_the_day(self) -> None:
        most = self.settings.number("assistant.day_tokens")
        spent = self.notebook.spent_since(self.clock() - DAY_SECONDS).tokens
        if spent >= most:
            raise BadInput(
                f"The assistant has used {spent:,} tokens in 24 hours, of {most:,} allowed.",
                next_step="Wait, or raise the limit in Settings → Assistant.",
            )

    def _within_the_accounts(self) -> None:
        if not self.runner.visible_accounts():
            raise Refused(
                f"You have not allowed {self.description.name} to read any account yet.",
                next_step="Choose the accounts in Settings → Assistant.",
            )

    def _count(self, used: Any) -> None:
        cost = float(used.cost) if used.cost is not None else None
        spent = Spent(used.requests, used.input_tokens, used.output_tokens, cost)
        self.notebook.keep_spent(
            self.conversation_id, self.description.name, spent, at=self.clock()
        )

    def _keep(self, ask: Ask, events: list[AgentEvent]) -> None:
        from desktop_app.assistant.keeping import dump_events

        said = "".join(e.text for e in events if isinstance(e, TextDelta))
        used = any(isinstance(e, ToolStarted) for e in events)
        turn = KeptTurn(
            prompt=ask.prompt,
            events=dump_events(events),
            history=self._talk.dump() if self._talk is not None else b"",
            text=f"{ask.prompt}\n{said}",
            accounts=self.runner.visible_accounts() if used else (),
        )
        self.notebook.keep_turn(self.conversation_id, self.description.name, turn, at=self.clock())
