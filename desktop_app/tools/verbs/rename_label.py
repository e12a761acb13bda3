"""Give a label another name; its mails keep it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, structs

from desktop_app.tools.calls.base import Effect, Group, Params, Subject, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done
from desktop_app.tools.names import named_labels


class RenameLabel(Params, frozen=True, kw_only=True):
    label_id: str
    name: Annotated[str, Meta(min_length=1, max_length=225)]
    account: str = ""


def run(context: Context, params: RenameLabel) -> Done:
    """Raises `Conflict` for a name that is taken, `NotFound`, `BadInput`."""
    label = named_labels.named(context, params.label_id, params.account)
    made = context.store.labels.rename(label.account_id, label.id, params.name.strip())
    return Done(f"Label renamed: {made.name}.", 1)


def in_full(context: Context, params: RenameLabel) -> RenameLabel:
    """The parameters with the label's account. Raises like `run`."""
    label = named_labels.named(context, params.label_id, params.account)
    name = params.name.strip()
    return structs.replace(params, label_id=label.id, name=name, account=label.account_id)


def subject(context: Context, params: RenameLabel) -> Subject:
    """Raises like `run`."""
    label = named_labels.named(context, params.label_id, params.account)
    if params.name.strip().casefold() != label.name.casefold():
        context.store.labels.refuse_name(label.account_id, params.name.strip())
    return Subject(
        "Rename a label",
        account=label.account_id,
        note=named_labels.carried(label),
        quotes=(*named_labels.quoted(context, label), ("New name", params.name.strip())),
    )


TOOL = Tool(
    name="rename_label",
    title="Rename a label",
    done="Renaming a label",
    effect=Effect.ORGANISE,
    group=Group.ORGANISING,
    description="Rename a label.",
    params=RenameLabel,
    result=Done,
    run=run,
    resolve=in_full,
    subject=subject,
)
