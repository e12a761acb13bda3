"""Let one more program in; its token is shown once."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.bridge_results import NewBridgeClient
from desktop_app.tools.context import Context


class AddBridgeClient(Params, frozen=True, kw_only=True):
    name: str


def run(context: Context, params: AddBridgeClient) -> NewBridgeClient:
    """Raises `BadInput` without a name."""
    client, token = context.store.bridge_clients.add(params.name, now=context.clock())
    return NewBridgeClient(client, token)


TOOL = Tool(
    name="add_bridge_client",
    title="Connect a program",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Let one more program use the MCP bridge; its token is shown once.",
    params=AddBridgeClient,
    result=NewBridgeClient,
    run=run,
    origins=PERSON,
)
