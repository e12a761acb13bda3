"""Spelling of arguments: `maxResults`, `max_results` and `max-results` are one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

import msgspec

from desktop_app.model.errors import BadInput
from desktop_app.tools.calls.arguments import printable
from desktop_app.tools.calls.base import Params


def spelled(
    params: type[Params], also: Mapping[str, str], arguments: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments as `params` spells them, `also` giving further names, without those that are
    null. An unknown one stays as it is. Raises `BadInput` for one that is given twice."""
    own = _names(params)
    more = {_plain(name): own.get(_plain(theirs), name) for name, theirs in also.items()}
    known = more | own
    inner = _inner(params)
    found: dict[str, Any] = {}
    for name, value in arguments.items():
        if value is None:
            continue
        wanted = known.get(_plain(str(name)), str(name))
        if wanted in found:
            raise BadInput(f"{printable(wanted)} is given twice.")
        found[wanted] = _nested(inner.get(wanted), value)
    return found


def _nested(params: type[Params] | None, value: Any) -> Any:
    """The arguments of an object inside, or of each in a list of them."""
    if params is None:
        return value
    if isinstance(value, list | tuple):
        return [_nested(params, each) for each in value]
    return spelled(params, {}, value) if isinstance(value, Mapping) else value


def is_spelled(params: type[Params], also: Mapping[str, str], name: str) -> bool:
    """Whether a name is one of the arguments, in whatever spelling."""
    plain = _plain(str(name))
    return plain in _names(params) or plain in {_plain(each) for each in also}


@cache
def _names(params: type[Params]) -> dict[str, str]:
    return {_plain(f.encode_name): f.encode_name for f in msgspec.structs.fields(params)}


@cache
def _inner(params: type[Params]) -> dict[str, type[Params]]:
    """The arguments that are objects with arguments of their own."""
    found = {}
    for field in msgspec.structs.fields(params):
        for kind in (field.type, *get_args(field.type)):
            if isinstance(kind, type) and issubclass(kind, Params):
                found[field.encode_name] = kind
    return found


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()
