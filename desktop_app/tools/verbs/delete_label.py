"""Remove a label; the mails that carry it stay."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


class DeleteLabel(Params, frozen=True, kw_only=True):
    account: str
    label_id: str


def run(context: Context, params: DeleteLabel) -> Done:
    """Raises `BadInput` for a system label, `NotFound`."""
    context.store.labels.delete(params.account, params.label_id)
    return Done("Label deleted; its mail is still there.", 1)


TOOL = Tool(
    name="delete_label",
    title="Delete a label",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Remove a label; the mails that carry it stay.",
    params=DeleteLabel,
    result=Done,
    run=run,
    origins=PERSON,
)
