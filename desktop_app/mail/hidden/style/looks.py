"""Appearance of an element as it comes down from its ancestors, and the verdict on words in it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from selectolax.lexbor import LexborNode

from desktop_app.mail.hidden.colours import (
    BLACK,
    CURRENT,
    LINK,
    MOST_STOPS,
    WHITE,
    Colour,
    is_pale,
    over,
)
from desktop_app.mail.hidden.style.css_variables import Scope
from desktop_app.mail.hidden.style.effects import Effect, Ground
from desktop_app.mail.hidden.style.ordinary import FAR_LEFT, FAR_RIGHT
from desktop_app.mail.hidden.verdicts import Verdict

SMALL_PRINT = 5.0
"""Pixels of a font at or below which text is hard to read."""

_GONE, _FAINT = 0.002, 0.15
"""Opacity at or below which nothing is painted, and hardly anything."""

_MOST_GROUNDS = 40
_DARK, _EITHER = Colour(18, 18, 18), Colour(128, 128, 128)
"""A dark page, and letters that a browser keeps apart from any page of its own."""

_LINE, _LETTER = 1.15, 0.45
"""Least height of a line and least mean width of a letter, in font sizes."""


@dataclass(slots=True, eq=False)
class Fence:
    """Room of a box that cuts off what does not fit, in pixels, and how much of it is taken."""

    height: float
    width: float
    taken: float = 0.0

    def takes(self, text: str, size: float, *, wraps: bool) -> bool:
        """Whether a text may still have room, which it then takes."""
        long = len(text) * _LETTER * size
        before = self.taken
        self.taken += _LINE * size * (1 + long // 600)
        return before < self.height - 2 and (wraps or long <= self.width)


@dataclass(slots=True, eq=False)
class Look:
    """Sizes in CSS pixels. `grounds` are the colours that may be behind the words, `painted` those
    that transparent letters show; `table_ink` is that of a page without a doctype, where a table
    has the `page_ink`. `shut`: in a box without room. `odd`: something was declared whose effect
    nobody works out. `touched`: inherited properties that are other ones in some variant of the
    page. `drawn`: a picture that comes with the mail is behind the words; `flat`: what follows may
    lie upon them; `over`: the element, itself or around this one, that may lie upon others.
    `judged`: see `verdict`."""

    size: float = 16.0
    ink: Colour = BLACK
    fill: Colour | None = None
    link: Colour = LINK
    grounds: tuple[Colour, ...] = (WHITE,)
    painted: Ground | None = None
    visible: bool = True
    opacity: float = 1.0
    x: float = 0.0
    y: float = 0.0
    indent: float = 0.0
    wraps: bool = True
    page_ink: Colour = BLACK
    table_ink: Colour | None = None
    drawn: bool = False
    flat: bool = False
    over: LexborNode | None = None
    shut: bool = False
    odd: bool = False
    fences: tuple[Fence, ...] = ()
    scope: Scope | None = None
    touched: frozenset[str] = field(default_factory=frozenset)
    judged: Verdict | None = None

    def within(self, of: Effect) -> Look:
        """The look of a child with this effect."""
        child = replace(self, judged=None, odd=self.odd or of.odd)
        if of.size is not None:
            child.size = of.size
        child.paint(of)
        if of.wraps is not None:
            child.wraps = of.wraps
        if of.visible is not None:
            child.visible = of.visible
        if of.indent is not None:
            child.indent = of.indent
        child.opacity *= of.opacity
        child.x += of.x
        child.y += of.y
        child.flat = child.flat or of.flat or of.loose
        if of.loose and (self.shut or self.fences):
            child.shut, child.fences, child.odd = False, (), True
        return child

    def paint(self, of: Effect) -> None:
        """Colours of letters and of what is behind them."""
        if of.dark:
            self.ink = _EITHER if self.ink == BLACK else self.ink
            self.grounds = (*self.grounds, _DARK)
        if isinstance(of.ink, Colour):
            self.ink, self.table_ink = of.ink, None
        if of.fill == CURRENT:
            self.fill = None
        elif isinstance(of.fill, Colour):
            self.fill = of.fill
        if of.ground is not None:
            self.lay(of.ground)

    def lay(self, ground: Ground) -> None:
        """Puts a background over what is behind the words."""
        if ground.clipped:
            self.painted = ground
            return
        flat = ground.flat
        if flat is not None and flat.alpha > 0:
            self.grounds = tuple(dict.fromkeys(over(flat, below) for below in self.grounds))
            self.painted = None
            self.drawn = self.drawn and flat.alpha < 0.6
        self.drawn = self.drawn or ground.drawn
        if ground.stops:
            laid = [over(stop, below) for stop in ground.stops for below in self.grounds]
            self.odd = self.odd or len(laid) > _MOST_GROUNDS or len(ground.stops) > MOST_STOPS
            self.grounds = tuple(dict.fromkeys(laid))[:_MOST_GROUNDS]

    def verdict(self) -> Verdict:
        """Whether words that stand in this element itself are seen."""
        if self.judged is None:
            self.judged = self._judge()
        return self.judged

    def _judge(self) -> Verdict:
        surely = {
            "visibility": not self.visible,
            "opacity": self.opacity <= _GONE,
            "font-size": self.size <= 0,
            "height": self.shut,
        }
        if any(gone and name not in self.touched for name, gone in surely.items()):
            return Verdict.HIDDEN
        return Verdict(any(surely.values()) or self._is_hard_to_see())

    def _is_hard_to_see(self) -> bool:
        x = self.x + self.indent
        return (
            self.odd
            or self.drawn
            or self.size <= SMALL_PRINT
            or self.opacity <= _FAINT
            or min(x, self.y) <= FAR_LEFT
            or max(x, self.y) >= FAR_RIGHT
            or self._is_pale()
        )

    def _is_pale(self) -> bool:
        """Whether the letters may be of the colour of what is behind them."""
        ink = self.ink if self.fill is None else self.fill
        inks: tuple[Colour, ...] = (ink,)
        if self.table_ink is not None:
            inks = ink, self.table_ink
        if ink.alpha <= 0.1 and self.painted is not None:
            flat = self.painted.flat
            inks = self.painted.stops or ((flat,) if flat is not None else inks)
        return any(is_pale(i, ground, self.opacity) for i in inks for ground in self.grounds)
