"""The programs that may use the MCP bridge."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.bridge_results import BridgeClients
from desktop_app.tools.context import Context


class ListBridgeClients(Params, frozen=True, kw_only=True):
    pass


def run(context: Context, params: ListBridgeClients) -> BridgeClients:
    return BridgeClients(context.store.bridge_clients.list())


TOOL = Tool(
    name="list_bridge_clients",
    title="Connected programs",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="The programs that may use the MCP bridge.",
    params=ListBridgeClients,
    result=BridgeClients,
    run=run,
    origins=PERSON,
)
