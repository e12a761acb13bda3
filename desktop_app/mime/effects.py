"""What the declarations of one element do to its words, apart from where it stands.

The same declarations come again and again in a mail, so that their effect is worked out once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from desktop_app.mime import shapes
from desktop_app.mime.colours import BLACK, CURRENT, Colour, colour
from desktop_app.mime.css_values import MATHS, font_length, length, number
from desktop_app.mime.shapes import FAR_RIGHT, SMALL, TINY
from desktop_app.mime.shorthands import BEYOND, words
from desktop_app.mime.verdicts import Verdict

Items = tuple[tuple[str, str], ...]
"""Properties and their final values, in lower case."""

_KEYWORD_SIZES: Mapping[str, float] = {
    "xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24,
    "xx-large": 32, "xxx-large": 48, "initial": 16,
}  # fmt: skip
_FROM_PARENT = frozenset({"inherit", "unset", "revert", "revert-layer"})
_CUT = frozenset({"hidden", "clip", "auto", "scroll", "overlay"})
_PLACED = frozenset({"absolute", "fixed", "relative", "sticky"})
_NO_BOX = frozenset({"none", "table-column", "table-column-group"})
_NAME = re.compile(r"([\w-]+)\(")
_UNDERSTOOD = (
    MATHS
    | shapes.SHAPES
    | frozenset(
        "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark url image-set"
        " -webkit-image-set cubic-bezier steps linear".split()
    )
)
_TELLING = ("display", "visibility", "opacity", "font-size", "color", "transform", "scale",
            "filter", "clip-path", "-webkit-text-fill-color", "max-height", "height", "left",
            "text-indent", "content-visibility")  # fmt: skip
_SHADOWS = 200
"""Characters of shadows that are looked at."""
_GENTLE = frozenset({"auto", "cover", "contain", "100%"})


class Ground(NamedTuple):
    """A background: a colour, those of a gradient, a picture that nobody has seen here. `clipped`:
    it is painted where the letters are."""

    flat: Colour | None = None
    stops: tuple[Colour, ...] = ()
    picture: bool = False
    partly: bool = False
    clipped: bool = False


class Effect(NamedTuple):
    """What declarations change. None is for what they leave as it was."""

    box: Verdict = Verdict.SEEN
    display: str = ""
    size: float | None = None
    line: float | None = None
    ink: Colour | str | None = None
    fill: Colour | str | None = None
    ground: Ground | None = None
    visible: bool | None = None
    opacity: float = 1.0
    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0
    indent: float | None = None
    spacing: float | None = None
    cuts: Verdict = Verdict.SEEN
    veiled: bool = False
    blend: str = ""
    shadow: tuple[Colour, ...] | None = None
    animations: str = ""


@lru_cache(maxsize=4096)
def effect(items: Items, em: float) -> Effect:
    """What `items` do to an element whose parent's font is `em` pixels high."""
    own = dict(items)
    size = _size(own.get("font-size", ""), em)
    here = em if size is None else size
    move = _moves(own, here)
    opacity, dimmed = _opacity(own)
    box = max(
        _box(own),
        move.verdict,
        dimmed,
        _squeezed(own, here),
        _clips(own),
        _oddities(own),
    )
    x, y = _offset(own, here)
    return Effect(
        box=box,
        display=own.get("display", ""),
        size=size,
        line=_line(own.get("line-height", ""), here),
        ink=_ink(own.get("color", "")),
        fill=_ink(own.get("-webkit-text-fill-color", "")),
        ground=_ground(own),
        visible=_visible(own.get("visibility", "")),
        opacity=opacity,
        scale=move.scale * _zoom(own.get("zoom", "")),
        x=x + move.x,
        y=y + move.y,
        indent=_lengths(own.get("text-indent", ""), here),
        spacing=_lengths(own.get("letter-spacing", ""), here),
        cuts=_cut_lines(own, here),
        veiled=own.get("-webkit-text-security", "none") != "none",
        blend=own.get("mix-blend-mode", ""),
        shadow=_shadow(own),
        animations=f"{own.get('animation', '')} {own.get('animation-name', '')}".strip(),
    )


def _size(value: str, em: float) -> float | None:
    if not value or value in _FROM_PARENT:
        return None
    if value in {"smaller", "larger"}:
        return em * (5 / 6 if value == "smaller" else 1.2)
    found = _KEYWORD_SIZES.get(value) or font_length(value, em)
    return found if found is not None and found >= 0 else None


