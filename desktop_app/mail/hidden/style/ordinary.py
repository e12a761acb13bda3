"""Values of properties that are ordinary in mail, and leave the words they are for to be seen.

What is not ordinary is odd: nobody works out here how much of the words it leaves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from desktop_app.mail.hidden.css_values import angle, length, line_height, number
from desktop_app.mail.hidden.style.shorthands import functions, is_unknown, words

FAR_LEFT, FAR_RIGHT = -100.0, 2_000.0
"""Pixels from where it would stand, beyond which a text may not be found."""

MOVED = 10.0
"""Pixels by which an element may lie over another one."""

PLACED = frozenset({"absolute", "fixed", "relative", "sticky"})

_ORDINARY: Mapping[str, frozenset[str]] = {
    name: frozenset(values.split("|"))
    for name, values in {
        "content-visibility": "visible|auto",
        "clip": "auto",
        "clip-path": "none",
        "mask-image": "none",
        "-webkit-mask-box-image": "none",
        "mix-blend-mode": "normal",
        "-webkit-text-security": "none",
        "font-size-adjust": "none",
        "offset-path": "none",
        "-webkit-line-clamp": "none",
        "contain": "none|layout|style",
        "writing-mode": "horizontal-tb|lr|lr-tb|rl|rl-tb",
        "text-orientation": "mixed|upright",
        "text-combine-upright": "none",
        "unicode-bidi": "normal|embed|isolate|plaintext",
        "perspective": "none",
    }.items()
}
"""Values that hide nothing; with any other of these properties that is not known."""

_CALM = frozenset("grayscale sepia saturate hue-rotate drop-shadow".split())
_LIGHT: Mapping[str, tuple[float, float]] = {
    "brightness": (0.4, 1.6), "contrast": (0.5, 3.0), "opacity": (0.3, 1.0), "invert": (0.0, 0.3),
}  # fmt: skip


_NAME = re.compile(r"(?<![\w-])([\w-]++)\(")
_KNOWN = frozenset(
    "calc min max clamp rgb rgba hsl hsla hwb lab lch oklab oklch color light-dark translate"
    " translatex translatey translatez translate3d scale scalex scaley rotate rotatez skew skewx"
    " skewy grayscale sepia saturate hue-rotate drop-shadow brightness contrast opacity invert blur"
    " progid alpha".split()
)
"""Functions that are worked out, or of which it does not matter what they come to."""


def is_odd(own: Mapping[str, str], em: float) -> bool:
    return (
        any("(" in value and is_unknown(name, value) for name, value in own.items())
        or any(own[n] not in usual for n, usual in _ORDINARY.items() if n in own)
        or any(not is_calm(own[n], em) for n, is_calm in _CALMLY.items() if n in own)
        or any(
            f not in _KNOWN for n in _CALMLY if "(" in own.get(n, "") for f in _NAME.findall(own[n])
        )
        or ((number(own.get("z-index", "")) or 0) < 0 and own.get("position") in PLACED)
        or _is_picture(own.get("content", ""))
        or own.get("grid-template-rows", "").startswith("0")
    )


def _is_picture(content: str) -> bool:
    """Whether something else is drawn in place of the words."""
    return "(" in content and not content.startswith(("attr(", "counter", '"', "'"))


def _few_pixels(least: float, most: float) -> Callable[[str, float], bool]:
    return lambda value, em: all(
        least <= size <= most for word in words(value) if (size := length(word, em=em)) is not None
    )


def _few_ems(least: float, most: float) -> Callable[[str, float], bool]:
    return lambda value, em: least * em <= (length(value, em=em) or 0.0) <= most * em


def _moves_little(value: str, em: float) -> bool:
    """Whether a `transform` leaves the words about where and as they are."""
    return value == "none" or all(_move(name, given, em) for name, given in functions(value))


def _move(name: str, given: list[str], em: float) -> bool:
    if name.startswith("translate"):
        return all(_step(word, em) for word in given)
    if name in {"scale", "scalex", "scaley"}:
        return all(0.5 <= (number(word) or 0.0) <= 4 for word in given)
    if name in {"rotate", "rotatez", "skew", "skewx", "skewy"}:
        return all(abs(angle(word) or 0.0) <= 45 for word in given)
    return False


def _step(value: str, em: float) -> bool:
    if value.endswith("%"):
        return abs(number(value) or 0.0) < 0.9
    return abs(length(value, em=em) or 0.0) <= -FAR_LEFT


def _scales_little(value: str, _: float) -> bool:
    return value in {"none", "normal"} or all(
        0.5 <= (number(word) or 0.0) <= 4 for word in words(value)
    )


def _filters_little(value: str, _: float) -> bool:
    if value == "none" or "(" not in value:
        return True  # filters of old engines, which no browser knows
    for name, given in functions(value):
        amount = number(given[0]) if given else 1.0
        if name == "blur" and (length(given[0]) if given else 0.0) not in {0.0, 1.0}:
            return False
        least, most = _LIGHT.get(name, (-1e9, 1e9))
        known = name in _CALM or name in _LIGHT or name in {"blur", "progid", "alpha"}
        if not known or not least <= (1.0 if amount is None else amount) <= most:
            return False
    return True


def _columns(value: str, em: float) -> bool:
    return all(size >= 60 for w in words(value) if w[-1:].isalpha() and (size := length(w, em=em)))


def _decorates(value: str, em: float) -> bool:
    return all((length(word, em=em) or 0.0) <= 4 for word in words(value))


_CALMLY: Mapping[str, Callable[[str, float], bool]] = {
    "transform": _moves_little,
    "scale": _scales_little,
    "zoom": _scales_little,
    "translate": lambda value, em: all(_step(word, em) for word in words(value)),
    "rotate": lambda value, _: value == "none" or abs(angle(value) or 90.0) <= 45,
    "filter": _filters_little,
    "letter-spacing": _few_ems(-0.3, 8),
    "word-spacing": _few_ems(-0.5, 40),
    "-webkit-text-stroke": _few_pixels(0, 1.9),
    "outline-offset": _few_pixels(0, 1e6),
    "text-decoration": _decorates,
    "columns": _columns,
    "line-height": lambda value, em: (line_height(value, em) or 0.0) <= 12 * em,
    "box-shadow": lambda value, em: "inset" not in value or _few_pixels(-20, 20)(value, em),
    "margin-top": _few_pixels(FAR_LEFT, FAR_RIGHT),
    "margin-bottom": _few_pixels(-MOVED, 1e6),
    "margin-right": _few_pixels(-4 * MOVED, 1e6),
    "padding-top": _few_pixels(0, FAR_RIGHT),
    "padding-left": _few_pixels(0, FAR_RIGHT),
    "vertical-align": _few_pixels(FAR_LEFT, -FAR_LEFT),
}
"""Properties of which some values are ordinary, and whether one is."""
