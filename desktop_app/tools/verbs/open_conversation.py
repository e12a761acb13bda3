"""One conversation with a language model, to be shown and gone on with."""

from __future__ import annotations

from desktop_app.tools.assistant_results import KeptConversation
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context


class OpenConversation(Params, frozen=True, kw_only=True):
    conversation_id: str


def run(context: Context, params: OpenConversation) -> KeptConversation:
    """Raises `NotFound`."""
    kept = context.store.conversations
    return KeptConversation(
        params.conversation_id,
        tuple(kept.turns(params.conversation_id)),
        kept.history(params.conversation_id),
        kept.accounts(params.conversation_id),
    )


TOOL = Tool(
    name="open_conversation",
    title="Open a conversation",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="One conversation with a language model, to be shown and gone on with.",
    params=OpenConversation,
    result=KeptConversation,
    run=run,
    origins=PERSON,
)
