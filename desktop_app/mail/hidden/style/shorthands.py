"""Names of the properties that can hide text, shorthands written out, vendors' names made one.

Everything here is a string in lower case, except where a value still waits for its variables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from desktop_app.mail.hidden.colours import colour
from desktop_app.mail.hidden.css_values import LONGEST, length, number
from desktop_app.mail.hidden.style.css_variables import BEYOND, is_nested

RELEVANT = frozenset(
    "display visibility opacity font-size line-height max-height height min-height max-width width"
    " min-width overflow-x overflow-y position float left top right bottom text-indent margin-left"
    " margin-top margin-bottom margin-right padding-top padding-bottom padding-left padding-right"
    " color background-color background-image background-clip box-shadow clip clip-path transform"
    " scale"
    " translate rotate zoom filter content-visibility letter-spacing word-spacing z-index"
    " mix-blend-mode -webkit-text-fill-color -webkit-text-security mask-image"
    " -webkit-mask-box-image -webkit-text-stroke contain content animation animation-name"
    " unicode-bidi direction font-size-adjust offset-path -webkit-line-clamp writing-mode"
    " text-orientation text-combine-upright perspective color-scheme outline-offset columns"
    " text-decoration vertical-align white-space flex flex-basis grid-template-rows"
    " font-family outline outline-width border border-top border-bottom border-width"
    " backdrop-filter grid-area grid-row grid-column".split()
)
WIDE = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})
"""Keywords that every property has."""

_SIDES = ("top", "right", "bottom", "left")
_ALIASES: Mapping[str, str] = {
    f"-{vendor}-{name}": name
    for vendor in ("webkit", "moz", "ms")
    for name in (
        "clip-path", "transform", "filter", "mask-image", "mask", "background-clip",
        "animation", "animation-name", "writing-mode", "columns", "flex", "flex-basis",
        "text-orientation", "perspective",
    )
} | {
    "-webkit-opacity": "opacity",
    "inline-size": "width", "block-size": "height", "max-inline-size": "max-width",
    "max-block-size": "max-height", "min-inline-size": "min-width",
    "min-block-size": "min-height", "overflow-inline": "overflow-x",
    "overflow-block": "overflow-y", "inset-inline-start": "left", "inset-inline-end": "right",
    "inset-block-start": "top", "inset-block-end": "bottom", "margin-inline-start": "margin-left",
    "margin-block-start": "margin-top", "margin-block-end": "margin-bottom",
    "padding-block-start": "padding-top", "padding-block-end": "padding-bottom",
    "padding-inline-start": "padding-left", "padding-inline-end": "padding-right",
    "-webkit-text-stroke-width": "-webkit-text-stroke", "line-clamp": "-webkit-line-clamp",
    "-webkit-mask-box-image-source": "-webkit-mask-box-image", "column-width": "columns",
    "-webkit-column-width": "columns", "text-decoration-thickness": "text-decoration",
    "-webkit-text-combine": "text-combine-upright", "word-wrap": "",
}  # fmt: skip
_SIZES = frozenset(
    "xx-small x-small small medium large x-large xx-large xxx-large smaller larger".split()
)
_SYSTEM_FONTS = frozenset("caption icon menu message-box small-caption status-bar".split())
_NO_IMAGE = re.compile(
    r"url\(\s*+[\"']?+((?:data|cid):)?+(?:[^()]++|\([^()]*+\))*+\)", re.IGNORECASE
)


def canonical(name: str) -> str:
    """The property that `name` (lower case) stands for, or nothing if it can't hide text."""
    name = _ALIASES.get(name, name)
    return name if name in RELEVANT or name in _SHORTHANDS else ""


def plain_value(value: str) -> str:
    """`value` without the addresses in it, which nobody here follows; `BEYOND` where it is too long
    or has too many brackets."""
    if is_nested(value):
        return BEYOND
    if "url(" in value.lower():
        value = _NO_IMAGE.sub(lambda found: f"url({found[1] or ''})", value)
    return value if len(value) <= LONGEST else BEYOND


@lru_cache(maxsize=4096)
def longhands(name: str, value: str) -> tuple[tuple[str, str], ...]:
    """The (property, value) pairs that a canonical property with its final value sets: none for a
    value that a browser does not know, so that the declaration before it stays."""
    if value in WIDE:
        return tuple((each, value) for each in covered(name))
    write = _SHORTHANDS.get(name)
    given = ((name, value),) if write is None else tuple(write(value))
    return given if all(_is_valid(each, own) for each, own in given) else ()


def covered(name: str) -> tuple[str, ...]:
    """The properties that a canonical property sets, whatever its value."""
    return _COVERED.get(name, (name,))


