"""Words for a recorded act: no ids, no names of tools or arguments."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from desktop_app.ui.widgets.safe_text import clean

_COUNTED: Mapping[str, str] = MappingProxyType(
    {
        "ids": "mail",
        "message_ids": "mail",
        "thread_ids": "conversation",
        "paths": "file",
        "to": "recipient",
        "add_label_ids": "label added",
        "remove_label_ids": "label removed",
    }
)
_SAID = frozenset({"query", "action", "name", "person", "reply_all", "by"})
_PLAIN: Mapping[str, str] = MappingProxyType(
    {
        "reply_all True": "to everyone",
        "to_list True": "to the list",
        "only_count True": "only counted",
    }
)


def readable(summary: str) -> str:
    """`3 ids, action archive` becomes `3 mails, archive`; what only a program reads is left out."""
    found = (_part(part) for part in clean(summary).split(", "))
    return ", ".join(part for part in found if part)


def _part(part: str) -> str:
    if part in _PLAIN:
        return _PLAIN[part]
    first, _, rest = part.partition(" ")
    if first.isdecimal() and rest in _COUNTED:
        word = _COUNTED[rest]
        return f"{first} {word}" if first == "1" or " " in word else f"{first} {word}s"
    return rest if first in _SAID and not rest.isdecimal() else ""
