"""Table of the families of names, and who answers a call by one of them."""

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


@dataclass(frozen=True, slots=True)
class Family:
    """Family of names that one kind of program knows, by its id in `NAME_FAMILIES`."""

    id: str
    adapters: tuple[AnyAdapter, ...]


FAMILIES: tuple[Family, ...] = (
    Family(gmail_drafts.FAMILY, gmail_drafts.ADAPTERS),
    Family(google_tools.FAMILY, google_tools.ADAPTERS),
    Family(imap_drafts.FAMILY, imap_drafts.ADAPTERS),
    Family(chat_agent.FAMILY, chat_agent.ADAPTERS),
    Family(gmail_server.FAMILY, gmail_server.ADAPTERS),
)
ADAPTERS: Mapping[str, AnyAdapter] = {a.name: a for family in FAMILIES for a in family.adapters}
BY_FAMILY: Mapping[str, Family] = {family.id: family for family in FAMILIES}


def adapter_for(name: str, arguments: Mapping[str, Any], family: str = "") -> AnyAdapter | None:
    """The adapter that answers a call, None where our own tool does. A name that is ours too is
    ours, unless its family is listed to the caller or an argument is of that family alone."""
    adapter = ADAPTERS.get(name)
    if adapter is None:
        return None
    if name == adapter.tool.name and family != adapter.family and not _foreign(adapter, arguments):
        return None
    return adapter


def _foreign(adapter: AnyAdapter, arguments: Mapping[str, Any]) -> bool:
    fields = adapter.tool.params.__struct_fields__
    return not arguments.keys() <= set(fields) and adapter.knows(arguments)
