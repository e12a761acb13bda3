"""What the declarations of one element do to its words, apart from where it stands.

Three things are told apart: what surely leaves nothing to see, what is ordinary, and all else,
which is odd: nobody works out here how much of the words it leaves. The same declarations come
again and again in a mail, so that their effect is worked out once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from desktop_app.mail.hidden.colours import BLACK, CURRENT, Colour, colour, gradient
from desktop_app.mail.hidden.css_values import font_length, length, line_height, number
from desktop_app.mail.hidden.style.css_variables import BEYOND
from desktop_app.mail.hidden.style.ordinary import MOVED, PLACED, is_odd
from desktop_app.mail.hidden.style.shorthands import WIDE, words

Items = tuple[tuple[str, str], ...]
"""Properties and their final values, in lower case."""

TINY = 8.0
"""Pixels of an area with words at or below which they may not be seen."""

NO_BOX = frozenset({"none", "table-column", "table-column-group"})
BLOCKS = frozenset(
    "block flow-root list-item flex grid table table-row table-cell table-caption table-row-group"
    " table-header-group table-footer-group -webkit-box -webkit-flex".split()
)
ROWS = frozenset({"flex", "grid", "inline-flex", "inline-grid", "-webkit-box", "-webkit-flex"})
"""What makes a block of each element in it."""

SIZED = frozenset(
    "block flow-root list-item flex grid inline-block inline-flex inline-grid -webkit-box".split()
)
"""What has the height and the width that it is given."""

_KEYWORD_SIZES: Mapping[str, float] = {
    "xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24,
    "xx-large": 32, "xxx-large": 48,
}  # fmt: skip
_INHERITED = frozenset(
    "visibility font-size line-height color -webkit-text-fill-color text-indent letter-spacing"
    " word-spacing white-space font-family direction -webkit-text-security writing-mode"
    " -webkit-text-stroke text-orientation font-size-adjust color-scheme".split()
)
_FIRST_VALUES: Mapping[str, str] = {
    "display": "inline", "visibility": "visible", "font-size": "medium", "color": "black",
    "text-indent": "0", "letter-spacing": "0", "word-spacing": "0", "white-space": "normal",
    "-webkit-text-fill-color": CURRENT, "line-height": "normal",
}  # fmt: skip
_TAKEN_FROM_PARENT = frozenset({"display", "background-color", "float", "position", "width"})
_CUT = frozenset({"hidden", "clip", "auto", "scroll"})
_LOOSE = frozenset({"absolute", "fixed"})
_ONE_LINE = frozenset({"nowrap", "pre"})
_MOVES = frozenset({"transform", "translate", "grid-area", "grid-row", "grid-column"})
_BESIDE = ("margin-left", "margin-right", "padding-left", "padding-right")
_EDGES = ("border", "border-top", "border-bottom", "border-width")
_THICK, _GAP = 8.0, 3.0
_NO_HEIGHT = frozenset(map(float, range(int(TINY) + 1)))


class Ground(NamedTuple):
    """A background: a colour, those of a gradient. `drawn`: a picture that comes with the mail,
    which nobody has seen here. `clipped`: it is painted where the letters are."""

    flat: Colour | None = None
    stops: tuple[Colour, ...] = ()
    drawn: bool = False
    clipped: bool = False


class Effect(NamedTuple):
    """What declarations change. None is for what they leave as it was.

    `spaced`: there is room beside it. `zero`: no room, and what does not fit is cut off; `room`:
    the height and the width beyond which it is, in pixels. `moved`: it may lie over something else,
    where it is `dense`; `placed`: so may it over what is `flat`, of less height than its words;
    `thin`: of less width. `loose`: it leaves the boxes that it stands in. `push`, `shift`: pixels
    by which its words stand lower and to the right. `dark`: the browser's own colours are those of
    a dark page.
    """

    display: str = ""
    odd: bool = False
    size: float | None = None
    ink: Colour | str | None = None
    fill: Colour | str | None = None
    ground: Ground | None = None
    visible: bool | None = None
    opacity: float = 1.0
    x: float = 0.0
    y: float = 0.0
    indent: float | None = None
    wraps: bool | None = None
    zero: bool = False
    room: tuple[float, float] | None = None
    moved: bool = False
    dense: bool = False
    flat: bool = False
    thin: bool = False
    placed: bool = False
    loose: bool = False
    floats: bool = False
    spaced: bool = False
    push: float = 0.0
    shift: float = 0.0
    animations: str = ""
    fonts: str = ""
    dark: bool = False


@lru_cache(maxsize=4096)
def effect(items: Items, em: float) -> Effect:
    """What `items` do to an element whose parent's font is `em` pixels high."""
    own = _settled(items)
    size = _size(own.get("font-size", ""), em)
    here = em if size is None else size
    x, y = _offset(own, here)
    zero, room, squeezed = _room(own, here)
    return Effect(
        display=own.get("display", ""),
        odd=squeezed or is_odd(own, here),
        size=size,
        ink=_ink(own.get("color", "")),
        fill=_ink(own.get("-webkit-text-fill-color", "")),
        ground=_ground(own),
        visible=None if "visibility" not in own else own["visibility"] == "visible",
        opacity=_share(own.get("opacity", "1")),
        x=x,
        y=y,
        indent=_first_length(own.get("text-indent"), here),
        wraps=None if "white-space" not in own else own["white-space"] not in _ONE_LINE,
        zero=zero,
        room=room,
        moved=_is_moved(own, x, y, here),
        dense=_is_dense(own, here),
        flat=_extent(own, "height", (), here) in _NO_HEIGHT,
        thin=_extent(own, "width", (), here) in _NO_HEIGHT,
        placed=own.get("position") in PLACED,
        loose=own.get("position") in _LOOSE,
        floats=own.get("float", "none") != "none",
        spaced=any(_px(own, name, here) >= _GAP for name in _BESIDE),
        push=sum(max(0.0, _px(own, n, here)) for n in ("margin-top", "padding-top", "height")),
        shift=x + max(0.0, _px(own, "padding-left", here)) + _px(own, "text-indent", here),
        animations=f"{own.get('animation', '')} {own.get('animation-name', '')}".strip(),
        fonts=own.get("font-family", ""),
        dark=bool({"dark"} & set(words(own.get("color-scheme", ""))))
        and "light" not in own["color-scheme"],
    )


