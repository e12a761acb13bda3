"""Completions: people for whom a prompt or a search is about, labels and operators in a search."""

from __future__ import annotations

from threading import Event
from typing import Any

from mcp_types import Completion, PromptReference, ResourceTemplateReference

from desktop_app.mcp_bridge.resources import people_named
from desktop_app.mcp_bridge.visits import Visit
from desktop_app.model.errors import KnownError
from desktop_app.tools.calls.results import LabelList

MOST = 20
_OPERATORS = ("from:", "to:", "subject:", "label:", "is:unread", "is:starred", "has:attachment",
              "in:inbox", "in:sent", "newer_than:", "older_than:", "after:", "before:")  # fmt: skip


def complete(visit: Visit, ref: object, argument: Any, stop: Event) -> Completion | None:
    """Values for an argument; nothing where there is nothing to offer."""
    name, typed = str(argument.name), str(argument.value)
    try:
        if isinstance(ref, PromptReference) and name == "person":
            return _completion(people_named(visit, typed, stop))
        if isinstance(ref, ResourceTemplateReference) and name == "query":
            return _completion(_query(visit, typed, stop))
    except KnownError:
        return None
    return None


def _query(visit: Visit, typed: str, stop: Event) -> list[str]:
    """The last word of the search, completed."""
    before, space, last = typed.rpartition(" ")
    operator, colon, value = last.partition(":")
    if colon and operator in {"from", "to"}:
        found = [f"{operator}:{_address(each)}" for each in people_named(visit, value, stop)]
    elif colon and operator == "label":
        found = [f"label:{_quoted(each)}" for each in _labels(visit, value, stop)]
    else:
        found = [each for each in _OPERATORS if each.startswith(last)]
    return [f"{before}{space}{each}" for each in found]


def _labels(visit: Visit, typed: str, stop: Event) -> list[str]:
    _, found = visit.call("list_labels", {}, stop)
    if not isinstance(found.value, LabelList):
        return []
    names = [label.name for label in found.value.labels]
    return [name for name in names if name.casefold().startswith(typed.casefold())]


def _address(person: str) -> str:
    return person.rpartition("<")[2].rstrip(">")


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


def _completion(values: list[str]) -> Completion:
    return Completion(values=values[:MOST], total=len(values), has_more=len(values) > MOST)
