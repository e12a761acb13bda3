"""The MCP bridge: its state, and the programs let in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from desktop_app.model.bridge import BridgeClient, BridgeStatus
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done
from desktop_app.tools.names.handed_in import handed_in_folder


@dataclass(frozen=True, slots=True)
class BridgeClientList:
    clients: tuple[BridgeClient, ...]


@dataclass(frozen=True, slots=True)
class NewBridgeClient:
    """`token` is shown once and kept nowhere but by the program it is for."""

    client: BridgeClient
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class HandedIn:
    """Path of the folder in which programs hand in files for drafts."""

    folder: str


class PauseBridge(Params, frozen=True, kw_only=True):
    """0 seconds end a pause."""

    seconds: Annotated[int, Meta(ge=0, le=86_400)] = 3600


class AddBridgeClient(Params, frozen=True, kw_only=True):
    name: str


class ChangeBridgeClient(Params, frozen=True, kw_only=True):
    client_id: str
    accounts: tuple[str, ...]
    groups_off: tuple[str, ...]
    family: str | None = None


class RevokeBridgeClient(Params, frozen=True, kw_only=True):
    client_id: str


def bridge_status(context: Context, params: NoParams) -> BridgeStatus:
    """Whether the bridge is on, and where."""
    return context.ports.bridge.status


def pause_bridge(context: Context, params: PauseBridge) -> BridgeStatus:
    """Switch the bridge off for a while, or end that."""
    context.ports.bridge.pause(params.seconds)
    return context.ports.bridge.status


def try_bridge(context: Context, params: NoParams) -> Done:
    """Use the bridge as a program would. Raises `Unavailable` when it does not answer as it
    should."""
    return Done(context.ports.bridge.try_it(), 1)


def list_bridge_clients(context: Context, params: NoParams) -> BridgeClientList:
    """The programs that may use the bridge."""
    return BridgeClientList(context.store.bridge_clients.list())


def add_bridge_client(context: Context, params: AddBridgeClient) -> NewBridgeClient:
    """Let one more program in. Raises `BadInput` without a name."""
    client, token = context.store.bridge_clients.add(params.name, now=context.clock())
    return NewBridgeClient(client, token)


def change_bridge_client(context: Context, params: ChangeBridgeClient) -> BridgeClient:
    """Which accounts a program sees, which tools it has and by which names. Raises `NotFound`,
    also for an account that is not there, `BadInput`."""
    for account in params.accounts:
        context.store.accounts.get(account)
    return context.store.bridge_clients.change(
        params.client_id,
        accounts=params.accounts,
        groups_off=params.groups_off,
        family=params.family,
    )


def revoke_bridge_client(context: Context, params: RevokeBridgeClient) -> BridgeClientList:
    """A program's token is worth nothing from now on."""
    context.store.bridge_clients.revoke(params.client_id)
    return BridgeClientList(context.store.bridge_clients.list())


def show_files_folder(context: Context, params: NoParams) -> HandedIn:
    """The folder, made where it is missing. Raises `StorageError`."""
    return HandedIn(str(handed_in_folder(context.profile)))


BRIDGE_STATUS = person_tool(bridge_status, Effect.READ, NoParams)
PAUSE_BRIDGE = person_tool(pause_bridge, Effect.ORGANISE, PauseBridge, "Pause the bridge")
TRY_BRIDGE = person_tool(try_bridge, Effect.READ, NoParams)
LIST_BRIDGE_CLIENTS = person_tool(list_bridge_clients, Effect.READ, NoParams)
ADD_BRIDGE_CLIENT = person_tool(
    add_bridge_client, Effect.ORGANISE, AddBridgeClient, "Connect a program"
)
CHANGE_BRIDGE_CLIENT = person_tool(
    change_bridge_client, Effect.ORGANISE, ChangeBridgeClient, "Change a program's access"
)
REVOKE_BRIDGE_CLIENT = person_tool(
    revoke_bridge_client, Effect.ORGANISE, RevokeBridgeClient, "Disconnect a program"
)
SHOW_FILES_FOLDER = person_tool(show_files_folder, Effect.READ, NoParams)

TOOLS = (
    BRIDGE_STATUS,
    PAUSE_BRIDGE,
    TRY_BRIDGE,
    LIST_BRIDGE_CLIENTS,
    ADD_BRIDGE_CLIENT,
    CHANGE_BRIDGE_CLIENT,
    REVOKE_BRIDGE_CLIENT,
    SHOW_FILES_FOLDER,
)
