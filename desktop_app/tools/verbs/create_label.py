"""Make a label."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, structs

from desktop_app.tools.calls.base import Effect, Group, Params, Subject, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import LabelRow
from desktop_app.tools.drafting import new_drafts


class CreateLabel(Params, frozen=True, kw_only=True):
    name: Annotated[str, Meta(min_length=1, max_length=225)]
    account: str = ""


def run(context: Context, params: CreateLabel) -> LabelRow:
    """Raises `BadInput` for a name that is taken or reserved."""
    account = new_drafts.account_or_default(context, params.account)
    label = context.store.labels.create(account.id, params.name.strip())
    return LabelRow(label.id, label.name, label.account_id, label.system, 0, 0)


def in_full(context: Context, params: CreateLabel) -> CreateLabel:
    """The parameters with the id of the account. Raises `NotFound`."""
    account = new_drafts.account_or_default(context, params.account)
    return structs.replace(params, name=params.name.strip(), account=account.id)


def subject(context: Context, params: CreateLabel) -> Subject:
    """Raises like `run`."""
    account = new_drafts.account_or_default(context, params.account)
    context.store.labels.refuse_name(account.id, params.name.strip())
    quotes = (("Name", params.name.strip()),)
    return Subject("Create a label", account=account.id, quotes=quotes)


TOOL = Tool(
    name="create_label",
    title="Create a label",
    done="Making a label",
    effect=Effect.ORGANISE,
    group=Group.ORGANISING,
    description="Create a label.",
    params=CreateLabel,
    result=LabelRow,
    run=run,
    resolve=in_full,
    subject=subject,
)
