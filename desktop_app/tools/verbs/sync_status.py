"""How the background is getting on with each account's mail."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.sync_results import SyncStatuses


class SyncStatus(Params, frozen=True, kw_only=True):
    pass


def run(context: Context, params: SyncStatus) -> SyncStatuses:
    accounts = context.ports.sync.status()
    lines = [f"{a.account_id}: {a.phase.value}. {a.sentence}".strip() for a in accounts]
    return SyncStatuses("\n".join(lines), accounts, context.ports.sync.paused)


TOOL = Tool(
    name="sync_status",
    title="Sync status",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="How the background is getting on with each account's mail.",
    params=SyncStatus,
    result=SyncStatuses,
    run=run,
    origins=PERSON,
)
