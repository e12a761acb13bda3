"""Queries as SEARCH criteria (RFC 3501 section 6.4.4), as far as a server can be asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from desktop_app.model.query import And, Node, Not, Or, Term, Words
from desktop_app.search.parser import parse
from desktop_app.search.values import age_of, date_of, size_of

_STATES: Mapping[str, str] = MappingProxyType(
    {"unread": "UNSEEN", "read": "SEEN", "starred": "FLAGGED", "unstarred": "UNFLAGGED"}
)
_TEXTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "from": ("FROM",),
        "cc": ("CC",),
        "bcc": ("BCC",),
        "subject": ("SUBJECT",),
        "list": ("HEADER", "List-Id"),
        "deliveredto": ("HEADER", "Delivered-To"),
        "rfc822msgid": ("HEADER", "Message-ID"),
    }
)
_MOMENTS: Mapping[str, tuple[str, Callable[[str, float], int | None]]] = MappingProxyType(
    {
        "after": ("SINCE", date_of),
        "before": ("BEFORE", date_of),
        "newer_than": ("SINCE", age_of),
        "older_than": ("BEFORE", age_of),
    }
)
_SIZES: Mapping[str, str] = MappingProxyType({"larger": "LARGER", "smaller": "SMALLER"})


class CannotAskError(Exception):
    """A part of the query is nothing a server knows."""


def criteria_of(query: str, now: float) -> list[Any] | None:
    """The criteria of a query; None where a server can't be asked for it. `now` is in seconds
    since the epoch. Raises `QueryError`."""
    root = parse(query).root
    if root is None:
        return ["ALL"]
    try:
        return _criteria(root, now)
    except CannotAskError:
        return None


def _criteria(node: Node, now: float) -> list[Any]:
    if isinstance(node, And):
        return [part for each in node.nodes for part in _criteria(each, now)]
    if isinstance(node, Or):
        found = _criteria(node.nodes[0], now)
        for each in node.nodes[1:]:
            found = ["OR", found, _criteria(each, now)]
        return found
    if isinstance(node, Not):
        return ["NOT", _criteria(node.node, now)]
    if isinstance(node, Words):
        words = [node.text] if node.phrase else node.text.split()
        return [part for word in words for part in ("TEXT", word)]
    return _term(node, now)


def _term(term: Term, now: float) -> list[Any]:
    name, value = term.operator, term.value
    if name == "to":
        return ["OR", ["TO", value], ["CC", value]]
    if name in _TEXTS and value != "me":
        return [*_TEXTS[name], value]
    if name in _MOMENTS:
        key, read = _MOMENTS[name]
        moment = read(value, now)
        if moment is not None:
            return [key, datetime.fromtimestamp(moment).astimezone().date()]
    if name in _SIZES and (size := size_of(value)) is not None:
        return [_SIZES[name], str(size)]
    if name == "is" and value.lower() in _STATES:
        return [_STATES[value.lower()]]
    raise CannotAskError(name)