def _settled(items: Items) -> dict[str, str]:
    """The values with `inherit` and its kin carried out (CSS Cascade 5, section 7.3)."""
    own: dict[str, str] = {}
    for name, value in items:
        if value not in WIDE:
            own[name] = value
        elif value == "initial" or (value == "unset" and name not in _INHERITED):
            if name in _FIRST_VALUES:
                own[name] = _FIRST_VALUES[name]
        elif value == "inherit" and name not in _INHERITED | _TAKEN_FROM_PARENT:
            own[name] = BEYOND
    return own


def _size(value: str, em: float) -> float | None:
    if not value:
        return None
    if value in {"smaller", "larger"}:
        return em * (5 / 6 if value == "smaller" else 1.2)
    found = _KEYWORD_SIZES.get(value) or font_length(value, em)
    return found if found is not None and found >= 0 else None


def _ink(value: str) -> Colour | str | None:
    return colour(value) if value else None


def _share(value: str) -> float:
    found = number(value)
    return 1.0 if found is None else max(0.0, min(found, 1.0))


def _first_length(value: str | None, em: float) -> float | None:
    if value is None:
        return None
    return next((found for w in words(value) if (found := length(w, em=em)) is not None), 0.0)


def _px(own: Mapping[str, str], name: str, em: float) -> float:
    value = own.get(name)
    return 0.0 if value is None else length(value, em=em) or 0.0


