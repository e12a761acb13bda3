"""Spelling of arguments: `maxResults`, `max_results` and `max-results` are one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

import msgspec

from desktop_app.model.errors import BadInput
from desktop_app.tools.calls.base import Params

LONGEST_NAME = 80


def spelled(
    params: type[Params], also: Mapping[str, str], arguments: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments as `params` spells them, `also` giving further names, without those that are
    null. An unknown one stays as it is. Raises `BadInput` for one that is given twice with two
    meanings."""
    own = names_of(params)
    more = {plain(name): own.get(plain(theirs), name) for name, theirs in also.items()}
    known = more | own
    inner = inner_of(params)
    found: dict[str, Any] = {}
    for name, value in arguments.items():
        if value is None:
            continue
        wanted = known.get(plain(str(name)), str(name))
        if says_nothing(found.get(wanted)):
            found[wanted] = _nested(inner.get(wanted), value)
        elif found[wanted] != value and not says_nothing(value):
            raise BadInput(f"{_shown(wanted)} is given twice.")
    return found


def says_nothing(value: object) -> bool:
    """Whether a value is what a host fills in that must give every argument."""
    return value is None or (isinstance(value, str | list | tuple | Mapping) and not value)


def _shown(name: str) -> str:
    return name[:LONGEST_NAME].encode("utf-8", "replace").decode()


def _nested(params: type[Params] | None, value: Any) -> Any:
    """The arguments of an object inside, or of each in a list of them."""
    if params is None:
        return value
    if isinstance(value, list | tuple):
        return [_nested(params, each) for each in value]
    return spelled(params, {}, value) if isinstance(value, Mapping) else value


def is_spelled(params: type[Params], also: Mapping[str, str], name: str) -> bool:
    """Whether a name is one of the arguments, in whatever spelling."""
    wanted = plain(str(name))
    return wanted in names_of(params) or wanted in {plain(each) for each in also}


@cache
def names_of(params: type[Params]) -> dict[str, str]:
    """The arguments by their plain spelling."""
    return {plain(f.encode_name): f.encode_name for f in msgspec.structs.fields(params)}


@cache
def inner_of(params: type[Params]) -> dict[str, type[Params]]:
    """The arguments that are objects with arguments of their own."""
    found = {}
    for field in msgspec.structs.fields(params):
        for kind in (field.type, *get_args(field.type)):
            if isinstance(kind, type) and issubclass(kind, Params):
                found[field.encode_name] = kind
    return found


def plain(name: str) -> str:
    """A name without what spellings differ in."""
    return name.replace("_", "").replace("-", "").lower()
