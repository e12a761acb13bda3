"""A program's token is worth nothing from now on."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.bridge_results import BridgeClients
from desktop_app.tools.context import Context


class RevokeBridgeClient(Params, frozen=True, kw_only=True):
    client_id: str


def run(context: Context, params: RevokeBridgeClient) -> BridgeClients:
    context.store.bridge_clients.revoke(params.client_id)
    return BridgeClients(context.store.bridge_clients.list())


TOOL = Tool(
    name="revoke_bridge_client",
    title="Disconnect a program",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="A program's token is worth nothing from now on.",
    params=RevokeBridgeClient,
    result=BridgeClients,
    run=run,
    origins=PERSON,
)