def _offset(own: Mapping[str, str], em: float) -> tuple[float, float]:
    """How far to the right and down an element is from where it would stand, in pixels."""
    x, y = _px(own, "margin-left", em), min(0.0, _px(own, "margin-top", em))
    if x < 0:
        x += max(0.0, _px(own, "padding-left", em))
    if own.get("position") in PLACED:
        x += _px(own, "left", em) if "left" in own else -_px(own, "right", em)
        y += _px(own, "top", em) if "top" in own else -_px(own, "bottom", em)
    return x, y


def _is_moved(own: Mapping[str, str], x: float, y: float, em: float) -> bool:
    """Whether an element may lie over another one."""
    if own.get("position") in _LOOSE or any(name in own for name in _MOVES):
        return True
    return x <= -MOVED or abs(y) >= MOVED or _reaches(own, em)


def _reaches(own: Mapping[str, str], em: float) -> bool:
    """Whether something around an element is painted over what is beside it."""
    wide = _first_length(own.get("outline", own.get("outline-width")), em) or 0.0
    cast = [abs(length(word, em=em) or 0.0) for word in words(own.get("box-shadow", ""))]
    return wide >= _THICK or (
        max(cast, default=0.0) >= 2 * _THICK and own.get("position") in PLACED
    )


def _is_dense(own: Mapping[str, str], em: float) -> bool:
    """Whether an element hides what it lies upon: by a ground, a thick edge, a filter."""
    shade = colour(own.get("background-color", ""))
    return (
        (isinstance(shade, Colour) and shade.alpha > 0.1)
        or own.get("background-image", "none") != "none"
        or own.get("backdrop-filter", "none") != "none"
        or any((_first_length(own.get(edge), em) or 0.0) >= _THICK for edge in _EDGES)
        or _reaches(own, em)
    )


def _room(own: Mapping[str, str], em: float) -> tuple[bool, tuple[float, float] | None, bool]:
    """Whether there is none for words, how much there is where that is known, and whether it may
    be too little; for what cuts off the words that do not fit."""
    if own.get("overflow-x") not in _CUT and own.get("overflow-y") not in _CUT:
        return False, None, False
    high = _extent(own, "height", ("padding-top", "padding-bottom"), em)
    wide = _extent(own, "width", ("padding-left", "padding-right"), em)
    known = [size for size in (high, wide) if size is not None]
    if not known:
        line = line_height(own.get("line-height", ""), em)
        low = line is not None and line < 0.3 * em
        rows = own.get("grid-template-rows", "")
        return False, None, low or rows.startswith("0") or _shrinks(own)
    unclear = any(own.get(n, "")[-1:] == "%" for n in ("height", "max-height"))
    room = (1e6 if high is None else high, 1e6 if wide is None else wide)
    line = line_height(own.get("line-height", ""), em) or 0.0
    squeezed = min(known) <= TINY or (high is not None and line > 1.9 * high)
    return min(known) <= 0 and not unclear, room, squeezed


def _shrinks(own: Mapping[str, str]) -> bool:
    """Whether an item of a row may get no width."""
    basis = own.get("flex-basis", "") or (words(own.get("flex", "")) or [""])[-1]
    grows = (words(own.get("flex", "")) or ["0"])[0]
    return length(basis) == 0 and grows == "0"


def _extent(own: Mapping[str, str], name: str, sides: tuple[str, ...], em: float) -> float | None:
    given = [length(own[n], em=em) for n in (name, f"max-{name}") if n in own]
    known = [size for size in given if size is not None]
    if not known:
        return None
    inside = max(min(known), _px(own, f"min-{name}", em))
    return inside + sum(max(0.0, _px(own, side, em)) for side in sides)


def _ground(own: Mapping[str, str]) -> Ground | None:
    shade, image = own.get("background-color", ""), own.get("background-image", "")
    if not (shade or image):
        return None
    flat = colour(shade) if shade else None
    if flat == CURRENT:
        flat = _ink(own.get("color", "")) or BLACK
    stops = gradient(image)
    drawn = any(scheme in image for scheme in ("url(data:", "url(cid:"))
    clipped = own.get("background-clip") == "text"
    return Ground(flat if isinstance(flat, Colour) else None, stops, drawn, clipped)
