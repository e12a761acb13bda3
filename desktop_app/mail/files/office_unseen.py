"""Which words of an office file a reader does not see, and which may not be seen.

Fed with the tags of a member as they come. What is declared hidden is HIDDEN; what has the colour
of its ground, is too small to read or stands off its slide is DOUBTFUL. A colour counts only where
its ground is known: a page, a cell, a paragraph, not a text box.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from desktop_app.mail.hidden.colours import BLACK, WHITE, Colour, colour, is_pale
from desktop_app.mail.hidden.verdicts import Verdict

TOKEN = re.compile(
    r"<(/?)([A-Za-z][\w:.-]{0,60})((?:[^<>\"']++|\"[^\"<]*+\"|'[^'<]*+')*+)>|([^<]++)"
)
_VALUE = re.compile(r"""(?<![\w:-])([\w:-]++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)')""")
_OFF = frozenset(("0", "false", "off", "none"))
_SMALLEST = 4
"""Half points of the smallest type that is read: two points."""
_LONGEST_CHAIN = 20
_LONGEST_THEME = 200_000


def attributes_of(text: str) -> dict[str, str]:
    return {name: one or other for name, one, other in _VALUE.findall(text)}


class Concealment:
    """Nothing is concealed."""

    @property
    def verdict(self) -> Verdict:
        """Whether the text at this place is seen."""
        return Verdict.SEEN

    def feed(self, tag: str, attributes: str, *, closing: bool) -> None:
        """One tag. An empty one is not closed."""


# OpenDocument (OASIS ODF 1.3, sections 16.27 and 20)


class OpenDocument(Concealment):
    def __init__(self, styles: Mapping[str, Verdict]) -> None:
        self._styles = styles
        self._open: list[tuple[str, Verdict]] = []

    @property
    def verdict(self) -> Verdict:
        return max((verdict for _, verdict in self._open), default=Verdict.SEEN)

    def feed(self, tag: str, attributes: str, *, closing: bool) -> None:
        if tag not in _ODF_TEXT:
            return
        if not closing and not attributes.endswith("/"):
            style = attributes_of(attributes).get("text:style-name", "")
            own = Verdict.HIDDEN if tag == "text:hidden-text" else Verdict.SEEN
            self._open.append((tag, max(own, self._styles.get(style, Verdict.SEEN))))
        elif closing and self._open and self._open[-1][0] == tag:
            self._open.pop()


_ODF_TEXT = frozenset(("text:p", "text:h", "text:span", "text:hidden-text"))


def odf_styles(members: Iterator[str]) -> dict[str, Verdict]:
    """What styles do to their text, by their names, where it is not displayed or has the colour of
    its ground."""
    found: dict[str, Verdict] = {}
    for member in members:
        name = ""
        for closing, tag, attributes, _ in TOKEN.findall(member):
            if tag == "style:style":
                name = "" if closing else attributes_of(attributes).get("style:name", "")
            elif tag == "style:text-properties" and name:
                given = attributes_of(attributes)
                ink, ground = _shade(given.get("fo:color", "")), given.get("fo:background-color")
                if given.get("text:display") == "none":
                    found[name] = Verdict.HIDDEN
                elif ink is not None and is_pale(ink, _shade(ground or "") or WHITE):
                    found[name] = Verdict.DOUBTFUL
    return found


# PresentationML (ECMA-376 part 1, section 19.3)


class Slide(Concealment):
    """Shapes of a slide; one that stands off it, or is not drawn, may not be seen. `size`: of the
    slide, in English metric units."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self._odd: list[bool] = []
        self._place = (0, 0)
        self._tiny = False

    @property
    def verdict(self) -> Verdict:
        return Verdict(self._tiny or any(self._odd))

    def feed(self, tag: str, attributes: str, *, closing: bool) -> None:
        if tag in _SHAPES:
            if closing and self._odd:
                self._odd.pop()
            elif not closing and not attributes.endswith("/"):
                self._odd.append(False)
        elif closing or not self._odd:
            self._tiny = self._tiny and tag != "a:r"
        else:
            self._note(tag, attributes_of(attributes))

    def _note(self, tag: str, given: dict[str, str]) -> None:
        if tag == "p:cNvPr":
            self._odd[-1] = given.get("hidden", "0") not in _OFF
        elif tag == "a:off":
            self._place = _number(given.get("x", "")), _number(given.get("y", ""))
        elif tag == "a:ext" and len(self._odd) == 1:  # a group's own measures hold within it
            ends = _number(given.get("cx", "")), _number(given.get("cy", ""))
            beside = (
                at >= most or at + long <= 0
                for at, long, most in zip(self._place, ends, self._size, strict=True)
            )
            self._odd[-1] = self._odd[-1] or ("cx" in given and any(beside))
        elif tag == "a:rPr":
            self._tiny = 0 < _number(given.get("sz", "")) <= _SMALLEST * 50


_SHAPES = frozenset(("p:sp", "p:grpSp", "p:graphicFrame", "p:pic", "p:cxnSp"))


def slide_size(member: str) -> tuple[int, int]:
    """Width and height of a presentation's slides, beyond all measure where they are not told."""
    for _, tag, attributes, _ in TOKEN.findall(member):
        if tag == "p:sldSz":
            given = attributes_of(attributes)
            return _number(given.get("cx", "")) or 10**12, _number(given.get("cy", "")) or 10**12
    return 10**12, 10**12


