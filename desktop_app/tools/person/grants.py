"""What each program may see and propose, and *Stop everything*: set by a person alone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop_app.model.bridge import BridgeClient
from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput
from desktop_app.model.grant import Grant, GrantedSearch, person_key
from desktop_app.tools.calls.base import (
    AnyTool,
    Decision,
    Effect,
    NoParams,
    Params,
    person_tool,
)
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done
from desktop_app.tools.policy import EDITABLE

GRANTABLE = (
    "search_messages get_message get_thread get_attachment list_labels list_drafts get_draft"
    " connection_status mailbox_stats search_drive_files read_drive_file search_calendar_events"
    " create_draft draft_reply draft_forward update_draft delete_draft modify_messages create_label"
    " rename_label delete_label delete_messages ask_to_unsubscribe send_draft"
).split()
"""Names of the tools that a grant can say something of: all that programs are listed, but for what
tells of their own requests."""


class SetGrant(Params, frozen=True, kw_only=True):
    """`until_closed`: it ends when the window closes; the run that the grant names is of no
    account."""

    client_id: str
    grant: Grant
    until_closed: bool = False


class NeverShow(Params, frozen=True, kw_only=True):
    """An address or a domain."""

    who: str


class StopAll(Params, frozen=True, kw_only=True):
    on: bool


@dataclass(frozen=True, slots=True)
class Stopped:
    """Whether all assistants and programs are stopped."""

    on: bool


@dataclass(frozen=True, slots=True)
class GrantedLabel:
    """A label that can be granted, by its id and its name for the person."""

    id: str
    name: str
    system: bool


@dataclass(frozen=True, slots=True)
class GrantedTool:
    """A tool of programs, by its name and its title for the person. `asked_for`: it can be asked
    for; `allowed`: it can be let do without asking."""

    name: str
    title: str
    asked_for: bool
    allowed: bool


@dataclass(frozen=True, slots=True)
class GrantChoices:
    """What a grant can name here."""

    labels: tuple[GrantedLabel, ...]
    searches: tuple[GrantedSearch, ...]
    tools: tuple[GrantedTool, ...]


def set_grant(context: Context, params: SetGrant) -> BridgeClient:
    """What the program may see and propose from now on. Raises `NotFound`, `BadInput`."""
    window = context.store.window if params.until_closed else ""
    grant = replace(params.grant, window=window)
    return context.store.bridge_clients.set_grant(params.client_id, grant)


def never_show(context: Context, params: NeverShow) -> Done:
    """No program is shown mail with this person, or of this domain, from now on. Raises
    `BadInput`, also for an address of the person's own."""
    who = person_key(params.who)
    if who in context.store.accounts.own_keys():
        raise BadInput("All of your mail is to or from this address.")
    clients = context.store.bridge_clients
    changed = [c for c in clients.list() if who not in c.grant.never]
    with context.store.one_commit():
        for client in changed:
            clients.set_grant(client.id, client.grant.never_again(who))
    return Done(f"No program is shown mail with {who} any more.", len(changed))


def grant_choices(context: Context, params: NoParams) -> GrantChoices:
    """The labels and saved searches of every account, and what programs can do."""
    del params
    labels = {
        label.id: GrantedLabel(label.id, label.name, label.system)
        for label in context.store.labels.list()
        if not label.hidden
    }
    searches = context.store.saved_searches.list()
    return GrantChoices(
        tuple(labels.values()),
        tuple(GrantedSearch(each.name, each.query) for each in searches),
        tuple(_granted_tool(tool) for name in GRANTABLE if (tool := context.tool_named(name))),
    )


def _granted_tool(tool: AnyTool) -> GrantedTool:
    allowed = Decision.ALLOW in EDITABLE.get((Origin.MCP, tool.effect), frozenset())
    return GrantedTool(tool.name, tool.title, tool.effect is not Effect.READ, allowed)


def stop_all(context: Context, params: StopAll) -> Stopped:
    """Stop all assistants and programs until the person lets them go on, also after a start; or
    let them go on."""
    context.store.stopping.put(on=params.on)
    return Stopped(params.on)


def all_stopped(context: Context, params: NoParams) -> Stopped:
    """Whether all assistants and programs are stopped."""
    del params
    return Stopped(context.store.stopping.on)


SET_GRANT = person_tool(set_grant, Effect.ORGANISE, SetGrant, "Change what a program may see")
NEVER_SHOW = person_tool(never_show, Effect.ORGANISE, NeverShow, "Never show a person to programs")
GRANT_CHOICES = person_tool(grant_choices, Effect.READ, NoParams)
STOP_ALL = person_tool(stop_all, Effect.ORGANISE, StopAll, "Stop all assistants and programs")
ALL_STOPPED = person_tool(all_stopped, Effect.READ, NoParams)
TOOLS = (SET_GRANT, NEVER_SHOW, GRANT_CHOICES, STOP_ALL, ALL_STOPPED)
