"""Numbers of CSS: lengths, angles and plain numbers, with `calc()` and its kin (CSS Values 4).

A value is at most `LONGEST` characters; its brackets were counted before (`styles`). Nothing
raises.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import tinycss2

LONGEST = 1_000
WIDTH, HEIGHT = 1280.0, 800.0
"""The screen that is assumed, in CSS pixels: wide, lying."""

_NUMBER = re.compile(r"([+-]?(?:\d++\.?\d*+|\.\d++)(?:e[+-]?\d++)?)([a-z]++|%)?$")
_LENGTHS: Mapping[str, float] = {
    "": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "q": 0.945,
    "rem": 16.0, "rlh": 19.0, "vw": WIDTH / 100, "vh": HEIGHT / 100, "vi": WIDTH / 100,
    "vb": HEIGHT / 100, "vmin": HEIGHT / 100, "vmax": WIDTH / 100, "%": 8.0,
} | {f"{size}v{axis}": (WIDTH if axis == "w" else HEIGHT) / 100
     for size in "sld" for axis in "wh"}  # fmt: skip
_FONT_UNITS: Mapping[str, float] = {
    "em": 1.0,
    "ex": 0.5,
    "ch": 0.5,
    "cap": 0.7,
    "ic": 1.0,
    "lh": 1.2,
}
_PLAIN: Mapping[str, float] = {"": 1.0, "%": 0.01}
_ANGLES: Mapping[str, float] = {
    "": 1.0,
    "deg": 1.0,
    "rad": 180 / math.pi,
    "grad": 0.9,
    "turn": 360.0,
}
_CONSTANTS = {"pi": math.pi, "e": math.e, "infinity": 1e9, "-infinity": -1e9, "nan": 0.0}
_ENOUGH = 1e9


def length(value: str, *, em: float = 16.0) -> float | None:
    """A length in CSS pixels, or None when it is none; `em` is the font's size in pixels.
    What a percentage is of is not known: 100 % count as 800 pixels."""
    return _length(value, em)


@lru_cache(maxsize=4096)
def _length(value: str, em: float) -> float | None:
    match = _NUMBER.match(value)
    if match is not None:
        unit = match[2] or ""
        factor = _LENGTHS.get(unit)
        if factor is None:
            factor = _FONT_UNITS.get(unit, math.nan) * em
        return None if math.isnan(factor) else _bounded(float(match[1]) * factor)
    if "(" not in value:
        return None
    return _worked_out(value, {**_LENGTHS, **{u: f * em for u, f in _FONT_UNITS.items()}})


@lru_cache(maxsize=2048)
def number(value: str) -> float | None:
    """A number or a percentage (100 % is 1), or None."""
    return _simple_or_worked_out(value, _PLAIN)


@lru_cache(maxsize=512)
def angle(value: str) -> float | None:
    """An angle in degrees, or None."""
    return _simple_or_worked_out(value, _ANGLES)


def font_length(value: str, inherited: float) -> float | None:
    """A font's size in pixels; a percentage is of the `inherited` size."""
    if value.endswith("%") and "(" not in value:
        share = number(value)
        return None if share is None else share * inherited
    if "%" in value:
        units = {**_LENGTHS, **{u: f * inherited for u, f in _FONT_UNITS.items()}}
        return _worked_out(value, {**units, "%": inherited / 100})
    return length(value, em=inherited)


def line_height(value: str, em: float) -> float | None:
    """A line's height in pixels, or None; `em` is the font's."""
    factor = number(value)
    return length(value, em=em) if factor is None else factor * em


def _simple_or_worked_out(value: str, units: Mapping[str, float]) -> float | None:
    match = _NUMBER.match(value)
    if match is None:
        return _worked_out(value, units) if "(" in value else None
    factor = units.get(match[2] or "")
    return None if factor is None else _bounded(float(match[1]) * factor)


def _worked_out(value: str, units: Mapping[str, float]) -> float | None:
    if len(value) > LONGEST:
        return None
    tokens = tinycss2.parse_component_value_list(value, skip_comments=True)
    if len(tokens) != 1 or tokens[0].type != "function":
        return None
    try:
        return _bounded(_function(tokens[0], units))
    except (ValueError, OverflowError, ZeroDivisionError, TypeError, LookupError):
        return None


def _bounded(value: float) -> float:
    return 0.0 if math.isnan(value) else max(-_ENOUGH, min(value, _ENOUGH))


def _function(token: Any, units: Mapping[str, float]) -> float:
    """The value of `calc()`, `min()`, `max()`, `clamp()`. Raises ValueError for any other."""
    values = [_sum(part, units) for part in split(token.arguments) if part]
    if token.lower_name == "calc":
        (value,) = values
        return value
    if token.lower_name in {"min", "max"}:
        return min(values) if token.lower_name == "min" else max(values)
    if token.lower_name != "clamp":
        raise ValueError(token.lower_name)
    least, value, most = values
    return max(least, min(value, most))


def split(tokens: Sequence[Any]) -> list[list[Any]]:
    """Tokens between commas, without white space."""
    found: list[list[Any]] = [[]]
    for token in tokens:
        if token.type == "literal" and token.value == ",":
            found.append([])
        elif token.type not in {"whitespace", "comment"}:
            found[-1].append(token)
    return found


_OPERATORS: Mapping[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}


def _sum(tokens: Sequence[Any], units: Mapping[str, float]) -> float:
    """A sum of products; brackets were bounded before."""
    total, sign = 0.0, "+"
    product, factor = _operand(tokens[0], units), ""
    for token in tokens[1:]:
        if token.type == "literal" and not factor:
            if token.value in "+-":
                total = _OPERATORS[sign](total, product)
                sign, product = token.value, math.nan
            factor = token.value
            continue
        if not factor:
            raise ValueError("two values without an operator")
        value = _operand(token, units)
        product = value if math.isnan(product) else _times(product, factor, value)
        factor = ""
    if factor:
        raise ValueError("an operator without a value")
    return _OPERATORS[sign](total, product)


def _times(one: float, sign: str, other: float) -> float:
    if sign == "/":
        return one / other if other else math.copysign(_ENOUGH, one)
    return one * other


def _operand(token: Any, units: Mapping[str, float]) -> float:
    if token.type == "number":
        return float(token.value)
    if token.type == "percentage":
        return float(token.value) * units["%"]
    if token.type == "dimension":
        return float(token.value) * units[token.lower_unit]
    if token.type == "ident":
        return _CONSTANTS[token.lower_value]
    if token.type == "() block":
        return _sum([t for t in token.content if t.type not in {"whitespace", "comment"}], units)
    if token.type == "function":
        return _function(token, units)
    raise ValueError(token.type)
