"""Try the MCP bridge as a program would."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


class TryBridge(Params, frozen=True, kw_only=True):
    pass


def run(context: Context, params: TryBridge) -> Done:
    """Raises `Unavailable` when it does not answer as it should."""
    return Done(context.ports.bridge.try_it(), 1)


TOOL = Tool(
    name="try_bridge",
    title="Try the bridge",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="Try the MCP bridge as a program would.",
    params=TryBridge,
    result=Done,
    run=run,
    origins=PERSON,
)
