"""The conversations with a language model, newest first."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.tools.assistant_results import Conversations
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context


class ListConversations(Params, frozen=True, kw_only=True):
    words: str = ""
    limit: Annotated[int, Meta(ge=1, le=1000)] = 200


def run(context: Context, params: ListConversations) -> Conversations:
    found = context.store.conversations.rows(params.words, limit=params.limit)
    return Conversations(tuple(found))


TOOL = Tool(
    name="list_conversations",
    title="List conversations",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="The conversations with a language model, newest first.",
    params=ListConversations,
    result=Conversations,
    run=run,
    origins=PERSON,
)
