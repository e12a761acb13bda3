"""Agent that follows the settings: whichever the person has chosen at the moment."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, RLock

from desktop_app.assistant.model.gate import Gate
from desktop_app.assistant.transcript import (
    Agent,
    AgentDescription,
    Ask,
    Emit,
    Memory,
    Refine,
    RefineEvent,
)
from desktop_app.settings import Settings

KEYS = ("assistant.provider", "assistant.model", "assistant.base_url")


class ChosenAgent:
    """Implements `Agent` by the one that `make` gives for the settings in force. A run ends with
    the agent it began with, and the next agent takes the conversation over. All of them share
    `gate`."""

    def __init__(self, settings: Settings, make: Callable[[], Agent], gate: Gate) -> None:
        self._settings, self._make, self._gate = settings, make, gate
        self._lock = RLock()
        self._agent: Agent | None = None
        self._made_for: tuple[str, ...] = ()

    @property
    def now(self) -> Agent:
        """Agent for the current settings."""
        wanted = tuple(self._settings.text(key) for key in KEYS)
        with self._lock:
            if self._agent is None or wanted != self._made_for:
                fresh = self._make()
                memory = self._agent.memory() if self._agent is not None else None
                if memory is not None:
                    fresh.go_on(memory)
                self._agent, self._made_for = fresh, wanted
            return self._agent

    @property
    def description(self) -> AgentDescription:
        return self.now.description

    @property
    def conversation_id(self) -> str:
        return self.now.conversation_id

    def starters(self, *, thread_open: bool) -> tuple[str, ...]:
        return self.now.starters(thread_open=thread_open)

    def run(self, ask: Ask, emit: Emit, cancelled: Event) -> None:
        self.now.run(ask, emit, cancelled)

    def refine(
        self, request: Refine, emit: Callable[[RefineEvent], None], cancelled: Event
    ) -> None:
        self.now.refine(request, emit, cancelled)

    def summary(self, thread_id: str, cancelled: Event) -> str:
        """By an agent of its own: what it reads is no source of what the person asks for."""
        return self._make().summary(thread_id, cancelled)

    def forget(self) -> None:
        self.now.forget()

    def memory(self) -> Memory | None:
        return self.now.memory()

    def go_on(self, memory: Memory) -> None:
        self.now.go_on(memory)

    def answer_sending(self, payload_id: int, *, yes: bool) -> None:
        self._gate.answer(payload_id, yes=yes)
