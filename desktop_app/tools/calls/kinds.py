"""Kinds of parameters: what each takes, as far as one meaning in every host depends on it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec


@dataclass(frozen=True, slots=True)
class Kind:
    """What a parameter takes: texts, a list (of texts), numbers not under `least`, one of
    `choices`, an object; `fields` are an object's own, or those of each object in a list.
    `optional`: it may be left out; `says_by_itself`: then it is a text that is not empty."""

    texts: bool = False
    listed: bool = False
    lists_texts: bool = False
    number: bool = False
    least: int | None = None
    choices: tuple[str, ...] = ()
    fields: Hashable | None = None
    optional: bool = False
    says_by_itself: bool = False

    @property
    def one_text(self) -> bool:
        """Whether it is one text and nothing else."""
        return self.texts and not self.listed and not self.choices


@cache
def kinds_of(params: Any) -> dict[str, Kind]:
    """The kinds of the parameters, by the names that callers use."""
    return {field.encode_name: _kind(field) for field in msgspec.structs.fields(params)}


def _kind(field: msgspec.structs.FieldInfo) -> Kind:
    parts = tuple(_parts(field.type))
    literal = next((part for part in parts if get_origin(part) is Literal), None)
    bounds = (m.ge for p in parts for m in getattr(p, "__metadata__", ()) if m.ge is not None)
    return Kind(
        texts=str in parts,
        listed=any(get_origin(part) is tuple for part in parts),
        lists_texts=tuple[str, ...] in parts,
        number=int in parts,
        least=next((int(bound) for bound in bounds), None),
        choices=get_args(literal) if literal is not None else (),
        fields=next((part for part in parts if _is_object(part)), None),
        optional=not field.required,
        says_by_itself=isinstance(field.default, str) and bool(field.default),
    )


def _parts(kind: Any) -> Iterator[Any]:
    """The type and all it is made of."""
    yield kind
    if get_origin(kind) is Literal:
        return
    for part in get_args(kind):
        yield from _parts(part)


def _is_object(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)
