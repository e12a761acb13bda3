"""Appearance of an element as it comes down from its ancestors, and the verdict on words in it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop_app.mime.colours import BLACK, CURRENT, WHITE, Colour, over, told_apart
from desktop_app.mime.css_variables import Scope
from desktop_app.mime.effects import Effect, Ground
from desktop_app.mime.shapes import FAR_LEFT, FAR_RIGHT
from desktop_app.mime.verdicts import Verdict

UNREADABLE, SMALL_PRINT = 2.0, 5.0
"""Pixels of a font at or below which text can't be read, and is hard to read."""
_FAINT = 0.05
_PILED, _CROWDED = -0.5, -0.3
"""Letter spacing, in font sizes, at which letters stand on each other."""
_FLAT = 0.1
_MOST_GROUNDS = 40


@dataclass(slots=True, eq=False)
class Look:
    """Sizes in CSS pixels. `grounds` are the colours that may be behind the words; `picture`: or
    something else. `laid`: an element set them. `painted` are those that transparent letters
    show. `judged`: see `verdict`."""

    size: float = 16.0
    line: float = 19.0
    ink: Colour = BLACK
    fill: Colour | None = None
    grounds: tuple[Colour, ...] = (WHITE,)
    picture: bool = False
    laid: bool = False
    painted: Ground | None = None
    visible: bool = True
    opacity: float = 1.0
    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0
    indent: float = 0.0
    spacing: float = 0.0
    cut: Verdict = Verdict.SEEN
    veiled: bool = False
    blend: str = ""
    shadow: tuple[Colour, ...] = ()
    box: Verdict = Verdict.SEEN
    scope: Scope | None = None
    judged: Verdict | None = None

    def within(self, of: Effect) -> Look:
        """The look of a child with this effect."""
        child = replace(self, judged=None, box=max(self.box, of.box))
        if of.size is not None:
            child.size = of.size
        if of.line is not None:
            child.line = of.line
        elif of.size is not None:
            flat = self.line <= _FLAT * self.size
            child.line = self.line if flat else max(self.line, of.size)
        _colour(child, of)
        if of.ground is not None:
            _lay(child, of.ground)
        _place(child, of)
        return child

    def verdict(self) -> Verdict:
        """Whether words that stand in this element itself are seen."""
        if self.judged is None:
            self.judged = self._judge()
        return self.judged

    def _judge(self) -> Verdict:
        if not self.visible or self.veiled or self.opacity <= _FAINT:
            return Verdict.HIDDEN
        x = self.x + self.indent
        if x <= FAR_LEFT or self.y <= FAR_LEFT or max(x, self.y) >= FAR_RIGHT:
            return Verdict.HIDDEN
        found = max(self.box, self._of_size(), self._of_spacing())
        if self.line <= _FLAT * self.size:
            found = max(found, self.cut)
        if found is Verdict.HIDDEN:
            return found
        return max(found, self._of_colour())

    def _of_size(self) -> Verdict:
        size = self.size * self.scale
        if size <= UNREADABLE or self.scale <= 0.05:
            return Verdict.HIDDEN
        return Verdict.DOUBTFUL if size <= SMALL_PRINT else Verdict.SEEN

    def _of_spacing(self) -> Verdict:
        share = self.spacing / self.size if self.size else 0.0
        if share <= _PILED or self.spacing >= FAR_RIGHT / 2:
            return Verdict.HIDDEN
        return Verdict.DOUBTFUL if share <= _CROWDED or share >= 8 else Verdict.SEEN

    def _of_colour(self) -> Verdict:
        found = self._of_ink()
        if found is not Verdict.SEEN and self.shadow and self._outlined():
            return Verdict.DOUBTFUL
        if self.picture:
            return min(found, Verdict.DOUBTFUL)
        return found

    def _of_ink(self) -> Verdict:
        ink = self.ink if self.fill is None else self.fill
        if ink.alpha <= 0.1 and self.painted is not None:
            return self._of_painted(self.painted)
        if self.blend not in {"", "normal"} and self.laid:
            return self._of_blend(ink)
        found = [told_apart(ink, ground, self.opacity) for ground in self.grounds]
        least = Verdict.DOUBTFUL if self.blend not in {"", "normal"} else Verdict.SEEN
        return max(found[0], least) if max(found) is min(found) else Verdict.DOUBTFUL

    def _of_painted(self, paint: Ground) -> Verdict:
        """Letters through which a background shows."""
        if paint.picture:
            return Verdict.DOUBTFUL
        inks = paint.stops or ((paint.flat,) if paint.flat is not None else ())
        found = [told_apart(i, ground, self.opacity) for i in inks for ground in self.grounds]
        return min(found, default=Verdict.HIDDEN)

    def _of_blend(self, ink: Colour) -> Verdict:
        found = []
        for ground in self.grounds:
            mixed = _blended(self.blend, over(ink, ground), ground)
            found.append(
                Verdict.DOUBTFUL if mixed is None else told_apart(mixed, ground, self.opacity)
            )
        return found[0] if max(found) is min(found) else Verdict.DOUBTFUL

    def _outlined(self) -> bool:
        return any(
            told_apart(s, g, self.opacity) is Verdict.SEEN
            for s in self.shadow
            for g in self.grounds
        )