def _number(text: str) -> int:
    return int(text[:15]) if re.fullmatch(r"-?[0-9]{1,14}", text[:15]) else 0


# WordprocessingML (ECMA-376 part 1, section 17.3.2)

_SLOTS = {
    "text1": "dk1", "dark1": "dk1", "background1": "lt1", "light1": "lt1", "text2": "dk2",
    "dark2": "dk2", "background2": "lt2", "light2": "lt2", "hyperlink": "hlink",
    "followedHyperlink": "folHlink",
}  # fmt: skip
_USUAL_THEME = {"dk1": BLACK, "lt1": WHITE, "lt2": Colour(231, 230, 230)}
_GREY = Colour(128, 128, 128)

Theme = Mapping[str, Colour]
"""Colours of a document's theme, by their slots."""


def theme_of(member: str) -> dict[str, Colour]:
    """The colours of `theme1.xml` (section 20.1.6)."""
    found, slot = dict(_USUAL_THEME), ""
    for closing, tag, attributes, _ in TOKEN.findall(member[:_LONGEST_THEME]):
        given = attributes_of(attributes)
        if tag in {"a:srgbClr", "a:sysClr"}:
            shade = _shade(given.get("lastClr", "") or given.get("val", ""))
            if slot and shade is not None:
                found[slot] = shade
        elif tag.startswith("a:"):
            slot = "" if closing else tag[2:]
    return found


@dataclass(slots=True)
class Look:
    """Properties of a run or a style; None where it says nothing."""

    hidden: bool | None = None
    ink: Colour | None = None
    ground: Colour | None = None
    small: bool | None = None
    based_on: str = ""
    style: str = ""

    def note(self, tag: str, given: dict[str, str], theme: Theme) -> None:
        value = given.get("w:val", "")
        if tag in {"w:vanish", "w:specVanish"}:
            self.hidden = value not in _OFF
        elif tag == "w:color":
            self.ink = _themed(given, "theme", theme) or _shade(value)
        elif tag == "w:sz":
            self.small = value.isdecimal() and int(value[:6]) <= _SMALLEST
        elif tag == "w:shd":
            self.ground = _shading(given, theme)
        elif tag == "w:highlight":
            self.ground = colour(value.lower()) if value != "none" else None  # type: ignore[assignment]
        elif tag == "w:rStyle":
            self.style = value


def _shading(given: dict[str, str], theme: Theme) -> Colour | None:
    """What is behind words (section 17.3.5): the pattern's colour where it is solid."""
    if given.get("w:val") == "solid":
        return _themed(given, "theme", theme) or _shade(given.get("w:color", "")) or BLACK
    return _themed(given, "themeFill", theme) or _shade(given.get("w:fill", ""))


def _themed(given: dict[str, str], name: str, theme: Theme) -> Colour | None:
    """A colour of the theme, lighter or darker as it is said; the one beside it counts for
    nothing."""
    slot = given.get("w:themeColor" if name == "theme" else "w:themeFill", "")
    if not slot or slot == "none":
        return None
    found = theme.get(_SLOTS.get(slot, slot), _GREY)
    tint, dark = _hex(given.get(f"w:{name}Tint", "")), _hex(given.get(f"w:{name}Shade", ""))
    return Colour(*((255 - (255 - c) * tint) * dark for c in found[:3]))


def _hex(text: str) -> float:
    return int(text, 16) / 255 if re.fullmatch(r"[0-9a-fA-F]{2}", text) else 1.0


@dataclass(slots=True)
class _Paragraph:
    ground: Colour | None = None
    style: str = ""


