"""The starter assistant: no language model, a few plain requests done well.

It calls the same tools and streams the same events as a model does, and says what it is. What
it does with a request is in answering.py, imported with the first one.
"""

from __future__ import annotations

from threading import Event as Cancelled
from typing import TYPE_CHECKING

from desktop_app.assistant.transcript import (
    AgentDescription,
    Ask,
    Emit,
    Ended,
    Memory,
    Place,
    Refine,
    Refined,
    RefineEvent,
)
from desktop_app.tools.runner import Runner

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.assistant.answering import Answering

INTRODUCTION = (
    "I am Draftdesk's starter assistant. I am not a language model: I follow a few plain "
    "requests by rules, on this computer, and write only what you tell me to. I propose; you "
    "review and press Send. In Settings → Assistant you can choose a language model instead."
)
CANNOT = "The starter assistant can't rewrite: it adds to a draft what you tell it to."
_STARTERS_OPEN = (
    "Summarise this thread",
    "Reply saying thanks, I will get back to you",
    "Reply asking for more details",
    "Draft a reply",
    "What needs an answer?",
)
_STARTERS = (
    "What needs an answer?",
    "Find unread mails",
    "Find mails with attachments",
    "Find mails from last week",
    "What can you do?",
)


class StarterAssistant:
    """Implements `Agent` over a Runner that is stamped ASSISTANT."""

    NAME = "Starter assistant"

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._answering: Answering | None = None

    @property
    def description(self) -> AgentDescription:
        return AgentDescription(
            self.NAME, Place.BUILT_IN, INTRODUCTION, "Nothing leaves this computer."
        )

    @property
    def conversation_id(self) -> str:
        return ""

    def starters(self, *, thread_open: bool) -> tuple[str, ...]:
        return _STARTERS_OPEN if thread_open else _STARTERS

    def forget(self) -> None:
        self._runner.start_conversation()
        self._answering = None

    def memory(self) -> Memory | None:
        return None

    def go_on(self, memory: Memory) -> None:
        """It remembers nothing of what was said before."""
        del memory
        self.forget()

    def answer_sending(self, payload_id: int, *, yes: bool) -> None:
        """Nothing of it ever waits to be sent."""

    def run(self, ask: Ask, emit: Emit, cancelled: Cancelled) -> None:
        from desktop_app.assistant.answering import Answering

        if self._answering is None:
            self._answering = Answering(self._runner, INTRODUCTION)
        self._answering.run(ask, emit, cancelled)

    def refine(
        self, request: Refine, emit: Callable[[RefineEvent], None], cancelled: Cancelled
    ) -> None:
        """It only adds: `add that …`, after the selection or before the sign-off."""
        from desktop_app.assistant.letter import with_addition

        words = with_addition(request)
        if cancelled.is_set():
            emit(Ended(stopped=True))
        elif words:
            emit(Refined(words))
            emit(Ended())
        else:
            emit(Ended(error=CANNOT, next_step="Write, for example: add that Thursday is fine."))