def _colour(child: Look, of: Effect) -> None:
    if isinstance(of.ink, Colour):
        child.ink = of.ink
    if of.fill == CURRENT:
        child.fill = None
    elif isinstance(of.fill, Colour):
        child.fill = of.fill
    if of.shadow is not None:
        child.shadow = of.shadow


def _lay(child: Look, ground: Ground) -> None:
    """A background over what is behind it."""
    if ground.clipped:
        child.painted = ground
        return
    flat = ground.flat
    if flat is not None and flat.alpha > 0:
        child.grounds = tuple(dict.fromkeys(over(flat, below) for below in child.grounds))
        child.picture = child.picture and flat.alpha < 0.6
        child.painted = None
        child.laid = True
    if ground.stops:
        laid = [over(stop, below) for stop in ground.stops for below in child.grounds]
        kept = child.grounds if ground.partly else ()
        grounds = tuple(dict.fromkeys([*laid, *kept]))
        if len(grounds) > _MOST_GROUNDS:
            child.box = max(child.box, Verdict.DOUBTFUL)
        child.grounds = grounds[:_MOST_GROUNDS]
        child.laid = True
        child.picture = child.picture and any(stop.alpha < 0.6 for stop in ground.stops)
    child.picture = child.picture or ground.picture


def _place(child: Look, of: Effect) -> None:
    if of.visible is not None:
        child.visible = of.visible
    child.opacity *= of.opacity
    child.scale *= of.scale
    child.x += of.x
    child.y += of.y
    if of.indent is not None:
        child.indent = of.indent
    if of.spacing is not None:
        child.spacing = of.spacing
    child.cut = max(child.cut, of.cuts)
    child.veiled = child.veiled or of.veiled
    if of.blend:
        child.blend = of.blend


def _blended(mode: str, top: Colour, below: Colour) -> Colour | None:
    """CSS Compositing 1 section 5.8, the modes that are one line; None for the others."""
    pairs = [(t / 255, b / 255) for t, b in zip(top[:3], below[:3], strict=True)]
    channels = {
        "multiply": [t * b for t, b in pairs],
        "screen": [t + b - t * b for t, b in pairs],
        "darken": [min(t, b) for t, b in pairs],
        "lighten": [max(t, b) for t, b in pairs],
        "difference": [abs(t - b) for t, b in pairs],
        "exclusion": [t + b - 2 * t * b for t, b in pairs],
    }.get(mode)
    return None if channels is None else Colour(*(255 * c for c in channels))
