"""Delete a label; its mails stay."""

from __future__ import annotations

from msgspec import structs

from desktop_app.tools.calls.base import Effect, Group, Params, Subject, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done
from desktop_app.tools.names import named_labels


class DeleteLabel(Params, frozen=True, kw_only=True):
    label_id: str
    account: str = ""


def run(context: Context, params: DeleteLabel) -> Done:
    """Raises `NotFound`, `BadInput`."""
    label = named_labels.named(context, params.label_id, params.account)
    context.store.labels.delete(label.account_id, label.id)
    return Done("Label deleted; its mail is still there.", 1)


def in_full(context: Context, params: DeleteLabel) -> DeleteLabel:
    """The parameters with the label's account. Raises like `run`."""
    label = named_labels.named(context, params.label_id, params.account)
    return structs.replace(params, label_id=label.id, account=label.account_id)


def subject(context: Context, params: DeleteLabel) -> Subject:
    """Raises like `run`."""
    label = named_labels.named(context, params.label_id, params.account)
    return Subject(
        "Delete a label",
        account=label.account_id,
        note=f"{named_labels.carried(label)} No mail is deleted.",
        quotes=named_labels.quoted(context, label),
    )


TOOL = Tool(
    name="delete_label",
    title="Delete a label",
    done="Deleting a label",
    effect=Effect.DESTROY,
    group=Group.ORGANISING,
    description="Delete a label for good; its mails stay.",
    params=DeleteLabel,
    result=Done,
    run=run,
    resolve=in_full,
    subject=subject,
)
