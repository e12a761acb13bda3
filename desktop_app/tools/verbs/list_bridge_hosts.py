"""Programs that can be connected by one press, and what is written for each."""

from __future__ import annotations

from desktop_app.model.errors import KnownError
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.bridge_hosts import HOSTS, Host, change, configuration, place
from desktop_app.tools.bridge_results import BridgeHost, BridgeHosts
from desktop_app.tools.context import Context


class ListBridgeHosts(Params, frozen=True, kw_only=True):
    pass


def run(context: Context, params: ListBridgeHosts) -> BridgeHosts:
    """What can't be changed safely comes with the reason; its configuration can be copied."""
    return BridgeHosts(tuple(_host(context, host) for host in HOSTS))


def _host(context: Context, host: Host) -> BridgeHost:
    text = configuration(host, context.profile)
    try:
        wanted = change(host, context.profile)
    except KnownError as error:
        return BridgeHost(host.id, host.title, str(place(host)), text, trouble=error.sentence)
    return BridgeHost(
        host.id,
        host.title,
        str(wanted.path),
        text,
        diff=wanted.diff,
        connected=wanted.before == wanted.after or not wanted.diff,
        installed=wanted.there or wanted.path.parent.exists(),
    )


TOOL = Tool(
    name="list_bridge_hosts",
    title="Programs to connect",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="Programs that can be connected by one press.",
    params=ListBridgeHosts,
    result=BridgeHosts,
    run=run,
    origins=PERSON,
)
