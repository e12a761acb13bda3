"""Conversations with an assistant, and what left this computer for them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeptTurn:
    """One request of the person's with everything that came of it.

    `events` and `history` are JSON of the assistant room's own making: what the panel showed, and
    what a model needs to go on, whole each time. `text` is the words of both sides, to be searched.
    `accounts` are the ids of those whose mail could be read: with one of them the conversation
    goes.
    """

    prompt: str
    events: bytes
    history: bytes
    text: str
    accounts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """One of the list. Dates in seconds since the epoch."""

    id: str
    title: str
    agent: str
    changed: float
    turns: int


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """A turn to be shown again."""

    prompt: str
    events: bytes
    at: float


@dataclass(frozen=True, slots=True)
class SentPayload:
    """The body of one request as it left this computer; `endpoint` is where it went."""

    conversation_id: str
    at: float
    endpoint: str
    model: str
    body: bytes


@dataclass(frozen=True, slots=True)
class PayloadRow:
    """One request that left, without its body; `size` in bytes."""

    id: int
    at: float
    endpoint: str
    model: str
    size: int


@dataclass(frozen=True, slots=True)
class Spent:
    """What requests have used. `cost` in US dollars, None where the provider tells no price."""

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens
