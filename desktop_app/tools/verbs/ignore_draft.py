"""Put a draft aside; it can be restored."""

from __future__ import annotations

from desktop_app.tools import rows
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import DraftSaved


class IgnoreDraft(Params, frozen=True, kw_only=True):
    draft_id: str


def run(context: Context, params: IgnoreDraft) -> DraftSaved:
    """Raises `Refused` when it is in no state for that, `NotFound`."""
    return rows.draft_saved(context.store.drafts.ignore(params.draft_id, now=context.clock()))


TOOL = Tool(
    name="ignore_draft",
    title="Ignore a draft",
    effect=Effect.DRAFT,
    group=Group.WINDOW,
    description="Put a draft aside; it can be restored.",
    params=IgnoreDraft,
    result=DraftSaved,
    run=run,
    origins=PERSON,
)
