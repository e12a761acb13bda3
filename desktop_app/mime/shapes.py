"""What transforms, clips, masks and filters leave of an element, as far as no layout is needed.

Percentages are of a size nobody knows here: 100 % count as 800 pixels, but for `translate()`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import tinycss2

from desktop_app.mime.colours import Colour, colour
from desktop_app.mime.css_values import angle, length, number, split
from desktop_app.mime.shorthands import words
from desktop_app.mime.verdicts import Verdict

FAR_LEFT, FAR_RIGHT = -400.0, 2_000.0
"""Pixels from where it would stand, beyond which nobody finds a text."""
TINY, SMALL = 2.0, 6.0
"""Pixels of an area at or below which text can't be seen, and is hard to see."""
_EDGE_ON = 0.06
_BLURRED, _SOFT = 8.0, 3.0
_MOST_POINTS = 100
MOST_STOPS = 32
GRADIENT = "gradient("

SHAPES = frozenset(
    "matrix matrix3d translate translatex translatey translatez translate3d scale scalex scaley"
    " scalez scale3d rotate rotatex rotatey rotatez rotate3d skew skewx skewy perspective inset"
    " circle ellipse polygon rect xywh path opacity blur brightness contrast invert drop-shadow"
    " grayscale saturate sepia hue-rotate".split()
)


class Moved(NamedTuple):
    """What a transform does: the smallest factor of size, the way in pixels, its verdict."""

    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0
    verdict: Verdict = Verdict.SEEN
    flipped: bool = False


def functions(value: str) -> Iterator[tuple[str, list[str]]]:
    """The functions of a list and what stands between their commas (or spaces, where none)."""
    for word in words(value):
        name, bracket, inner = word.partition("(")
        if bracket:
            given = [w for w in words(inner.removesuffix(")")) if w not in ",/"]
            yield name, given


@lru_cache(maxsize=1024)
def moved(value: str, em: float) -> Moved:
    """What a `transform` list does."""
    scale, x, y, verdict, flipped = 1.0, 0.0, 0.0, Verdict.SEEN, False
    for name, given in functions(value):
        one = _transform(name, given, em)
        scale *= one.scale
        x, y = x + one.x, y + one.y
        verdict = max(verdict, one.verdict)
        flipped ^= one.flipped
    return Moved(scale, x, y, verdict, flipped)


def _transform(name: str, given: list[str], em: float) -> Moved:
    if name.startswith("scale"):
        return scaled(name, given)
    if name.startswith("translate"):
        return translated(given if name[9:] != "y" else ["0", *given], em)
    if name.startswith("rotate"):
        return rotated(name, given)
    if name.startswith("skew"):
        steep = any(abs(math.cos(math.radians(angle(a) or 0))) < _EDGE_ON for a in given)
        return Moved(verdict=Verdict.HIDDEN if steep else Verdict.SEEN)
    if name in {"matrix", "matrix3d"}:
        numbers = [n for a in given if (n := number(a)) is not None]
        return _matrix(numbers) if len(numbers) == len(given) else Moved()
    return Moved()


def scaled(name: str, given: list[str]) -> Moved:
    """`scale()` and its kin, and the property of that name."""
    factors = [1.0 if (n := number(a)) is None else abs(n) for a in given]
    if name == "scalez" or not factors:
        return Moved()
    return Moved(scale=min(factors[:2]))


def translated(given: list[str], em: float) -> Moved:
    """`translate()` and its kin, and the property of that name."""
    way, verdict = [0.0, 0.0], Verdict.SEEN
    for index, text in enumerate(given[:2]):
        if text.endswith("%"):
            share = number(text) or 0.0
            if share <= -0.9 or share >= 3:
                verdict = max(verdict, Verdict.HIDDEN if share <= -3 else Verdict.DOUBTFUL)
        else:
            way[index] = length(text, em=em) or 0.0
    return Moved(x=way[0], y=way[1], verdict=verdict)


def rotated(name: str, given: list[str]) -> Moved:
    """`rotate()` and its kin, and the property of that name: seen from the edge it is a line."""
    if not given:
        return Moved()
    turn = angle(given[-1]) or 0.0
    axis = given[0] if given[0] in {"x", "y"} else name.removeprefix("rotate")
    if name in {"rotate3d", "rotate"} and len(given) == 4:
        x, y = (number(a) or 0.0 for a in given[:2])
        axis = "x" if x or y else ""
    if axis not in {"x", "y"}:
        return Moved()
    face = math.cos(math.radians(turn))
    verdict = Verdict.HIDDEN if abs(face) < _EDGE_ON else Verdict.SEEN
    return Moved(verdict=verdict, flipped=face < 0)


def _matrix(m: list[float]) -> Moved:
    if len(m) == 6:
        a, b, c, d, x, y = m
    elif len(m) == 16:
        a, b, c, d, x, y = m[0], m[1], m[4], m[5], m[12], m[13]
    else:
        return Moved()
    return Moved(scale=min(math.hypot(a, b), math.hypot(c, d), abs(a * d - b * c)), x=x, y=y)


