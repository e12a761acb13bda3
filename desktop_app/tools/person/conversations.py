"""Conversations with a language model, and the requests that left this computer for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from desktop_app.model.conversation import PayloadRow, SavedConversation, ShownTurn
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done


@dataclass(frozen=True, slots=True)
class ConversationList:
    conversations: tuple[SavedConversation, ...]


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


class ListConversations(Params, frozen=True, kw_only=True):
    words: str = ""
    limit: Annotated[int, Meta(ge=1, le=1000)] = 200


class OpenConversation(Params, frozen=True, kw_only=True):
    conversation_id: str


class DeleteConversation(Params, frozen=True, kw_only=True):
    conversation_id: str


class ListPayloads(Params, frozen=True, kw_only=True):
    """Of one conversation, of those that proposed a draft or changed its words, or all."""

    conversation_id: str = ""
    draft_id: str = ""
    limit: Annotated[int, Meta(ge=1, le=1000)] = 200


class ReadPayload(Params, frozen=True, kw_only=True):
    payload_id: int


def list_conversations(context: Context, params: ListConversations) -> ConversationList:
    """Newest first."""
    found = context.store.conversations.rows(params.words, limit=params.limit)
    return ConversationList(tuple(found))


def open_conversation(context: Context, params: OpenConversation) -> KeptConversation:
    """One conversation, to be shown and gone on with. Raises `NotFound`."""
    kept = context.store.conversations
    return KeptConversation(
        params.conversation_id,
        tuple(kept.turns(params.conversation_id)),
        kept.history(params.conversation_id),
        kept.accounts(params.conversation_id),
    )


def delete_conversation(context: Context, params: DeleteConversation) -> Done:
    """Forget a conversation, and what left for it."""
    context.store.conversations.delete(params.conversation_id)
    return Done(count=1, display="Deleted.")


def list_payloads(context: Context, params: ListPayloads) -> Payloads:
    """The requests that left this computer, newest first. Raises `NotFound` for the draft."""
    kept = context.store.conversations
    names: tuple[str, ...] = (params.conversation_id,) if params.conversation_id else ()
    if params.draft_id:
        draft = context.store.drafts.get(params.draft_id)
        names = (*kept.of_draft(draft.id, since=draft.created), f"draft:{draft.id}")
    return Payloads(tuple(kept.payloads(*names, limit=params.limit)))


def read_payload(context: Context, params: ReadPayload) -> Payload:
    """The body of one request, exactly as it left. Raises `NotFound`."""
    return Payload(params.payload_id, context.store.conversations.payload(params.payload_id))


LIST_CONVERSATIONS = person_tool(list_conversations, Effect.READ, ListConversations)
OPEN_CONVERSATION = person_tool(open_conversation, Effect.READ, OpenConversation)
DELETE_CONVERSATION = person_tool(
    delete_conversation, Effect.ORGANISE, DeleteConversation, "Delete a conversation"
)
LIST_PAYLOADS = person_tool(list_payloads, Effect.READ, ListPayloads)
READ_PAYLOAD = person_tool(read_payload, Effect.READ, ReadPayload)

TOOLS = (LIST_CONVERSATIONS, OPEN_CONVERSATION, DELETE_CONVERSATION, LIST_PAYLOADS, READ_PAYLOAD)
