"""Take a queued mail back: the very same text, editable."""

from __future__ import annotations

from desktop_app.tools import rows
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import DraftSaved


class UndoSend(Params, frozen=True, kw_only=True):
    outbox_id: int


def run(context: Context, params: UndoSend) -> DraftSaved:
    """Raises `Refused` when it is already on its way."""
    entry = context.store.outbox.undo(params.outbox_id)
    return rows.draft_saved(context.store.drafts.get(entry.draft_id))


TOOL = Tool(
    name="undo_send",
    title="Undo send",
    effect=Effect.DRAFT,
    group=Group.WINDOW,
    description="Take a queued mail back: the very same text, editable.",
    params=UndoSend,
    result=DraftSaved,
    run=run,
    origins=PERSON,
)
