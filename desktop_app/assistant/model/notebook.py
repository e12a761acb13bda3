"""Notebook: Protocol for the conversations of an assistant and every payload that left.

This room knows no database; the store's `Conversations` implements it.
"""

from __future__ import annotations

from typing import Protocol

from desktop_app.model.conversation import KeptTurn, SentPayload, Spent


class Notebook(Protocol):
    """Thread-safe. Every call may take a moment. A record that can't be written raises
    `StorageError` before anything leaves this computer."""

    def keep_turn(self, conversation_id: str, agent: str, turn: KeptTurn, *, at: float) -> None:
        """Add a turn; the first one makes the conversation and gives it its title."""

    def keep_payload(self, payload: SentPayload) -> int:
        """Record a payload before it leaves; its id."""

    def forget_payload(self, payload_id: int) -> None:
        """Drop a payload that did not leave: the person stopped it."""

    def keep_spent(self, conversation_id: str, model: str, spent: Spent, *, at: float) -> None:
        """Add the usage of a run."""

    def spent_since(self, since: float) -> Spent:
        """Usage of all runs since then."""
