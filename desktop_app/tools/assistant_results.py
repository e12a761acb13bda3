"""Results of the tools about the assistant: its conversations, what was sent for them, models."""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop_app.model.conversation import ConversationRow, PayloadRow, ShownTurn


@dataclass(frozen=True, slots=True)
class Conversations:
    conversations: tuple[ConversationRow, ...]


@dataclass(frozen=True, slots=True)
class KeptConversation:
    """Its turns in order; `history` is the model's own record, `accounts` are the ids of those
    whose mail may be in it."""

    conversation_id: str
    turns: tuple[ShownTurn, ...]
    history: bytes = field(repr=False)
    accounts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Payloads:
    payloads: tuple[PayloadRow, ...]


@dataclass(frozen=True, slots=True)
class Payload:
    """The bytes of one request as they left."""

    payload_id: int
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class ModelNames:
    """The models a provider offers, by the names it gives them."""

    models: tuple[str, ...]
