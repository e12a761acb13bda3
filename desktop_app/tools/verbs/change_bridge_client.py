"""Which accounts a program sees, and which tools it has."""

from __future__ import annotations

from desktop_app.model.bridge import BridgeClient
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context


class ChangeBridgeClient(Params, frozen=True, kw_only=True):
    client_id: str
    accounts: tuple[str, ...]
    groups_off: tuple[str, ...]


def run(context: Context, params: ChangeBridgeClient) -> BridgeClient:
    """Raises `NotFound`, also for an account that is not there."""
    for account in params.accounts:
        context.store.accounts.get(account)
    return context.store.bridge_clients.change(
        params.client_id, accounts=params.accounts, groups_off=params.groups_off
    )


TOOL = Tool(
    name="change_bridge_client",
    title="Change a program's access",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Which accounts a program sees, and which tools it has.",
    params=ChangeBridgeClient,
    result=BridgeClient,
    run=run,
    origins=PERSON,
)
