"""Switch the MCP bridge off for a while, or end that."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.model.bridge import BridgeStatus
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context


class PauseBridge(Params, frozen=True, kw_only=True):
    seconds: Annotated[int, Meta(ge=0, le=86_400)] = 3600


def run(context: Context, params: PauseBridge) -> BridgeStatus:
    context.ports.bridge.pause(params.seconds)
    return context.ports.bridge.status


TOOL = Tool(
    name="pause_bridge",
    title="Pause the bridge",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Switch the MCP bridge off for a while; 0 ends a pause.",
    params=PauseBridge,
    result=BridgeStatus,
    run=run,
    origins=PERSON,
)
