"""Forget a conversation with a language model, and what left for it."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


class DeleteConversation(Params, frozen=True, kw_only=True):
    conversation_id: str


def run(context: Context, params: DeleteConversation) -> Done:
    context.store.conversations.delete(params.conversation_id)
    return Done(count=1, display="Deleted.")


TOOL = Tool(
    name="delete_conversation",
    title="Delete a conversation",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Forget a conversation with a language model, and what left for it.",
    params=DeleteConversation,
    result=Done,
    run=run,
    origins=PERSON,
)
