"""The agent the person chose, whichever that is at the moment: it follows the settings."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event as Cancelled
from threading import RLock

from desktop_app.assistant.gate import Gate
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
    """Implements `Agent` by the one that `make` gives for the settings in force. A run that is
    under way ends with the agent it began with; the next one takes the conversation over. `gate`
    is that of all of them."""

    def __init__(self, settings: Settings, make: Callable[[], Agent], gate: Gate) -> None:
        self._settings, self._make, self._gate = settings, make, gate
        self._lock = RLock()
        self._agent: Agent | None = None
        self._made_for: tuple[str, ...] = ()

    @property
    def now(self) -> Agent:
        """The agent for the settings as they are."""
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

    def run(self, ask: Ask, emit: Emit, cancelled: Cancelled) -> None:
        self.now.run(ask, emit, cancelled)

    def refine(
        self, request: Refine, emit: Callable[[RefineEvent], None], cancelled: Cancelled
    ) -> None:
        self.now.refine(request, emit, cancelled)

    def forget(self) -> None:
        self.now.forget()

    def memory(self) -> Memory | None:
        return self.now.memory()

    def go_on(self, memory: Memory) -> None:
        self.now.go_on(memory)

    def answer_sending(self, payload_id: int, *, yes: bool) -> None:
        self._gate.answer(payload_id, yes=yes)
