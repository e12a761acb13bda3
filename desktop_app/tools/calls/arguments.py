"""Arguments of a call, converted into the parameters of a tool.

Text and numbers that the store cannot hold are refused here, in words that a model can act on. No
verb has to check them again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from threading import Lock
from typing import Any, Protocol

import msgspec

from desktop_app.model.errors import BadInput
from desktop_app.tools.calls.base import LARGEST, Params

# WORKAROUND Two threads that start msgspec's analysis of a type at once crash, so one works it out
# at a time; no report known; msgspec 0.22; remove when the analysis takes a lock.
_ONE_AT_A_TIME = Lock()
LONGEST_WORDS = 400
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
    from desktop_app.tools.calls.meant import Unfit, as_meant  # with the first call by name

    _refuse_all(tool, arguments)
    try:
        meant = as_meant(tool.params, arguments)
        _refuse_all(tool, meant)
        with _ONE_AT_A_TIME:
            params = msgspec.convert(meant, tool.params, strict=False)
    except Unfit as error:
        raise BadInput(f"{tool.name}: {error}", next_step=known_arguments(tool)) from error
    except (msgspec.ValidationError, RecursionError) as error:
        words = str(error)[:LONGEST_WORDS]  # it names an unknown argument, however long
        raise BadInput(f"{tool.name}: {words}.", next_step=known_arguments(tool)) from error
    for name in params.__struct_fields__:  # a number may have been written as a text
        _refuse(tool, name, getattr(params, name))
    return params


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
    from desktop_app.tools.calls.other_names import WAYS

    names = [field.encode_name for field in msgspec.structs.fields(tool.params)]
    if not names:
        return "It takes no arguments."
    way = WAYS.get(tool.name, "")
    return f"Its arguments are: {', '.join(names)}. {way}".rstrip()


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
