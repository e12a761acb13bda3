"""Starter assistant: no language model, a few plain requests done well.

It calls the same tools and streams the same events as a model does, and says what it is.
starter_conversation.py, imported with the first request, carries it out.
"""

from __future__ import annotations

import uuid
from threading import Event
from typing import TYPE_CHECKING

from desktop_app.assistant.transcript import (
    AgentDescription,
    AgentPlace,
    Ask,
    Emit,
    Ended,
    Memory,
    Refine,
    Refined,
    RefineEvent,
)
from desktop_app.tools.runner import Runner

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.assistant.starter.starter_conversation import StarterConversation

INTRODUCTION = (
    "I am the starter assistant: rules, not a language model. I find and sum up mails and draft "
    "what you tell me to say, ask, accept, decline or propose, in English, German, French and "
    "Spanish. For more, choose a model in Settings → Assistant."
)
CANNOT = "The starter assistant can't rewrite: that needs a language model. It can add to a draft."
_NEXT = (
    "Write, for example: add that Thursday is fine. Or choose a model in Settings → Assistant: one "
    "on this computer (Ollama is free), or a provider with a key of yours."
)
_STARTERS_OPEN = (
    "Summarise this thread",
    "Thank them and say I will get back to them",
    "Ask for more details",
    "Draft a reply",
    "What needs an answer?",
)
_STARTERS = (
    "What needs an answer?",
    "Read my newest mail",
    "Find unread mails",
    "Find mails from last week",
    "What can you do?",
)


class StarterAssistant:
    """Implements `Agent` over a Runner that is stamped ASSISTANT."""

    NAME = "Starter assistant"

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._conversation: StarterConversation | None = None

    @property
    def description(self) -> AgentDescription:
        return AgentDescription(
            self.NAME, AgentPlace.BUILT_IN, INTRODUCTION, "Nothing leaves this computer."
        )

    @property
    def conversation_id(self) -> str:
        return ""

    def starters(self, *, thread_open: bool) -> tuple[str, ...]:
        return _STARTERS_OPEN if thread_open else _STARTERS

    def summary(self, thread_id: str, cancelled: Event) -> str:  # noqa: ARG002
        """It is no language model."""
        return ""

    def forget(self) -> None:
        self._runner.start_conversation()
        self._conversation = None

    def memory(self) -> Memory | None:
        return None

    def go_on(self, memory: Memory) -> None:
        """None: it keeps no memory of earlier turns."""
        del memory
        self.forget()

    def answer_sending(self, payload_id: int, *, yes: bool) -> None:
        """Without effect: none of its requests waits to be sent."""

    def run(self, ask: Ask, emit: Emit, cancelled: Event) -> None:
        from desktop_app.assistant.news import news
        from desktop_app.assistant.starter.starter_conversation import StarterConversation

        if self._conversation is None:
            self._conversation = StarterConversation(self._runner, INTRODUCTION)
            self._runner.conversation.talk = uuid.uuid4().hex
        news(self._runner, emit)
        self._conversation.run(ask, emit, cancelled)

    def refine(
        self, request: Refine, emit: Callable[[RefineEvent], None], cancelled: Event
    ) -> None:
        """It only adds: `add that …`, after the selection or before the sign-off."""
        from desktop_app.assistant.starter.letter import with_addition

        words = with_addition(request)
        if cancelled.is_set():
            emit(Ended(stopped=True))
        elif words:
            emit(Refined(words))
            emit(Ended())
        else:
            emit(Ended(error=CANNOT, next_step=_NEXT))
