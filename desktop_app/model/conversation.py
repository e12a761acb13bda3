"""Assistant conversations, and the requests sent to a model for them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeptTurn:
    """Stored turn of a conversation: one request of the person's and everything that followed.

    `events` and `history` are JSON written by `assistant/`: what the panel showed, and what a model
    needs to go on. `text` holds the words of both sides, for search. `accounts` are the ids of the
    accounts whose mail could be read: removing one of them removes the conversation.
    """

    prompt: str
    events: bytes
    history: bytes
    text: str
    accounts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SavedConversation:
    """Conversation with the assistant, as a list shows it. Dates are in seconds since the epoch."""

    id: str
    title: str
    agent: str
    changed: float
    turns: int


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """Turn as it is shown again."""

    prompt: str
    events: bytes
    at: float


@dataclass(frozen=True, slots=True)
class SentPayload:
    """Body of one request as it left this computer; `endpoint` is the address it went to."""

    conversation_id: str
    at: float
    endpoint: str
    model: str
    body: bytes


@dataclass(frozen=True, slots=True)
class PayloadRow:
    """Request that left this computer, without its body; `size` is in bytes."""

    id: int
    at: float
    endpoint: str
    model: str
    size: int


@dataclass(frozen=True, slots=True)
class Spent:
    """Usage of a run. `cost` is in US dollars, None where the provider has no price."""

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens
