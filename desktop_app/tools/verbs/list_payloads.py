"""The requests that left this computer for a language model, newest first."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.tools.assistant_results import Payloads
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context


class ListPayloads(Params, frozen=True, kw_only=True):
    """Of one conversation, of those that proposed a draft or changed its words, or all."""

    conversation_id: str = ""
    draft_id: str = ""
    limit: Annotated[int, Meta(ge=1, le=1000)] = 200


def run(context: Context, params: ListPayloads) -> Payloads:
    """Raises `NotFound` for the draft."""
    kept = context.store.conversations
    names: tuple[str, ...] = (params.conversation_id,) if params.conversation_id else ()
    if params.draft_id:
        draft = context.store.drafts.get(params.draft_id)
        names = (*kept.of_draft(draft.id, since=draft.created), f"draft:{draft.id}")
    return Payloads(tuple(kept.payloads(*names, limit=params.limit)))


TOOL = Tool(
    name="list_payloads",
    title="List what was sent",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="The requests that left this computer for a language model, newest first.",
    params=ListPayloads,
    result=Payloads,
    run=run,
    origins=PERSON,
)
