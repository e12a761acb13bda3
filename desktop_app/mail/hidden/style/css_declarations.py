"""Declarations of a `style` attribute or of a rule, as the longhand properties that can hide text.

Read by tinycss2 (CSS Syntax 3), in bounded depth. No address is ever followed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import tinycss2

from desktop_app.mail.hidden.style.css_variables import BEYOND, has_variable
from desktop_app.mail.hidden.style.selectors import TooMuch
from desktop_app.mail.hidden.style.shorthands import canonical, covered, longhands, plain_value

LARGEST_INLINE = 10_000
_LONGEST_NUMBER = 300
_DEEPEST = 40
_BRACKET = re.compile(r"[(\[{}\]);]")
_NUMBER = re.compile(rf"[0-9]{{{_LONGEST_NUMBER}}}[0-9]*+")
_SIMPLE = re.compile(r"[^\\\"'*{}@()\[\]]*")


class Late(NamedTuple):
    """A value that waits for its variables; `name` is the property or shorthand it was given to."""

    name: str
    value: str


Value = str | Late
Declaration = tuple[str, Value, bool]
"""Property, value, whether it is important. The name of a custom property keeps its case."""


@dataclass(frozen=True, slots=True)
class Block:
    """What one `style` attribute, or all rules of the sheets, declare for an element."""

    normal: Mapping[str, Value] = field(default_factory=dict)
    important: Mapping[str, Value] = field(default_factory=dict)
    custom: Mapping[str, str] = field(default_factory=dict)
    late: bool = False


_NOTHING = Block()


def unnested(text: str) -> str:
    """`text` without brackets into which the CSS library would recurse, and numbers that Python
    makes none of: `BEYOND` stands for them. Raises TooMuch where rules would go with them."""
    if len(text) > _LONGEST_NUMBER:
        text = _NUMBER.sub(f" {BEYOND} ", text)
    depth, kept, begin = 0, [], -1
    position = 0
    for match in _BRACKET.finditer(text):
        if match[0] == ";":
            if begin >= 0:
                raise TooMuch
            continue
        depth = depth + 1 if match[0] in "([{" else max(depth - 1, 0)
        if begin >= 0 and match[0] in "{}":
            raise TooMuch
        if begin < 0 and depth > _DEEPEST:
            if match[0] == "{":
                raise TooMuch
            begin = match.start()
        elif begin >= 0 and depth <= _DEEPEST:
            kept += [text[position:begin], BEYOND]
            position, begin = match.end(), -1
    if begin >= 0:
        raise TooMuch
    return "".join([*kept, text[position:]])


@lru_cache(maxsize=2048)
def block(style: str) -> Block:
    """The relevant declarations of a `style` attribute. What one that is too long or too nested
    does can't be told."""
    if len(style) <= LARGEST_INLINE:
        with suppress(TooMuch):
            return block_of(declarations(style))
    return Block(normal={"display": BEYOND})


def block_of(found: Iterable[Declaration]) -> Block:
    normal: dict[str, Value] = {}
    important: dict[str, Value] = {}
    custom: dict[str, str] = {}
    late = False
    for name, value, weighs in found:
        if name.startswith("--"):
            custom[name] = str(value)
        else:
            (important if weighs else normal)[name] = value
            late = late or isinstance(value, Late)
    return Block(normal, important, custom, late) if normal or important or custom else _NOTHING


def declarations(text: str) -> Iterator[Declaration]:
    """The relevant declarations of a text, as longhand properties. Raises TooMuch."""
    if _SIMPLE.fullmatch(text):
        for piece in text.split(";"):
            name, colon, value = piece.partition(":")
            if colon:
                yield from _declared(name.strip(), value)
        return
    text = unnested(text)
    for node in tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True):
        if node.type == "declaration":
            yield from of_node(node)


def of_node(node: Any) -> Iterator[Declaration]:
    if node.name.startswith("--") or canonical(node.lower_name):
        tokens = [token for token in node.value if token.type != "comment"]
        ending = "!important" if node.important else ""
        yield from _declared(node.name, tinycss2.serialize(tokens) + ending)


def _declared(name: str, value: str) -> Iterator[Declaration]:
    if name.startswith("--"):
        yield name, plain_value(_weighed(value)[0]), False
        return
    known = canonical(name.lower())
    if not known:
        return
    value, important = _weighed(value)
    value = plain_value(value)
    if has_variable(value):
        late = Late(known, value)
        yield from ((each, late, important) for each in covered(known))
    elif value:
        value = value if known == "content" else value.lower()
        yield from ((each, own, important) for each, own in longhands(known, value))


def _weighed(value: str) -> tuple[str, bool]:
    """A value without its `!important`, and whether it had one."""
    before, mark, word = value.rpartition("!")
    if mark and word.strip().lower() == "important":
        return before.strip(), True
    return value.strip(), False
