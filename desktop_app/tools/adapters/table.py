"""Table of the families of names, and what a call by one of them comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from desktop_app.tools.adapters import (
    chat_agent,
    gmail_drafts,
    gmail_server,
    google_tools,
    imap_drafts,
)
from desktop_app.tools.adapters.adapter import AnyAdapter
from desktop_app.tools.base import AnyTool, Effect
from desktop_app.tools.catalogue import BY_NAME


@dataclass(frozen=True, slots=True)
class Family:
    """Family of names that one kind of program knows. `id` is what a program's settings keep."""

    id: str
    title: str
    adapters: tuple[AnyAdapter, ...]


FAMILIES: tuple[Family, ...] = (
    Family(gmail_drafts.FAMILY, "Gmail drafts", gmail_drafts.ADAPTERS),
    Family(google_tools.FAMILY, "Google tools", google_tools.ADAPTERS),
    Family(imap_drafts.FAMILY, "IMAP drafts", imap_drafts.ADAPTERS),
    Family(chat_agent.FAMILY, "Chat agent", chat_agent.ADAPTERS),
    Family(gmail_server.FAMILY, "Gmail MCP server", gmail_server.ADAPTERS),
)
ADAPTERS: Mapping[str, AnyAdapter] = {a.name: a for family in FAMILIES for a in family.adapters}
BY_FAMILY: Mapping[str, Family] = {family.id: family for family in FAMILIES}
HINTS = ("from_", "subject", "text", "number")
"""Arguments by which our own tools name a mail without its id."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a call by name means: our tool that does it, the strongest effect it can have, and the
    arguments that name a mail without its id, empty where nobody has to pick."""

    tool: AnyTool
    effect: Effect
    hints: tuple[str, ...] = ()


def adapter_for(name: str, arguments: Mapping[str, Any], family: str = "") -> AnyAdapter | None:
    """The adapter that answers a call, None where our own tool does. A name that is ours too is
    ours, unless its family is listed to the caller or an argument is of that family alone."""
    adapter = ADAPTERS.get(name)
    if adapter is None:
        return None
    if name in BY_NAME and family != adapter.family and not _foreign(adapter, arguments):
        return None
    return adapter


def _foreign(adapter: AnyAdapter, arguments: Mapping[str, Any]) -> bool:
    fields = BY_NAME[adapter.name].params.__struct_fields__
    return not arguments.keys() <= set(fields) and adapter.knows(arguments)


def meaning_of(name: str, arguments: Mapping[str, Any], family: str = "") -> Meaning | None:
    """What a call means; None for an unknown name."""
    adapter = adapter_for(name, arguments, family)
    if adapter is not None:
        adapter = (adapter.meant(arguments) if adapter.meant is not None else None) or adapter
        return Meaning(adapter.tool, adapter.effect, adapter.hints)
    tool = BY_NAME.get(name)
    if tool is None:
        return None
    return Meaning(tool, tool.effect, HINTS if tool.picks else ())
