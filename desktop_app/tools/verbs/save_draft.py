"""Keep what the person has typed: called within a second of every change."""

from __future__ import annotations

from desktop_app.model.draft import DraftContent
from desktop_app.tools import rows
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import DraftSaved


class SaveDraft(Params, frozen=True, kw_only=True):
    draft_id: str
    base_revision: int
    content: DraftContent


def run(context: Context, params: SaveDraft) -> DraftSaved:
    """Raises `Conflict` for a stale revision, `Refused` for a draft that is on its way."""
    draft = context.store.drafts.save(
        params.draft_id, params.base_revision, params.content, context.author, now=context.clock()
    )
    return rows.draft_saved(draft)


TOOL = Tool(
    name="save_draft",
    title="Save a draft",
    effect=Effect.DRAFT,
    group=Group.WINDOW,
    description="Keep what the person has typed: called within a second of every change.",
    params=SaveDraft,
    result=DraftSaved,
    run=run,
    origins=PERSON,
)
