"""Read mbox files, Maildirs and .eml files into an account; the sources are only read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from desktop_app.model.errors import NotFound
from desktop_app.model.progress import ImportReport
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.local_account import learn_identity, local_account


class ImportMail(Params, frozen=True, kw_only=True):
    paths: Annotated[tuple[str, ...], Meta(min_length=1)]
    account: str = ""


def run(context: Context, params: ImportMail) -> ImportReport:
    """Resumable and idempotent; watch with `progress`, stop with `cancelled`, hold with `paused`.

    Raises `NotFound` for a path that is not there."""
    paths = [Path(p).expanduser() for p in params.paths]
    missing = [p for p in paths if not p.exists()]
    if missing:
        raise NotFound(f"{missing[0]} is not there.")
    account = params.account or local_account(context.store).id
    report = context.ports.importer.run(
        paths,
        account,
        progress=context.progress,
        cancelled=context.cancelled,
        paused=context.paused,
    )
    learn_identity(context.store, account)
    if context.ports.accounts.capabilities(context.store.accounts.get(account)).syncs:
        context.store.sync_state.list_again(account)
        context.ports.sync.wake(account)
    return report


TOOL = Tool(
    name="import_mail",
    title="Import mail",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Read mbox files, Maildirs and .eml files into an account.",
    params=ImportMail,
    result=ImportReport,
    run=run,
    origins=PERSON,
)
