"""Arguments of a call, converted into the parameters of a tool.

Text and numbers that the store cannot hold are refused here, in words that a model can act on. No
verb has to check them again.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any, Protocol, cast, get_args, get_origin

import msgspec

from desktop_app.model.errors import BadInput
from desktop_app.tools.calls.base import Params

LARGEST = 2**53 - 1
"""The largest whole number every JSON program agrees on (RFC 8259, section 6)."""
# WORKAROUND Two threads that start msgspec's analysis of a type at once crash, so one works it out
# at a time; no report known; msgspec 0.22; remove when the analysis takes a lock.
_ONE_AT_A_TIME = Lock()
LONGEST_WORDS = 400
LONGEST_JSON = 8_000_000
"""Characters of a list or an object that is given as a text."""
DEEPEST = 32
"""Levels of nesting; no tool wants more than three."""


class Called(Protocol):
    """What is called by a name: a tool of ours, or an adapter."""

    @property
    def name(self) -> str: ...

    @property
    def params(self) -> type[Params]: ...


def given(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments that are given: null is not. By these it is told whose tool a call means."""
    return {key: value for key, value in arguments.items() if value is not None}


def params_of(tool: Called, arguments: Mapping[str, Any]) -> Any:
    """The tool's own parameters. Raises `BadInput`, naming what is wrong."""
    _refuse_all(tool, arguments)
    try:
        meant = _leniently(tool, arguments)
        with _ONE_AT_A_TIME:
            params = msgspec.convert(meant, tool.params, strict=False)
    except (msgspec.ValidationError, RecursionError) as error:
        words = str(error)[:LONGEST_WORDS]  # it names an unknown argument, however long
        raise BadInput(f"{tool.name}: {words}.", next_step=known_arguments(tool)) from error
    for name in params.__struct_fields__:  # a number may have been written as a text
        _refuse(tool, name, getattr(params, name))
    return params


def _leniently(tool: Called, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments as every program means them: what is null is not given; where a list or an object
    is wanted, the text of one in JSON is that one, and any other text a list of one; where a text
    is wanted, a whole number is its digits, as ids are."""
    kinds = _kinds_of(cast("Hashable", tool.params))
    return {
        key: _meant(tool, key, kinds[key], value) if key in kinds else value
        for key, value in given(arguments).items()
    }


@dataclass(frozen=True, slots=True)
class _Kind:
    """What a parameter takes: texts, a list (of texts), an object; `fields` are an object's own, or
    those of each object in a list."""

    texts: bool = False
    listed: bool = False
    lists_texts: bool = False
    fields: Hashable | None = None


@cache
def _kinds_of(params: Any) -> dict[str, _Kind]:
    """The kinds of the parameters, by the names that callers use."""
    return {field.encode_name: _kind(field.type) for field in msgspec.structs.fields(params)}


def _kind(kind: Any) -> _Kind:
    parts = tuple(_parts(kind))
    return _Kind(
        texts=str in parts,
        listed=any(get_origin(part) is tuple for part in parts),
        lists_texts=tuple[str, ...] in parts,
        fields=next((part for part in parts if _is_object(part)), None),
    )


def _parts(kind: Any) -> Iterator[Any]:
    """The type and all it is made of."""
    yield kind
    for part in get_args(kind):
        yield from _parts(part)


def _is_object(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _meant(tool: Called, name: str, kind: _Kind, value: Any) -> Any:
    if isinstance(value, str) and (kind.listed or kind.fields is not None):
        value = _from_json(tool, name, kind, value)
    if kind.fields is not None:
        return _objects(tool, kind.fields, value)
    return _text(value) if kind.texts else value


def _from_json(tool: Called, name: str, kind: _Kind, text: str) -> Any:
    """The list or object that a text is in JSON; else a list of that text where one is wanted."""
    begins = {"[": kind.listed, "{": kind.fields is not None}.get(text.strip()[:1], False)
    if begins and len(text) <= LONGEST_JSON:
        try:
            found = msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError):
            found = None
        if isinstance(found, list | dict):
            _refuse_all(tool, {name: found})
            return [found] if kind.listed and isinstance(found, dict) else found
    if not text.strip():
        return [] if kind.listed else text
    return [text] if kind.lists_texts else text


def _objects(tool: Called, params: Hashable, value: Any) -> Any:
    """Objects as arguments are meant."""
    if isinstance(value, list | tuple):
        return [_objects(tool, params, each) for each in value]
    if not isinstance(value, Mapping):
        return value
    kinds = _kinds_of(params)
    return {
        key: _meant(tool, key, kinds[key], each) if key in kinds else each
        for key, each in given(value).items()
    }


def _text(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_text(each) for each in value]
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _refuse_all(tool: Called, arguments: Mapping[str, Any]) -> None:
    for key, value in _leaves(arguments):
        _refuse(tool, key, value)


def _refuse(tool: Called, key: str, value: object) -> None:
    if isinstance(value, int) and abs(value) > LARGEST:
        words = f"{tool.name}: {printable(key)} is too large a number."
        raise BadInput(words, next_step=known_arguments(tool))
    if isinstance(value, str) and not storable(value):
        words = f"{tool.name}: {printable(key)} is no valid Unicode text."
        raise BadInput(words, next_step=known_arguments(tool))


def known_arguments(tool: Called) -> str:
    """What the arguments of a tool are called, as the next step of an error."""
    names = (field.encode_name for field in msgspec.structs.fields(tool.params))
    return f"Its arguments are: {', '.join(names)}."


def storable(text: str) -> bool:
    """Whether a text is valid Unicode: half a surrogate pair can be neither stored nor sent."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def printable(text: str) -> str:
    """A name from outside, cut to 80 characters and valid Unicode, for an error text."""
    return text[:80].encode("utf-8", "replace").decode()


def _leaves(value: object, key: str = "", depth: int = 0) -> Iterator[tuple[str, object]]:
    """Every text and number, under the name of its argument; names too are texts."""
    if depth > DEEPEST:
        raise BadInput(f"{printable(key)} is nested too deep.")
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield key or str(name), str(name)
            yield from _leaves(each, key or str(name), depth + 1)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _leaves(each, key, depth + 1)
    else:
        yield key, value
