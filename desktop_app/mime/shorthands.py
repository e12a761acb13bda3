"""Names of the properties that can hide text, shorthands written out, vendors' names made one.

Everything here is a string in lower case, except where a value still waits for its variables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from desktop_app.mime.colours import colour
from desktop_app.mime.css_values import LONGEST, length
from desktop_app.mime.css_variables import BEYOND, is_nested

__all__ = ["BEYOND", "RELEVANT", "canonical", "covered", "longhands", "plain_value", "words"]

RELEVANT = frozenset(
    "display visibility opacity font-size line-height max-height height min-height max-width width"
    " min-width overflow-x overflow-y position left top right bottom text-indent margin-left"
    " margin-top margin-right padding-top padding-bottom padding-left padding-right color"
    " background-color background-image background-size background-position background-clip"
    " box-shadow clip clip-path mso-hide transform scale translate rotate zoom filter"
    " content-visibility letter-spacing z-index mix-blend-mode -webkit-text-fill-color"
    " -webkit-text-security mask-image mask-size text-shadow -webkit-text-stroke contain content"
    " animation animation-name unicode-bidi direction font-size-adjust backface-visibility"
    " offset-path".split()
)
_SIDES = ("top", "right", "bottom", "left")
_ALIASES: Mapping[str, str] = {
    f"-{vendor}-{name}": name
    for vendor in ("webkit", "moz", "ms")
    for name in (
        "clip-path", "transform", "filter", "mask-image", "mask", "mask-size", "background-clip",
        "opacity", "animation", "animation-name", "backface-visibility",
    )
} | {
    "inline-size": "width", "block-size": "height", "max-inline-size": "max-width",
    "max-block-size": "max-height", "min-inline-size": "min-width",
    "min-block-size": "min-height", "overflow-inline": "overflow-x",
    "overflow-block": "overflow-y", "inset-inline-start": "left", "inset-inline-end": "right",
    "inset-block-start": "top", "inset-block-end": "bottom", "margin-inline-start": "margin-left",
    "margin-block-start": "margin-top", "margin-inline-end": "margin-right",
    "padding-block-start": "padding-top", "padding-block-end": "padding-bottom",
    "padding-inline-start": "padding-left", "padding-inline-end": "padding-right",
    "-ms-writing-mode": "", "-webkit-text-stroke-width": "-webkit-text-stroke",
}  # fmt: skip
_SIZES = frozenset(
    "xx-small x-small small medium large x-large xx-large xxx-large smaller larger".split()
)
_SYSTEM_FONTS = frozenset("caption icon menu message-box small-caption status-bar".split())
_NO_IMAGE = re.compile(r"url\([^)]*\)")


def canonical(name: str) -> str:
    """The property that `name` (lower case) stands for, or nothing if it can't hide text."""
    name = _ALIASES.get(name, name)
    return name if name in RELEVANT or name in _SHORTHANDS else ""


def plain_value(value: str) -> str:
    """`value` without the addresses in it, which nobody here follows; `BEYOND` where it is too long
    or has too many brackets."""
    if is_nested(value):
        return BEYOND
    if len(value) > 40 and "url(" in value.lower():
        value = _NO_IMAGE.sub("url()", value)
    return value if len(value) <= LONGEST else BEYOND


@lru_cache(maxsize=4096)
def longhands(name: str, value: str) -> tuple[tuple[str, str], ...]:
    """The (property, value) pairs that a canonical property with its final value sets."""
    write = _SHORTHANDS.get(name)
    return ((name, value),) if write is None else tuple(write(value))


def covered(name: str) -> tuple[str, ...]:
    """The properties that a canonical property sets, whatever its value."""
    return _COVERED.get(name, (name,))


def words(value: str) -> list[str]:
    """The words of a value; brackets hold theirs together, a slash stands alone."""
    found: list[str] = []
    start = depth = 0
    for index, character in enumerate(f"{value} "):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth > 0 or character not in " \t\r\n\f/,":
            continue
        if index > start:
            found.append(value[start:index])
        if character in "/,":
            found.append(character)
        start = index + 1
    return found


def _font(value: str) -> Iterator[tuple[str, str]]:
    given = words(value)
    for index, word in enumerate(given):
        sized = word in _SIZES or "(" in word or (length(word) is not None and not _weight(word))
        if not sized and not word.endswith("%"):
            continue
        yield "font-size", word
        slash = given[index + 1 : index + 2] == ["/"]
        yield "line-height", next(iter(given[index + 2 :]), "") if slash else "normal"
        return
    if value in _SYSTEM_FONTS:
        yield "font-size", "13px"
    elif value in {"initial", "inherit", "unset", "revert"}:
        yield from ((name, value) for name in _COVERED["font"])


def _weight(word: str) -> bool:
    return word.isdecimal() and word != "0"


def _background(value: str) -> Iterator[tuple[str, str]]:
    given = words(value)
    flat = next((w for w in reversed(given) if w not in "/," and colour(w) is not None), "")
    pictures = [w for w in given if w.endswith(")") and colour(w) is None]
    yield "background-color", flat or "transparent"
    yield "background-image", ",".join(pictures) or "none"
    yield "background-clip", "text" if "text" in given else "border-box"
    sized = given.index("/") if "/" in given else -1
    yield "background-size", " ".join(given[sized + 1 : sized + 3]) if sized >= 0 else "auto"
    placed = [w for w in given[: sized if sized >= 0 else None] if length(w) is not None]
    yield "background-position", " ".join(placed)


def _of_sides(pattern: str) -> Callable[[str], Iterator[tuple[str, str]]]:
    def write(value: str) -> Iterator[tuple[str, str]]:
        given = words(value)[:4]
        if given:
            for number, side in enumerate(_SIDES):
                index = number if number < len(given) else number - 2 if number > 1 else 0
                index = index if index < len(given) else 0
                yield pattern.format(side), given[index]

    return write


def _pair(first: str, second: str) -> Callable[[str], Iterator[tuple[str, str]]]:
    def write(value: str) -> Iterator[tuple[str, str]]:
        given = words(value)
        if given:
            yield first, given[0]
            yield second, given[min(1, len(given) - 1)]

    return write


def _mask(value: str) -> Iterator[tuple[str, str]]:
    given = words(value)
    yield "mask-image", ",".join(w for w in given if w.endswith(")")) or "none"
    if "/" in given:
        yield "mask-size", " ".join(given[given.index("/") + 1 :][:2])


_SHORTHANDS: Mapping[str, Callable[[str], Iterator[tuple[str, str]]]] = {
    "font": _font,
    "background": _background,
    "overflow": _pair("overflow-x", "overflow-y"),
    "inset": _of_sides("{}"),
    "inset-inline": _pair("left", "right"),
    "inset-block": _pair("top", "bottom"),
    "margin": _of_sides("margin-{}"),
    "margin-inline": _pair("margin-left", "margin-right"),
    "margin-block": _pair("margin-top", "margin-top"),
    "padding": _of_sides("padding-{}"),
    "padding-inline": _pair("padding-left", "padding-right"),
    "padding-block": _pair("padding-top", "padding-bottom"),
    "mask": _mask,
}
_COVERED: Mapping[str, tuple[str, ...]] = {
    name: tuple(dict.fromkeys(found for found, _ in write("0/0 a" if name == "font" else "0")))
    for name, write in _SHORTHANDS.items()
}
