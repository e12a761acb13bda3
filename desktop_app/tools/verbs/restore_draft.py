"""Bring an ignored draft back."""

from __future__ import annotations

from desktop_app.tools import rows
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import DraftSaved


class RestoreDraft(Params, frozen=True, kw_only=True):
    draft_id: str


def run(context: Context, params: RestoreDraft) -> DraftSaved:
    """Raises `Refused` when it is in no state for that, `NotFound`."""
    return rows.draft_saved(context.store.drafts.restore(params.draft_id, now=context.clock()))


TOOL = Tool(
    name="restore_draft",
    title="Restore a draft",
    effect=Effect.DRAFT,
    group=Group.WINDOW,
    description="Bring an ignored draft back.",
    params=RestoreDraft,
    result=DraftSaved,
    run=run,
    origins=PERSON,
)
