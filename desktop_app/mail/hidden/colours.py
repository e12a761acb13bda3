"""CSS colours, and whether text of one can be told from a ground of another.

Contrast is WCAG 2.2's ratio of relative luminances, 1 for none and 21 for black on white.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import tinycss2
from tinycss2 import color5

from desktop_app.mail.hidden.css_values import number, split

PALE = 1.25
"""Ratio at or below which text is hard to see."""

MOST_STOPS = 32
_LONGEST = 160


class Colour(NamedTuple):
    """Channels from 0 to 255, `alpha` from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0


WHITE, BLACK = Colour(255, 255, 255), Colour(0, 0, 0)
LINK = Colour(0, 0, 238)
CURRENT = "currentcolor"

_SYSTEM: Mapping[str, Colour] = {
    **dict.fromkeys("canvas field window buttonhighlight threedhighlight".split(), WHITE),
    **dict.fromkeys(
        "canvastext fieldtext buttontext marktext windowtext menutext captiontext infotext"
        " -webkit-text highlighttext".split(),
        BLACK,
    ),
    **dict.fromkeys("linktext -webkit-link".split(), LINK),
    **dict.fromkeys("buttonface threedface menu infobackground scrollbar".split(),
                    Colour(240, 240, 240)),
    "mark": Colour(255, 255, 0),
}  # fmt: skip
_CALC = re.compile(r"calc\([^()]*\)")


@lru_cache(maxsize=4096)
def colour(value: str) -> Colour | str | None:
    """`#rgb`, `rgb(…)`, `oklch(…)`, a name …; `CURRENT`; None for what is no colour."""
    value = value.strip()
    if not value or len(value) > _LONGEST:
        return None
    if value in _SYSTEM:
        return _SYSTEM[value]
    value = _CALC.sub(lambda found: f"{number(found[0]) or 0:g}", value)
    try:
        found = color5.parse_color(value)
        if found is None and len(value) in {3, 4, 6, 8}:
            found = color5.parse_color(f"#{value}")
    except (ValueError, TypeError, AttributeError, ArithmeticError):
        return None
    if found is None or isinstance(found, str):
        return CURRENT if found else None
    return _in_srgb(found.space, tuple(c or 0.0 for c in found.coordinates), found)


def _in_srgb(space: str, given: tuple[float, ...], found: object) -> Colour | None:
    alpha = _within(getattr(found, "alpha", 1.0) or 0.0, 0.0, 1.0)
    if space in {"lab", "lch", "oklab", "oklch"}:
        channels = _of_lab(space, *given)
    elif space in {"srgb", "hsl", "hwb"}:
        red, green, blue = found.to("srgb").coordinates  # type: ignore[attr-defined]
        channels = (red, green, blue)
    else:  # wide gamuts differ little where text is to be told from its ground
        channels = (given[0], given[1], given[2])
    red, green, blue = (_within((c or 0.0) * 255, 0.0, 255.0) for c in channels)
    return Colour(red, green, blue, alpha)


def _of_lab(space: str, light: float, a: float, b: float) -> tuple[float, float, float]:
    """CSS Color 4, sections 9 and 17: (ok)lab and (ok)lch as sRGB from 0 to 1."""
    light = _within(light, 0.0, 1.0 if space.startswith("ok") else 100.0)
    a, b = _within(a, -500.0, 500.0), _within(b, -500.0, 500.0)
    if space.endswith("lch"):
        a, b = a * math.cos(math.radians(b)), a * math.sin(math.radians(b))
    if space.startswith("ok"):
        long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
        middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
        short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
        return (
            _gamma(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
            _gamma(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
            _gamma(-0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short),
        )
    y = (light + 16) / 116
    x, y, z = 0.9643 * _cubed(y + a / 500), _cubed(y), 0.8251 * _cubed(y - b / 200)
    return (
        _gamma(3.1341359569 * x - 1.6173863321 * y - 0.4906619460 * z),
        _gamma(-0.9787954765 * x + 1.9161415346 * y + 0.0334454100 * z),
        _gamma(0.0719553820 * x - 0.2289768264 * y + 1.4053827110 * z),
    )


def _within(value: float, least: float, most: float) -> float:
    return 0.0 if math.isnan(value) else max(least, min(value, most))


def _cubed(value: float) -> float:
    return value**3 if value > 6 / 29 else 3 * (6 / 29) ** 2 * (value - 4 / 29)


def _gamma(value: float) -> float:
    if value <= 0.0031308:
        return max(0.0, 12.92 * value)
    return float(1.055 * value ** (1 / 2.4)) - 0.055


@lru_cache(maxsize=1024)
def legacy_colour(value: str) -> Colour | None:
    """A colour of an attribute such as `bgcolor`, by HTML's rules for legacy colour values."""
    value = value.strip().lower()[:128]
    if not value or value == "transparent":
        return None
    named = colour(value) if "(" not in value else None
    if isinstance(named, Colour):
        return named
    digits = re.sub(r"[^0-9a-f]", "0", value.removeprefix("#"))
    digits = digits or "0"
    digits += "0" * (-len(digits) % 3)
    third = len(digits) // 3
    parts = [digits[n * third : (n + 1) * third][-8:] for n in range(3)]
    while len(parts[0]) > 2 and all(part[0] == "0" for part in parts):
        parts = [part[1:] for part in parts]
    red, green, blue = (int(part[:2], 16) for part in parts)
    return Colour(red, green, blue)


def over(top: Colour, below: Colour, opacity: float = 1.0) -> Colour:
    """What is seen where `top` is painted over an opaque colour."""
    alpha = top.alpha * opacity
    if alpha >= 1:
        return top
    red, green, blue = (
        alpha * t + (1 - alpha) * b for t, b in zip(top[:3], below[:3], strict=True)
    )
    return Colour(red, green, blue)


@lru_cache(maxsize=2048)
def luminance(of: Colour) -> float:
    """Relative luminance from 0 to 1 (WCAG 2.2)."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (v / 255 for v in of[:3])
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """WCAG's contrast ratio of two opaque colours, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=4096)
def is_pale(ink: Colour, ground: Colour, opacity: float = 1.0) -> bool:
    """Whether text of `ink` can hardly be told from `ground`."""
    return contrast(over(ink, ground, opacity), ground) <= PALE


@lru_cache(maxsize=512)
def gradient(value: str) -> tuple[Colour, ...]:
    """The colours of the gradients in a value, at most `MOST_STOPS` and one more; none where it has
    no gradient."""
    if "gradient(" not in value:
        return ()
    found: dict[Colour, None] = {}
    for token in tinycss2.parse_component_value_list(value, skip_comments=True):
        if token.type != "function" or not token.lower_name.endswith("gradient"):
            continue
        for part in split(token.arguments):
            named = colour(tinycss2.serialize(part[:1]).lower()) if part else None
            if isinstance(named, Colour):
                found[named] = None
            if len(found) > MOST_STOPS:
                return tuple(found)
    return tuple(found)
