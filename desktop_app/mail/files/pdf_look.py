"""How text and shapes of a PDF are painted: the graphics state, as far as it decides what is seen.

Operators of ISO 32000-2: colours (8.6.8), graphics state parameters (8.4.4), text state (9.3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from desktop_app.mail.files.pdf_ground import Box

_LIGHTEST = 0.94
"""From here on a colour counts as white: of the amount of each light."""
_FAINTEST = 0.02
"""Up to here a paint counts as transparent."""
_KINDS = {
    "/DeviceGray": 1,
    "/CalGray": 1,
    "/G": 1,
    "/DeviceRGB": 3,
    "/CalRGB": 3,
    "/RGB": 3,
    "/DeviceCMYK": 4,
    "/CMYK": 4,
}


@dataclass(frozen=True, slots=True)
class Ink:
    """What is painted with. `space` is the number of components, 0 where a number says nothing of
    the colour."""

    space: int = 1
    white: bool = False
    alpha: float = 1.0

    @property
    def drawn(self) -> bool:
        """Whether anything comes on the page."""
        return self.alpha > _FAINTEST


@dataclass(frozen=True, slots=True)
class Look:
    """A graphics state. `odd` is a font whose sizes and directions are its own; `veiled` is a group
    that is transparent as a whole."""

    fill: Ink = field(default_factory=Ink)
    stroke: Ink = field(default_factory=Ink)
    line: float = 1.0
    clip: Box | None = None
    mode: int = 0
    size: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    spacing: float = 0.0
    word_spacing: float = 0.0
    odd: bool = False
    veiled: bool = False

    @property
    def inks(self) -> tuple[Ink, ...]:
        """What its text is painted with (table 104): fill, stroke, both or nothing."""
        by_mode = ((self.fill,), (self.stroke,), (self.fill, self.stroke), ())
        return () if self.veiled else by_mode[self.mode % 4]


def numbers(operands: Any, count: int) -> tuple[float, ...] | None:
    """The first operands as numbers; None where they are none, or fewer."""
    found = operands[:count] if isinstance(operands, list) else ()
    if len(found) < count or not all(isinstance(each, int | float) for each in found):
        return None
    return tuple(map(float, found))


def changed(look: Look, operator: bytes, operands: Any, resources: Mapping[str, Any]) -> Look:
    """The look after an operator of colour, graphics state or text state; any other leaves it."""
    if operator in _NUMBERS:
        name, count = _NUMBERS[operator]
        given = numbers(operands, count)
        return look if given is None else _with(look, name, given[0])
    by = _OTHERS.get(operator)
    return look if by is None or not isinstance(operands, list) else by(look, operands, resources)


def _with(look: Look, name: str, value: Any) -> Look:
    change: dict[str, Any] = {name: value}
    return replace(look, **change)


_NUMBERS = {
    b"w": ("line", 1),
    b"TL": ("leading", 1),
    b"Tc": ("spacing", 1),
    b"Tw": ("word_spacing", 1),
}


def _mode(look: Look, operands: list[Any], _: Mapping[str, Any]) -> Look:
    given = numbers(operands, 1)
    return look if given is None or not 0 <= given[0] < 8 else replace(look, mode=int(given[0]))


def _stretch(look: Look, operands: list[Any], _: Mapping[str, Any]) -> Look:
    given = numbers(operands, 1)
    return look if given is None else replace(look, stretch=given[0] / 100)


def _font(look: Look, operands: list[Any], resources: Mapping[str, Any]) -> Look:
    given = numbers(operands[1:], 1)
    font = named(resources, "/Font", operands[0] if operands else "")
    odd = not isinstance(font, Mapping) or whole(font.get("/Subtype")) == "/Type3"
    odd = odd or str(whole(font.get("/Encoding"))).endswith("V")
    return replace(look, odd=odd, size=look.size if given is None else given[0])


def _state(look: Look, operands: list[Any], resources: Mapping[str, Any]) -> Look:
    """Parameters of an ExtGState dictionary (table 57)."""
    given = named(resources, "/ExtGState", operands[0] if operands else "")
    if not isinstance(given, Mapping):
        return look
    fill, stroke = (numbers([whole(given.get(key))], 1) for key in ("/ca", "/CA"))
    if fill is not None:
        look = replace(look, fill=replace(look.fill, alpha=fill[0]))
    if stroke is not None:
        look = replace(look, stroke=replace(look.stroke, alpha=stroke[0]))
    return look


def _colour(which: str, space: int) -> Callable[[Look, list[Any], Mapping[str, Any]], Look]:
    """The operator that sets a colour; `space` is 0 where that of the look holds."""

    def set_colour(look: Look, operands: list[Any], _: Mapping[str, Any]) -> Look:
        ink: Ink = getattr(look, which)
        kind = space or ink.space
        given = numbers(operands, kind) if kind else None
        white = given is not None and len(operands) == kind and _white(given)
        return _with(look, which, replace(ink, space=kind, white=white))

    return set_colour


def _space(which: str) -> Callable[[Look, list[Any], Mapping[str, Any]], Look]:
    """The operator that sets a colour space, and with it a colour that is not white."""

    def set_space(look: Look, operands: list[Any], resources: Mapping[str, Any]) -> Look:
        kind = _kind(operands[0] if operands else "", resources)
        return _with(look, which, replace(getattr(look, which), space=kind, white=False))

    return set_space


def _kind(name: Any, resources: Mapping[str, Any]) -> int:
    if str(name) in _KINDS:
        return _KINDS[str(name)]
    found = named(resources, "/ColorSpace", name)
    if isinstance(found, str):
        return _KINDS.get(found, 0)
    if not isinstance(found, list) or not found:
        return 0
    if found[0] == "/ICCBased" and len(found) > 1:
        profile = whole(found[1])
        count = profile.get("/N") if isinstance(profile, Mapping) else 0
        return int(count) if count in (1, 3, 4) else 0
    return _KINDS.get(str(found[0]), 0)


def _white(given: Sequence[float]) -> bool:
    if len(given) == _CMYK:
        return max(given) <= 1 - _LIGHTEST
    return min(given) >= _LIGHTEST


_CMYK = 4


def named(resources: Mapping[str, Any], kind: str, name: Any) -> Any:
    """A resource by its name; None where there is none."""
    of_kind = whole(resources.get(kind))
    return whole(of_kind.get(str(name))) if isinstance(of_kind, Mapping) else None


def whole(value: Any) -> Any:
    """What a reference refers to."""
    return value.get_object() if hasattr(value, "get_object") else value


_OTHERS: dict[bytes, Callable[[Look, list[Any], Mapping[str, Any]], Look]] = {
    b"Tr": _mode,
    b"Tz": _stretch,
    b"Tf": _font,
    b"gs": _state,
    b"g": _colour("fill", 1),
    b"rg": _colour("fill", 3),
    b"k": _colour("fill", 4),
    b"sc": _colour("fill", 0),
    b"scn": _colour("fill", 0),
    b"cs": _space("fill"),
    b"G": _colour("stroke", 1),
    b"RG": _colour("stroke", 3),
    b"K": _colour("stroke", 4),
    b"SC": _colour("stroke", 0),
    b"SCN": _colour("stroke", 0),
    b"CS": _space("stroke"),
}