def _of_size(size: float) -> Verdict:
    if size <= TINY:
        return Verdict.HIDDEN
    return Verdict.DOUBTFUL if size <= SMALL else Verdict.SEEN


def clipped(value: str) -> Verdict:
    """What `clip: rect(…)` leaves."""
    for name, given in functions(value):
        if name == "rect" and len(given) == 4:
            top, right, bottom, left = (length(g) for g in given)
            high = 1e6 if bottom is None else bottom - (top or 0.0)
            wide = 1e6 if right is None else right - (left or 0.0)
            return _of_size(min(high, wide))
    return Verdict.SEEN


@lru_cache(maxsize=256)
def cut_out(value: str) -> Verdict:
    """What a `clip-path` leaves; one that is drawn elsewhere is doubtful."""
    if "url(" in value:
        return Verdict.DOUBTFUL
    found = Verdict.SEEN
    for name, given in functions(value):
        plain = given[: given.index("round")] if "round" in given else given
        found = max(found, _shape(name, plain))
    return found


def _shape(name: str, given: list[str]) -> Verdict:
    if name == "inset":
        return _inset([length(g) or 0.0 for g in given])
    if name in {"circle", "ellipse"}:
        sizes = given[: given.index("at")] if "at" in given else given
        radii = [r for g in sizes if (r := length(g)) is not None]
        at = [length(g) or 0.0 for g in given[given.index("at") + 1 :]] if "at" in given else []
        away = any(a < 0 or a > FAR_RIGHT for a in at)
        return max(_of_size(min(radii, default=1e6)), Verdict.DOUBTFUL if away else Verdict.SEEN)
    if name == "polygon":
        return _polygon([p for g in given if (p := length(g)) is not None])
    if name in {"rect", "xywh"} and len(given) == 4:
        a, b, c, d = (1e6 if (n := length(g)) is None else n for g in given)
        return _of_size(min(c, d) if name == "xywh" else min(b - d, c - a))
    return Verdict.DOUBTFUL


def _inset(sides: list[float]) -> Verdict:
    if not sides:
        return Verdict.SEEN
    top, right = sides[0], sides[min(1, len(sides) - 1)]
    bottom = sides[2] if len(sides) > 2 else top
    left = sides[3] if len(sides) > 3 else right
    most = max(top + bottom, right + left)
    if most >= 800:
        return Verdict.HIDDEN
    return Verdict.DOUBTFUL if most >= 640 else Verdict.SEEN


def _polygon(numbers: list[float]) -> Verdict:
    points = list(zip(numbers[: 2 * _MOST_POINTS : 2], numbers[1::2], strict=False))
    if not points:
        return Verdict.DOUBTFUL
    after = [*points[1:], points[0]]
    area = abs(sum(a * d - b * c for (a, b), (c, d) in zip(points, after, strict=True))) / 2
    outside = max(x for x, _ in points) <= 0 or max(y for _, y in points) <= 0
    return Verdict.HIDDEN if outside else _of_size(math.sqrt(area))


def masked(image: str, size: str) -> Verdict:
    """What a mask leaves: of a gradient its colours' alpha tells."""
    if not image or image == "none":
        return Verdict.SEEN
    if any(length(word) == 0 for word in words(size)):
        return Verdict.HIDDEN
    stops = gradient(image)
    if not stops:
        return Verdict.DOUBTFUL
    most = max(stop.alpha for stop in stops)
    if most <= 0.1:
        return Verdict.HIDDEN
    return Verdict.DOUBTFUL if most < 0.4 else Verdict.SEEN


@lru_cache(maxsize=512)
def gradient(value: str) -> tuple[Colour, ...]:
    """The colours of the gradients in a value; none where it has no gradient, and one
    more than `MOST_STOPS` where it has too many."""
    if GRADIENT not in value:
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


@lru_cache(maxsize=256)
def filtered(value: str) -> tuple[float, Verdict]:
    """The opacity that a `filter` leaves, and its verdict."""
    opacity, verdict = 1.0, Verdict.DOUBTFUL if "url(" in value else Verdict.SEEN
    for name, given in functions(value):
        amount = number(given[0]) if given else None
        if name == "opacity" and amount is not None:
            opacity *= max(0.0, min(amount, 1.0))
        elif name == "blur":
            radius = (length(given[0]) if given else 0.0) or 0.0
            found = Verdict.HIDDEN if radius >= _BLURRED else Verdict(radius >= _SOFT)
            verdict = max(verdict, found)
        elif _odd_light(name, amount):
            verdict = max(verdict, Verdict.DOUBTFUL)
    return opacity, verdict


def _odd_light(name: str, amount: float | None) -> bool:
    """Whether a filter of light may make text and ground one colour."""
    given = 1.0 if amount is None else amount
    return (
        (name == "contrast" and given <= 0.3)
        or (name == "brightness" and (given >= 3 or given <= 0.1))
        or (name == "invert" and given >= 0.4)
    )