def _line(value: str, em: float) -> float | None:
    """The height of a line in pixels."""
    if not value or value in _FROM_PARENT:
        return None
    factor = number(value)
    if factor is not None:
        return factor * em
    found = length(value, em=em)
    return 1.2 * em if found is None else found


def _ink(value: str) -> Colour | str | None:
    if not value or value in _FROM_PARENT:
        return None
    return BLACK if value == "initial" else colour(value)


def _visible(value: str) -> bool | None:
    if not value or value in _FROM_PARENT:
        return None
    return value not in {"hidden", "collapse"}


def _zoom(value: str) -> float:
    return number(value) or 1.0 if value else 1.0


def _lengths(value: str, em: float) -> float | None:
    """The first length of a value; 0 for another one."""
    if not value or value in _FROM_PARENT:
        return None
    return next((found for w in words(value) if (found := length(w, em=em)) is not None), 0.0)


def _opacity(own: Mapping[str, str]) -> tuple[float, Verdict]:
    found = number(own["opacity"]) if "opacity" in own else None
    opacity = 1.0 if found is None else max(0.0, min(found, 1.0))
    if "filter" not in own:
        return opacity, Verdict.SEEN
    left, verdict = shapes.filtered(own["filter"])
    return opacity * left, verdict


def _box(own: Mapping[str, str]) -> Verdict:
    if (
        own.get("display") in _NO_BOX
        or own.get("content-visibility") == "hidden"
        or own.get("mso-hide") == "all"
    ):
        return Verdict.HIDDEN
    if len(shapes.gradient(own.get("background-image", ""))) > shapes.MOST_STOPS:
        return Verdict.DOUBTFUL
    for name in _TELLING:
        value = own.get(name, "")
        if "(" in value and not _is_understood(name, value):
            return Verdict.DOUBTFUL
    return Verdict.SEEN


@lru_cache(maxsize=1024)
def _is_understood(name: str, value: str) -> bool:
    if name in {"color", "-webkit-text-fill-color"}:
        return colour(value) is not None
    return all(found in _UNDERSTOOD for found in _NAME.findall(value))


def _moves(own: Mapping[str, str], em: float) -> shapes.Moved:
    found = shapes.moved(own["transform"], em) if "transform" in own else shapes.Moved()
    for name, read in (("scale", shapes.scaled), ("rotate", shapes.rotated)):
        if name in own:
            more = read(name, words(own[name]))
            found = found._replace(
                scale=found.scale * more.scale,
                verdict=max(found.verdict, more.verdict),
                flipped=found.flipped ^ more.flipped,
            )
    if "translate" in own:
        more = shapes.translated(words(own["translate"]), em)
        found = found._replace(
            x=found.x + more.x, y=found.y + more.y, verdict=max(found.verdict, more.verdict)
        )
    if found.flipped and own.get("backface-visibility") == "hidden":
        return found._replace(verdict=Verdict.HIDDEN)
    return found


def _offset(own: Mapping[str, str], em: float) -> tuple[float, float]:
    """How far to the right and down an element is from where it would stand, in pixels."""
    x, y = _way(own, "margin-left", em), min(0.0, _way(own, "margin-top", em))
    if x < 0:
        x += max(0.0, _way(own, "padding-left", em))
    if own.get("position") in _PLACED:
        x += _way(own, "left", em) if "left" in own else -_way(own, "right", em)
        y += _way(own, "top", em) if "top" in own else -_way(own, "bottom", em)
    return x, y


def _way(own: Mapping[str, str], name: str, em: float) -> float:
    value = own.get(name)
    if value is None:
        return 0.0
    return (length(value, em=em) or 0.0) * (0.75 if value.endswith("%") else 1.0)


def _cuts(own: Mapping[str, str]) -> bool:
    """Whether what does not fit the element is cut off."""
    return (
        own.get("overflow-x") in _CUT
        or own.get("overflow-y") in _CUT
        or (
            "contain" in own
            and not {"paint", "strict", "content"}.isdisjoint(own["contain"].split())
        )
        or own.get("clip-path", "none") != "none"
    )


def _cut_lines(own: Mapping[str, str], em: float) -> Verdict:
    """What becomes of lines without a height; where the box has one, that is not sure."""
    if not _cuts(own):
        return Verdict.SEEN
    high = _extent(own, "height", ("padding-top", "padding-bottom"), em)
    return Verdict.HIDDEN if high is None else Verdict.DOUBTFUL


