"""Arguments for any method of the store, made from its annotations."""

from __future__ import annotations

import ast
import collections.abc
import dataclasses
import enum
import importlib
import inspect
import types
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from desktop_app.store.rows.message_record import MessageRecord, Preparer
from tests.store.mails import mail

_PLAIN: Mapping[object, object] = {
    str: "x",
    int: 1,
    float: 1.0,
    bool: False,
    bytes: b"x",
    Path: Path("nowhere"),
    type(None): None,
    Any: None,
    object: None,
}


def made_arguments(method: Callable[..., Any], named: Mapping[str, object]) -> dict[str, Any]:
    """A value for each parameter that needs one, by its name in `named` or by its annotation."""
    hints = get_type_hints(method, _names_of(method))
    parameters = list(inspect.signature(method).parameters.values())[1:]
    return {
        p.name: named.get(p.name, made(hints[p.name]))
        for p in parameters
        if p.default is p.empty and p.kind is not p.VAR_KEYWORD and p.kind is not p.VAR_POSITIONAL
    }


def made(kind: Any) -> Any:
    """A value of the annotation `kind`. Raises TypeError for one it knows no value of."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return inner[0]
    if origin in (Union, types.UnionType):
        return made(inner[0])
    if origin is not None:
        return _container(origin, inner)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return next(iter(kind))
    if kind is MessageRecord:
        return Preparer("local").prepare(mail("Three.", id="3@x"))
    if dataclasses.is_dataclass(kind):
        return _record(kind)
    if kind is Event:
        return Event()
    raise TypeError(f"no value of {kind} is known")


def _container(origin: Any, inner: tuple[Any, ...]) -> Any:
    if origin is collections.abc.Callable:
        return lambda *_: made(inner[1])
    if issubclass(origin, collections.abc.Mapping):
        return {made(inner[0]): made(inner[1])}
    if issubclass(origin, collections.abc.Set):
        return frozenset((made(inner[0]),))
    return (made(inner[0]),)


def _record(kind: Any) -> Any:
    hints = get_type_hints(kind)
    return kind(
        **{
            field.name: made(hints[field.name])
            for field in dataclasses.fields(kind)
            if field.init
            and field.default is dataclasses.MISSING
            and field.default_factory is dataclasses.MISSING
        }
    )


def _names_of(method: Callable[..., Any]) -> dict[str, Any]:
    """The names of the method's module, with those that it imports for type checking alone."""
    module = importlib.import_module(method.__module__)
    names = dict(vars(module))
    for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            other = vars(importlib.import_module(node.module))
            names |= {a.asname or a.name: other[a.name] for a in node.names if a.name in other}
    return names
