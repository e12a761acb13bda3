"""Make a label."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.tools import new_drafts
from desktop_app.tools.base import Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import LabelRow


class CreateLabel(Params, frozen=True, kw_only=True):
    name: Annotated[str, Meta(min_length=1, max_length=225)]
    account: str = ""


def run(context: Context, params: CreateLabel) -> LabelRow:
    """Raises `BadInput` for a name that is taken or reserved."""
    account = new_drafts.account_or_default(context, params.account)
    label = context.store.labels.create(account.id, params.name.strip())
    return LabelRow(label.id, label.name, label.account_id, label.system, 0, 0)


TOOL = Tool(
    name="create_label",
    title="Create a label",
    done="Making a label",
    effect=Effect.ORGANISE,
    group=Group.ORGANISING,
    description="Create a label that mails can carry.",
    params=CreateLabel,
    result=LabelRow,
    run=run,
)
