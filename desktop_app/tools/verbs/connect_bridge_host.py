"""Write a program's configuration so that it finds the MCP bridge."""

from __future__ import annotations

from desktop_app.model.errors import BadInput, NotFound
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.bridge_hosts import HOSTS, change, write
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


class ConnectBridgeHost(Params, frozen=True, kw_only=True):
    host: str
    diff: str
    """What the person was shown: anything else is not written."""


def run(context: Context, params: ConnectBridgeHost) -> Done:
    """Keeps what was there beside it. Raises `BadInput`, `NotFound`, `StorageError`."""
    host = next((h for h in HOSTS if h.id == params.host), None)
    if host is None:
        raise NotFound("There is no such program.")
    wanted = change(host, context.profile)
    if wanted.diff != params.diff:
        raise BadInput(f"{wanted.path} has changed meanwhile.", next_step="Look at it again.")
    backup = write(wanted, context.clock())
    kept = f" What was there is kept as {backup.name}." if backup else ""
    return Done(f"Written to {wanted.path}.{kept} Restart {host.title}.", 1)


TOOL = Tool(
    name="connect_bridge_host",
    title="Connect a program",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Write a program's configuration so that it finds the MCP bridge.",
    params=ConnectBridgeHost,
    result=Done,
    run=run,
    origins=PERSON,
)
