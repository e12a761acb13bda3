"""Newer versions, and what changed in this one. Nothing is installed, and nobody asks by themself
unless the person has chosen so."""

from __future__ import annotations

from desktop_app.model.backup import Occasion
from desktop_app.model.errors import Unavailable
from desktop_app.model.releases import Release, number_of, releases, since
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result
from desktop_app.updating import (
    WHERE_FROM,
    how_to_update,
    own_changes,
    own_version,
    published_at,
)

ADDRESS, WEEKLY, LOOKED, RAN = (
    "updates.address",
    "updates.weekly",
    "updates.looked_at",
    "updates.ran",
)
WEEK_SECONDS = 7 * 86_400
NOBODY_SAYS = "This Draftdesk names no address where newer versions are told."


class Newer(Result, frozen=True):
    """`releases` are newer than `version`, the newest first; `how` is a command or a sentence."""

    version: str
    releases: tuple[Release, ...]
    how: str
    is_command: bool = False


class Changed(Result, frozen=True):
    """What changed since `before`; empty where this version has run already, or none had. `backup`
    is the file of the backup that was made before the database was changed, if one was."""

    version: str
    before: str
    releases: tuple[Release, ...]
    backup: str = ""


class WhatChanged(Params, frozen=True, kw_only=True):
    """Since the version that ran before; all that is known with `everything`."""

    everything: bool = False


def find_newer(context: Context, params: NoParams) -> Newer:
    """Ask the one address. Raises `Unavailable` where there is none or it does not answer, or
    answers with something that is no changelog, `Refused`, `StorageError`."""
    del params
    address = context.settings.text(ADDRESS) or published_at()
    if not address:
        raise Unavailable(
            NOBODY_SAYS,
            next_step="Ask where you got it, or name an address in Settings, This computer.",
        )
    found = releases(context.ports.published_changes(address, context.cancelled))
    if not found:
        raise Unavailable(
            "What that address answers is no list of versions.",
            next_step="The address stands in Settings, This computer.",
        )
    context.settings.change(LOOKED, int(context.clock()))
    how = how_to_update()
    newer = since(found, own_version())
    return Newer(own_version(), newer, how, is_command=how != WHERE_FROM)


def what_changed(context: Context, params: WhatChanged) -> Changed:
    """What this version brought; notes that it has run. Raises `StorageError`."""
    version, before = own_version(), context.settings.text(RAN)
    if params.everything:
        return Changed(version, before, since(releases(own_changes()), "0.0.0", until=version))
    if before != version:
        context.settings.change(RAN, version)
    if not before or number_of(before) >= number_of(version):
        return Changed(version, before, ())
    found = since(releases(own_changes()), before, until=version)
    return Changed(version, before, found, _backup(context))


def _backup(context: Context) -> str:
    """The backup of this start's change of the database, where one was made in the last hour."""
    made = (b for b in context.store.backups.whole() if b.occasion is Occasion.MIGRATION)
    newest = max(made, key=lambda b: b.made, default=None)
    if newest is None or context.clock() - newest.made > 3_600:
        return ""
    return newest.path.name


class Due(Result, frozen=True):
    due: bool


def is_due(context: Context, params: NoParams) -> Due:
    """Whether it is time to ask, where the person wants that to be done each week."""
    del params
    settings = context.settings
    last = context.clock() - settings.number(LOOKED)
    return Due(settings.flag(WEEKLY) and last >= WEEK_SECONDS)


FIND_NEWER = person_tool(find_newer, Effect.READ, NoParams)
WHAT_CHANGED = person_tool(what_changed, Effect.READ, WhatChanged)
IS_DUE = person_tool(is_due, Effect.READ, NoParams)
TOOLS = (FIND_NEWER, WHAT_CHANGED, IS_DUE)
