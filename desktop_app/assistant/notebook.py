"""What an assistant keeps: its conversations and every payload that left. A Protocol, because
this room knows no database; the store's `Conversations` implements it."""

from __future__ import annotations

from typing import Protocol

from desktop_app.model.conversation import KeptTurn, SentPayload, Spent


class Notebook(Protocol):
    """Thread-safe; every call may take a moment, none may fail a run: what can't be written
    raises `StorageError` before anything leaves this computer."""

    def keep_turn(self, conversation_id: str, agent: str, turn: KeptTurn, *, at: float) -> None:
        """Add a turn; the first one makes the conversation and gives it its title."""

    def keep_payload(self, payload: SentPayload) -> int:
        """Write down what is about to leave; called before it does. Its id."""

    def forget_payload(self, payload_id: int) -> None:
        """It did not leave after all: the person stopped it."""

    def keep_spent(self, conversation_id: str, model: str, spent: Spent, *, at: float) -> None:
        """Count what a run has used."""

    def spent_since(self, since: float) -> Spent:
        """What all runs since then have used together."""
