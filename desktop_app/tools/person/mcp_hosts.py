"""Programs that can be connected to the MCP bridge by one press."""

from __future__ import annotations

from desktop_app.model.errors import BadInput, KnownError, NotFound
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done, Result
from desktop_app.tools.hosts.bridge_hosts import (
    HOSTS,
    Host,
    change,
    configuration,
    is_installed,
    place,
)
from desktop_app.tools.hosts.host_files import write


class BridgeHost(Result, frozen=True):
    """A program and the change of its file at `path`; `trouble` says why it can't be made. `seen`
    tells when the program was seen at work with Draftdesk, or that it was not."""

    id: str
    title: str
    path: str
    configuration: str
    diff: str = ""
    connected: bool = False
    installed: bool = False
    trouble: str = ""
    seen: str = ""


class BridgeHosts(Result, frozen=True):
    hosts: tuple[BridgeHost, ...]


class ConnectBridgeHost(Params, frozen=True, kw_only=True):
    host: str
    diff: str
    """What the person was shown: anything else is not written."""


def list_bridge_hosts(context: Context, params: NoParams) -> BridgeHosts:
    """Programs that can be connected by one press, those on this computer first, and what is
    written for each. What can't be changed safely comes with the reason; its configuration can be
    copied."""
    hosts = [_host(context, host) for host in HOSTS]
    return BridgeHosts(tuple(sorted(hosts, key=lambda host: not host.installed)))


def _host(context: Context, host: Host) -> BridgeHost:
    text = configuration(host, context.profile)
    try:
        wanted = change(host, context.profile)
    except KnownError as error:
        path = str(place(host))
        trouble = error.sentence
        return BridgeHost(
            host.id, host.title, path, text, installed=True, trouble=trouble, seen=_seen(host)
        )
    return BridgeHost(
        host.id,
        host.title,
        str(wanted.path),
        text,
        diff=wanted.diff,
        connected=wanted.before == wanted.after or not wanted.diff,
        installed=is_installed(host),
        seen=_seen(host),
    )


def _seen(host: Host) -> str:
    return host.seen or "Written as its documentation says; not seen at work yet."


def connect_bridge_host(context: Context, params: ConnectBridgeHost) -> Done:
    """Write a program's configuration so that it finds the bridge; what was there beside it is
    kept. Raises `BadInput`, `NotFound`, `StorageError`."""
    host = next((h for h in HOSTS if h.id == params.host), None)
    if host is None:
        raise NotFound("There is no such program.")
    wanted = change(host, context.profile)
    if wanted.diff != params.diff:
        raise BadInput(f"{wanted.path} has changed meanwhile.", next_step="Look at it again.")
    backup = write(wanted, context.clock())
    kept = f" What was there is kept as {backup.name}." if backup else ""
    return Done(f"Written to {wanted.path}.{kept} Restart {host.title}.", 1)


LIST_BRIDGE_HOSTS = person_tool(list_bridge_hosts, Effect.READ, NoParams)
CONNECT_BRIDGE_HOST = person_tool(
    connect_bridge_host, Effect.ORGANISE, ConnectBridgeHost, "Connect a program"
)

TOOLS = (LIST_BRIDGE_HOSTS, CONNECT_BRIDGE_HOST)
