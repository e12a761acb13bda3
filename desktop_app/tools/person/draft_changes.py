"""The person's answers to changes that others propose to a draft."""

from __future__ import annotations

from desktop_app.model.draft import DraftContent
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done, DraftSaved


class TakeChange(Params, frozen=True, kw_only=True):
    """`content` is the draft with what is taken, `left` what all of the change would make of it;
    `last` where nothing of the change is left."""

    change_id: str
    base_revision: int
    content: DraftContent
    left: DraftContent
    last: bool


class RefuseChange(Params, frozen=True, kw_only=True):
    """`base` is what the draft says, `left` what the rest of the change would make of it; `last`
    where nothing of the change is left."""

    change_id: str
    base: DraftContent
    left: DraftContent
    last: bool


def take_change(context: Context, params: TakeChange) -> DraftSaved:
    """Take a part of a proposed change, or all of it: the draft's next version, by who proposed
    it. Raises `Conflict` for a stale revision, `Refused` for what is closed, `NotFound`."""
    draft = context.store.drafts.changes.take(
        params.change_id,
        params.base_revision,
        params.content,
        params.left,
        last=params.last,
        now=context.clock(),
    )
    return rows.draft_saved(context, draft)


def refuse_change(context: Context, params: RefuseChange) -> Done:
    """Refuse a part of a proposed change, or all of it. Raises `Refused` for what is closed,
    `NotFound`."""
    context.store.drafts.changes.refuse(
        params.change_id, params.base, params.left, last=params.last, now=context.clock()
    )
    return Done("Refused.", 1)


TAKE_CHANGE = person_tool(take_change, Effect.DRAFT, TakeChange)
REFUSE_CHANGE = person_tool(refuse_change, Effect.DRAFT, RefuseChange)

TOOLS = (TAKE_CHANGE, REFUSE_CHANGE)