_KEYWORDS: Mapping[str, frozenset[str]] = {
    name: frozenset(values.split())
    for name, values in {
        "display": "none contents block inline inline-block flow-root list-item flex inline-flex"
        " grid inline-grid table inline-table table-row table-cell table-caption table-column"
        " table-column-group table-row-group table-header-group table-footer-group run-in ruby"
        " ruby-text math -webkit-box -webkit-inline-box -webkit-flex -webkit-inline-flex flow",
        "visibility": "visible hidden collapse",
        "position": "static relative absolute fixed sticky -webkit-sticky",
        "float": "none left right inline-start inline-end",
        "overflow-x": "visible hidden clip scroll auto overlay",
        "overflow-y": "visible hidden clip scroll auto overlay",
    }.items()
}
_OF_SIZES = frozenset(
    "auto none min-content max-content fit-content stretch normal -webkit-fill-available"
    " -moz-available -webkit-max-content -webkit-min-content".split()
)
_LENGTHS = frozenset(
    "max-height height min-height max-width width min-width left top right bottom margin-left"
    " margin-top margin-bottom padding-top padding-bottom padding-left padding-right".split()
)
_MAY_BE_NEGATIVE = frozenset("left top right bottom margin-left margin-top margin-bottom".split())
_COLOURS = frozenset({"color", "-webkit-text-fill-color", "background-color"})


def _is_valid(name: str, value: str) -> bool:
    """Whether a browser knows a value; one with a function is taken to be known."""
    if "(" in value:
        return True
    if name in _KEYWORDS:
        return set(value.split()) <= _KEYWORDS[name]
    if name in _COLOURS:
        return colour(value) is not None
    if name == "opacity":
        return number(value) is not None
    if name == "font-size":
        size = length(value)
        return value in _SIZES or (size is not None and size >= 0)
    if name in _LENGTHS:
        size = length(value)
        return value in _OF_SIZES or (size is not None and (size >= 0 or name in _MAY_BE_NEGATIVE))
    return True


def is_unknown(name: str, value: str) -> bool:
    """Whether nobody here knows what a value with a function in it comes to."""
    if BEYOND in value or name in _KEYWORDS:
        return True
    if name in _COLOURS:
        return colour(value) is None
    if name == "opacity":
        return number(value) is None
    return (name == "font-size" or name in _LENGTHS) and length(value) is None


_SHOWN_BY: Mapping[str, str] = {
    "display": "display", "visibility": "visibility", "opacity": "opacity",
    "font-size": "font-size", "height": "height", "max-height": "height", "min-height": "height",
    "width": "height", "max-width": "height", "min-width": "height", "overflow-x": "height",
    "overflow-y": "height", "padding-bottom": "height",
}  # fmt: skip


def reveals(name: str, value: str) -> str:
    """The property that hides and does not with this declaration: `display`, `visibility`,
    `opacity`, `font-size`, `height` for the room of a box; empty for one that hides or has nothing
    to do with it."""
    hides = value in {"none", "hidden", "collapse"} and name != "max-height" and name != "max-width"
    hides = hides or value in {"table-column", "clip"} or length(value) == 0 or number(value) == 0
    return "" if hides else _SHOWN_BY.get(name, "")


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


def functions(value: str) -> Iterator[tuple[str, list[str]]]:
    """The functions of a list and what stands between their commas (or spaces, where none)."""
    for word in words(value):
        name, bracket, inner = word.partition("(")
        if bracket:
            yield name, [w for w in words(inner.removesuffix(")")) if w not in ",/"]


def _font(value: str) -> Iterator[tuple[str, str]]:
    given = words(value)
    for index, word in enumerate(given):
        sized = word in _SIZES or "(" in word or (length(word) is not None and not _weight(word))
        if not sized and not word.endswith("%"):
            continue
        slash = given[index + 1 : index + 2] == ["/"]
        family = " ".join(given[index + (3 if slash else 1) :])
        if family:  # without one the whole declaration is unknown to a browser
            yield "font-size", word
            yield "line-height", given[index + 2] if slash else "normal"
            yield "font-family", family
        return
    if value in _SYSTEM_FONTS:
        yield "font-size", "13px"


def _weight(word: str) -> bool:
    return word.isdecimal() and word != "0"


def _background(value: str) -> Iterator[tuple[str, str]]:
    given = words(value)
    flat = next((w for w in reversed(given) if w not in "/," and colour(w) is not None), "")
    pictures = [w for w in given if w.endswith(")") and colour(w) is None]
    yield "background-color", flat or "transparent"
    yield "background-image", ",".join(pictures) or "none"
    yield "background-clip", "text" if "text" in given else "border-box"


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


_SHORTHANDS: Mapping[str, Callable[[str], Iterator[tuple[str, str]]]] = {
    "font": _font,
    "background": _background,
    "overflow": _pair("overflow-x", "overflow-y"),
    "inset": _of_sides("{}"),
    "inset-inline": _pair("left", "right"),
    "inset-block": _pair("top", "bottom"),
    "margin": _of_sides("margin-{}"),
    "margin-inline": _pair("margin-left", "margin-right"),
    "margin-block": _pair("margin-top", "margin-bottom"),
    "padding": _of_sides("padding-{}"),
    "padding-inline": _pair("padding-left", "padding-right"),
    "padding-block": _pair("padding-top", "padding-bottom"),
    "mask": _mask,
    "all": lambda _: iter(()),
}
_COVERED: Mapping[str, tuple[str, ...]] = {
    name: tuple(dict.fromkeys(found for found, _ in write("0/0 a" if name == "font" else "0")))
    for name, write in _SHORTHANDS.items()
} | {"all": tuple(sorted(RELEVANT - {"direction", "unicode-bidi"}))}
