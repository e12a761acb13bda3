"""How surely the rules within `@media`, `@supports` and `@container` hold.

They are read for a wide, light screen and a mouse; what holds there by its size or its colours does
not hold on every screen.

No tree is built: a condition is read from its tokens, to a bounded depth.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Any

import tinycss2

from desktop_app.mail.hidden.css_values import HEIGHT, WIDTH, length, split

_LONGEST = 2_000
_EVERY_SCREEN = re.compile(r"(?:(?:only\s+)?(?:screen|all))?(?:\s*,\s*(?:screen|all|print))*")
_NO_SCREEN = re.compile(
    r"(?:only\s+)?(?:print|speech|aural|braille|embossed|projection|tty|tv|handheld)"
    r"(?:\s+and\b[^,]*)?"
)
_DEEPEST = 8

_WORDS: Mapping[str, frozenset[str]] = {
    "orientation": frozenset({"landscape"}),
    "prefers-color-scheme": frozenset({"light"}),
    "prefers-reduced-motion": frozenset({"no-preference"}),
    "prefers-reduced-transparency": frozenset({"no-preference"}),
    "prefers-reduced-data": frozenset({"no-preference"}),
    "prefers-contrast": frozenset({"no-preference"}),
    "hover": frozenset({"hover"}),
    "any-hover": frozenset({"hover"}),
    "pointer": frozenset({"fine"}),
    "any-pointer": frozenset({"fine"}),
    "scripting": frozenset({"none"}),
    "update": frozenset({"fast"}),
    "display-mode": frozenset({"browser"}),
    "forced-colors": frozenset({"none"}),
    "inverted-colors": frozenset({"none"}),
    "color-gamut": frozenset({"srgb"}),
    "dynamic-range": frozenset({"standard"}),
    "scan": frozenset({"progressive"}),
    "overflow-block": frozenset({"scroll"}),
    "overflow-inline": frozenset({"scroll"}),
}
_FALSE_WORDS = frozenset({"none", "no-preference"})
_NUMBERS: Mapping[str, float] = {
    "width": WIDTH, "height": HEIGHT, "device-width": 1920.0, "device-height": 1080.0,
    "inline-size": WIDTH, "block-size": HEIGHT, "color": 8.0, "color-index": 0.0,
    "monochrome": 0.0, "grid": 0.0, "resolution": 1.0, "device-pixel-ratio": 1.0,
    "aspect-ratio": WIDTH / HEIGHT, "device-aspect-ratio": 16 / 9,
}  # fmt: skip
_RANGE = re.compile(r"^(min|max)-(.*)$")
_RESOLUTION = re.compile(r"([\d.]+)(dppx|x|dpi|dpcm)?$")
_COMPARED = re.compile(r"(?<!\s)\s*+(<=|>=|<|>|=)\s*+")
_DOTS = {"dpi": 1 / 96, "dpcm": 2.54 / 96}


class Force(IntEnum):
    """Whether rules hold on every screen, here as far as that is known, elsewhere alone, or where
    no mail is read (on paper)."""

    CERTAIN = 0
    UNCERTAIN = 1
    ELSEWHERE = 2
    NEVER = 3


@lru_cache(maxsize=512)
def of_media(query: str) -> Force:
    """The force of rules under a list of media queries (Media Queries 4)."""
    query = query.strip().lower()
    if _EVERY_SCREEN.fullmatch(query):
        return Force.CERTAIN
    if len(query) > _LONGEST:
        return Force.UNCERTAIN
    if _NO_SCREEN.fullmatch(query):
        return Force.NEVER
    parts = split(tinycss2.parse_component_value_list(query, skip_comments=True))
    return _here(any(_query(part) for part in parts))


@lru_cache(maxsize=512)
def of_supports(condition: str) -> Force:
    """The force of rules under an `@supports` condition: nobody here knows what a browser knows."""
    if len(condition) > _LONGEST:
        return Force.UNCERTAIN
    tokens = tinycss2.parse_component_value_list(condition.lower(), skip_comments=True)
    return _here(_logic([t for t in tokens if t.type != "whitespace"], _supported, 0))


def of_container(condition: str) -> Force:
    """The force of rules under a `@container` condition, with or without a name."""
    start = condition.find("(")
    return max(of_media(condition[start:]) if start >= 0 else Force.UNCERTAIN, Force.UNCERTAIN)


def _here(holds: bool) -> Force:
    return Force.UNCERTAIN if holds else Force.ELSEWHERE


def _query(tokens: Sequence[Any]) -> bool:
    """One query: `[not | only] type [and (feature)]…` or a condition."""
    if not tokens:
        return True
    words = list(tokens)
    negated = False
    if words[0].type == "ident" and words[0].value in {"not", "only"}:
        if len(words) > 1 and words[1].type == "ident":
            negated = words[0].value == "not"
            del words[0]
        else:
            return _logic(words, _feature, 0)
    if words[0].type != "ident":
        return _logic(words, _feature, 0)
    matches = words[0].value in {"all", "screen"}
    rest = words[2:] if len(words) > 1 else []
    return (matches and (not rest or _logic(rest, _feature, 0))) != negated


def _logic(tokens: Sequence[Any], holds: Any, depth: int) -> bool:
    """`not`, `and` and `or` between bracketed conditions."""
    result: bool | None = None
    join, negate = "and", False
    for token in tokens:
        if token.type == "ident":
            if token.value == "not":
                negate = True
            else:
                join = token.value
            continue
        found = _one(token, holds, depth) != negate
        negate = False
        result = found if result is None else _together(join, result, found)
    return bool(result)


def _together(join: str, one: bool, other: bool) -> bool:
    return one or other if join == "or" else one and other


def _one(token: Any, holds: Any, depth: int) -> bool:
    if token.type == "function":
        return bool(holds is _supported and token.lower_name in {"selector", "font-tech"})
    if token.type != "() block" or depth > _DEEPEST:
        return False
    inner = [t for t in token.content if t.type != "whitespace"]
    nested = any(t.type == "() block" for t in inner) or (inner and inner[0].type == "function")
    if nested and not any(t.type == "literal" and t.value == ":" for t in inner):
        return _logic(inner, holds, depth + 1)
    return bool(holds(tinycss2.serialize(token.content).strip()))


def _supported(declaration: str) -> bool:
    name, colon, value = declaration.partition(":")
    return bool(colon and value.strip()) and not name.strip().startswith(("-moz-", "-ms-", "-o-"))


def _feature(text: str) -> bool:
    if _COMPARED.search(text):
        return _compared(text)
    name, colon, value = (part.strip() for part in text.partition(":"))
    name = name.replace("-webkit-", "")
    found = _RANGE.match(name)
    end, name = (found[1], found[2]) if found else ("", name)
    if name in _WORDS:
        return value in _WORDS[name] if colon else not _WORDS[name] <= _FALSE_WORDS
    if name not in _NUMBERS:
        return False
    have = _NUMBERS[name]
    if not colon:
        return have > 0
    wanted = _wanted(name, value)
    if wanted is None:
        return False
    return have >= wanted if end == "min" else have <= wanted if end == "max" else have == wanted


def _wanted(name: str, value: str) -> float | None:
    if name in {"resolution", "device-pixel-ratio"}:
        found = _RESOLUTION.match(value)
        return float(found[1].strip(".") or 0) * _DOTS.get(found[2] or "", 1.0) if found else None
    if "/" in value:
        one, _, other = (length(part.strip()) for part in value.partition("/"))
        return one / other if one is not None and other else None
    return length(value)


def _compared(text: str) -> bool:
    """`width >= 600px`, `400px <= width < 900px`."""
    parts = _COMPARED.split(text)
    name = next((part for part in parts[::2] if part in _NUMBERS), "")
    if not name:
        return False
    values = [_NUMBERS[name] if part == name else _wanted(name, part) for part in parts[::2]]
    return all(
        a is not None and b is not None and _ordered(a, sign, b)
        for a, sign, b in zip(values, parts[1::2], values[1:], strict=False)
    )


def _ordered(one: float, sign: str, other: float) -> bool:
    if sign == "=":
        return one == other
    if sign in {"<", "<="}:
        return one < other or (sign == "<=" and one == other)
    return one > other or (sign == ">=" and one == other)
