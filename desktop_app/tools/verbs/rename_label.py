"""Give a label another name."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


class RenameLabel(Params, frozen=True, kw_only=True):
    account: str
    label_id: str
    name: Annotated[str, Meta(min_length=1, max_length=225)]


def run(context: Context, params: RenameLabel) -> Done:
    """Raises `BadInput` for a system label or a name that is taken, `NotFound`."""
    context.store.labels.rename(params.account, params.label_id, params.name.strip())
    return Done("Label renamed.", 1)


TOOL = Tool(
    name="rename_label",
    title="Rename a label",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Give a label another name.",
    params=RenameLabel,
    result=Done,
    run=run,
    origins=PERSON,
)