@dataclass(slots=True)
class WordDocument(Concealment):
    styles: dict[str, Look]
    theme: Theme
    _runs: list[Look] = field(default_factory=list)
    _paragraphs: list[_Paragraph] = field(default_factory=list)
    _cells: list[Colour | None] = field(default_factory=list)
    _boxes: int = 0
    _page: Colour = WHITE
    _within: str = ""

    @property
    def verdict(self) -> Verdict:
        if not self._runs:
            return Verdict.SEEN
        run = self._runs[-1]
        paragraph = self._paragraphs[-1] if self._paragraphs else _Paragraph()
        looks = (run, *self._chain(run.style), *self._chain(paragraph.style))
        if next((look.hidden for look in looks if look.hidden is not None), False):
            return Verdict.HIDDEN
        if next((look.small for look in looks if look.small is not None), False):
            return Verdict.DOUBTFUL
        ink = next((look.ink for look in looks if look.ink is not None), None)
        grounds = [look.ground for look in looks]
        grounds += [paragraph.ground, *reversed(self._cells)]
        ground = next((g for g in grounds if g is not None), None)
        if ground is None and self._boxes:
            return Verdict.SEEN
        ground = ground or self._page
        return Verdict(is_pale(ink or _readable(ground), ground))

    def feed(self, tag: str, attributes: str, *, closing: bool) -> None:
        empty = attributes.endswith("/")
        if tag in _PROPERTIES:
            if not empty:
                self._within = "" if closing else (self._within or tag)
        elif tag == "w:txbxContent":
            self._boxes = max(self._boxes + (-1 if closing else 1), 0)
        elif tag == "w:background":
            self._page = _shade(attributes_of(attributes).get("w:color", "")) or WHITE
        elif tag in _NESTED:
            if not empty:
                self._nest(tag, closing=closing)
        elif self._within and not closing:
            self._note(tag, attributes_of(attributes))

    def _nest(self, tag: str, *, closing: bool) -> None:
        opened: dict[str, list[object]] = {
            "w:r": self._runs,  # type: ignore[dict-item]
            "w:p": self._paragraphs,  # type: ignore[dict-item]
            "w:tc": self._cells,  # type: ignore[dict-item]
        }
        if closing:
            if opened[tag]:
                opened[tag].pop()
        else:
            opened[tag].append(_OPENED[tag]())

    def _note(self, tag: str, given: dict[str, str]) -> None:
        if self._within == "w:rPr" and self._runs:
            self._runs[-1].note(tag, given, self.theme)
        elif self._within == "w:pPr" and self._paragraphs:
            if tag == "w:pStyle":
                self._paragraphs[-1].style = given.get("w:val", "")
            elif tag == "w:shd":
                self._paragraphs[-1].ground = _shading(given, self.theme)
        elif self._within == "w:tcPr" and self._cells and tag == "w:shd":
            self._cells[-1] = _shading(given, self.theme)

    def _chain(self, style: str) -> tuple[Look, ...]:
        found: list[Look] = []
        while style in self.styles and len(found) < _LONGEST_CHAIN:
            found.append(self.styles[style])
            style = self.styles[style].based_on
        return tuple(found)


_PROPERTIES = frozenset(("w:rPr", "w:pPr", "w:tcPr"))
_NESTED = frozenset(("w:r", "w:p", "w:tc"))
_OPENED: Mapping[str, Callable[[], object]] = {
    "w:r": Look,
    "w:p": _Paragraph,
    "w:tc": lambda: None,
}


def word_styles(member: str, theme: Theme) -> dict[str, Look]:
    """The looks of a document's styles, by their ids."""
    found: dict[str, Look] = {}
    look: Look | None = None
    for closing, tag, attributes, _ in TOKEN.findall(member):
        given = attributes_of(attributes) if tag and not closing else {}
        if tag == "w:style" and not closing:
            look = found.setdefault(given.get("w:styleId", ""), Look())
        elif tag == "w:basedOn" and look is not None:
            look.based_on = given.get("w:val", "")
        elif look is not None and not closing:
            look.note(tag, given, theme)
    return found


def _shade(text: str) -> Colour | None:
    """A colour of six digits; none for `auto`."""
    digits = text.removeprefix("#").lower()
    found = colour(f"#{digits}") if re.fullmatch(r"[0-9a-f]{6}", digits) else None
    return found if isinstance(found, Colour) else None


def _readable(ground: Colour) -> Colour:
    """The ink of words of which no colour is said."""
    return WHITE if sum(ground[:3]) < 200 else BLACK
