"""Delete messages for good. The window confirms it by naming what goes."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, structs

from desktop_app.tools.answers.mail_verbs import counted
from desktop_app.tools.calls.base import Effect, Group, Params, Subject, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done
from desktop_app.tools.names.resolving import message_ids, named


class DeleteMessages(Params, frozen=True, kw_only=True):
    ids: Annotated[tuple[str, ...], Meta(min_length=1, max_length=1000)]


def run(context: Context, params: DeleteMessages) -> Done:
    """Raises `NotFound` for an unknown id; then nothing is deleted."""
    ids = named(context, params.ids)
    count = context.store.messages.delete(ids)
    if not count:
        return Done("Nothing was there to delete.", 0)
    return Done(f"Deleted for good: {counted(count, 'mail')}.", count)


def in_full(context: Context, params: DeleteMessages) -> DeleteMessages:
    """The parameters with the ids of mails. Raises `NotFound`, `BadInput`."""
    return structs.replace(params, ids=tuple(map(str, message_ids(context, params.ids))))


def subject(context: Context, params: DeleteMessages) -> Subject:
    """Raises like `run`."""
    return Subject("Delete for good", message_ids(context, params.ids))


def possible(context: Context) -> bool:
    """Whether any account's server lets mail be deleted for good."""
    accounts = context.store.accounts.list()
    return any(context.ports.accounts.health(account).deletes for account in accounts)


TOOL = Tool(
    name="delete_messages",
    title="Delete for good",
    done="Deleting mail",
    effect=Effect.DESTROY,
    group=Group.ORGANISING,
    description="Delete mails permanently; trash them instead where possible.",
    params=DeleteMessages,
    result=Done,
    run=run,
    resolve=in_full,
    subject=subject,
    possible=possible,
)
