"""Add files of this computer to a draft."""

from __future__ import annotations

from pathlib import Path

from desktop_app.model.errors import Conflict
from desktop_app.tools import attaching, rows
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import DraftSaved


class AttachFiles(Params, frozen=True, kw_only=True):
    draft_id: str
    base_revision: int
    paths: tuple[str, ...]


def run(context: Context, params: AttachFiles) -> DraftSaved:
    """Raises `BadInput` for a file that can't be read or is too large, `Conflict`."""
    draft = context.store.drafts.get(params.draft_id)
    if draft.revision != params.base_revision:
        raise Conflict("The draft has changed in the meantime.")
    return rows.draft_saved(attaching.attach_files(context, draft, map(Path, params.paths)))


TOOL = Tool(
    name="attach_files",
    title="Attach files",
    effect=Effect.DRAFT,
    group=Group.WINDOW,
    description="Add files of this computer to a draft.",
    params=AttachFiles,
    result=DraftSaved,
    run=run,
    origins=PERSON,
)