def _squeezed(own: Mapping[str, str], em: float) -> Verdict:
    """Whether the element has no height or width and cuts off what does not fit."""
    if not _cuts(own):
        return Verdict.SEEN
    high = _extent(own, "height", ("padding-top", "padding-bottom"), em)
    wide = _extent(own, "width", ("padding-left", "padding-right"), em)
    if high is None and not {"size", "strict"}.isdisjoint(own.get("contain", "").split()):
        high = 0.0
    found = Verdict.SEEN
    for size in (high, wide):
        if size is not None and size <= SMALL:
            found = max(found, Verdict.HIDDEN if size <= TINY else Verdict.DOUBTFUL)
    return found


def _extent(own: Mapping[str, str], name: str, sides: tuple[str, str], em: float) -> float | None:
    given = [length(own[n], em=em) for n in (name, f"max-{name}") if n in own]
    known = [size for size in given if size is not None]
    if not known:
        return None
    least = length(own.get(f"min-{name}", ""), em=em) or 0.0
    inside = max(min(known), least)
    return inside + sum(max(0.0, length(own.get(s, ""), em=em) or 0.0) for s in sides)


def _clips(own: Mapping[str, str]) -> Verdict:
    found = Verdict.SEEN
    if "clip" in own:
        found = shapes.clipped(own["clip"])
        if found and own.get("position") not in {"absolute", "fixed"}:
            found = Verdict.DOUBTFUL
    if "clip-path" in own:
        found = max(found, shapes.cut_out(own["clip-path"]))
    if "mask-image" in own:
        found = max(found, shapes.masked(own["mask-image"], own.get("mask-size", "")))
    return found


def _oddities(own: Mapping[str, str]) -> Verdict:
    """What is rare in mail, and hides some words or all of them."""
    adjusted = number(own.get("font-size-adjust", ""))
    if adjusted is not None and adjusted <= 0.1:
        return Verdict.HIDDEN
    beneath = (number(own.get("z-index", "")) or 0) < 0 and own.get("position") in _PLACED
    turned = own.get("direction") == "rtl" and "override" in own.get("unicode-bidi", "")
    far = any(
        (length(own.get(n, "")) or 0) >= FAR_RIGHT
        for n in ("margin-top", "padding-top", "padding-left", "margin-left")
    )
    replaced = "url(" in own.get("content", "") or "offset-path" in own
    stroked = _stroke_hides(own)
    return Verdict(beneath or turned or far or replaced or stroked)


def _stroke_hides(own: Mapping[str, str]) -> bool:
    """Whether letters are drawn over by a thick line."""
    given = words(own.get("-webkit-text-stroke", ""))
    return any((length(word) or 0) >= 2 for word in given)


def _shadow(own: Mapping[str, str]) -> tuple[Colour, ...] | None:
    """The colours around letters."""
    if "text-shadow" not in own and "-webkit-text-stroke" not in own:
        return None
    said = f"{own.get('text-shadow', '')[:_SHADOWS]} {own.get('-webkit-text-stroke', '')}"
    given = words(said)
    found = [c for word in given if isinstance(c := colour(word), Colour) and length(word) is None]
    return tuple(found)


def _ground(own: Mapping[str, str]) -> Ground | None:
    shade, image = own.get("background-color", ""), own.get("background-image", "")
    sunk = "inset" in own.get("box-shadow", "")
    if not (shade or image or sunk):
        return None
    flat = colour(shade) if shade else None
    if flat == CURRENT:
        flat = None
    stops = shapes.gradient(image)
    clipped = own.get("background-clip") == "text"
    picture = sunk or BEYOND in shade + image or _is_picture(image, stops)
    if (
        picture
        and not clipped
        and not sunk
        and words(own.get("background-size", "auto"))[:1] == ["0"]
    ):
        picture = False
    return Ground(
        flat if isinstance(flat, Colour) else None, stops, picture, _is_partly(own), clipped
    )


def _is_picture(image: str, stops: tuple[Colour, ...]) -> bool:
    if not image or image == "none" or image in _FROM_PARENT or image == "initial":
        return False
    return "url(" in image or "image" in image or not stops


def _is_partly(own: Mapping[str, str]) -> bool:
    """Whether a gradient may not be behind all of the words."""
    size = words(own.get("background-size", "auto"))
    placed = [length(w) or 0.0 for w in words(own.get("background-position", ""))]
    return not set(size) <= _GENTLE or any(abs(p) >= 100 for p in placed)
