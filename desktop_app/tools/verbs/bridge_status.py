"""How the MCP bridge stands."""

from __future__ import annotations

from desktop_app.model.bridge import BridgeStatus
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context


class ReadBridgeStatus(Params, frozen=True, kw_only=True):
    pass


def run(context: Context, params: ReadBridgeStatus) -> BridgeStatus:
    return context.ports.bridge.status


TOOL = Tool(
    name="bridge_status",
    title="Bridge status",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="How the MCP bridge stands.",
    params=ReadBridgeStatus,
    result=BridgeStatus,
    run=run,
    origins=PERSON,
)
