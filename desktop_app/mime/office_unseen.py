"""Which words of an office file a reader does not see: hidden, white on white, too small to read.

Fed with the tags of a member as they come. A colour counts only where nothing dark is known to lie
behind it: a page, a cell, a paragraph, a text box.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

TOKEN = re.compile(r"<(/?)([A-Za-z][\w:.-]{0,60})((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>|([^<]+)")
_VALUE = re.compile(r"""([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_OFF = frozenset(("0", "false", "off", "none"))
_SMALLEST = 4
"""Half points of the smallest type that is read: two points."""
_LONGEST_CHAIN = 20
_WHITE = re.compile(r"#?(?:[f][0-9a-f]){3}", re.IGNORECASE)


def attributes_of(text: str) -> dict[str, str]:
    return {name: one or other for name, one, other in _VALUE.findall(text)}


class Concealment:
    """Nothing is concealed."""

    @property
    def conceals(self) -> bool:
        """Whether the text at this place is not seen."""
        return False

    def feed(self, tag: str, attributes: str, *, closing: bool) -> None:
        """One tag. An empty one is not closed."""


# OpenDocument (OASIS ODF 1.3, sections 16.27 and 20)


class OpenDocument(Concealment):
    def __init__(self, unseen: frozenset[str]) -> None:
        self._unseen = unseen
        self._open: list[tuple[str, bool]] = []

    @property
    def conceals(self) -> bool:
        return any(unseen for _, unseen in self._open)

    def feed(self, tag: str, attributes: str, *, closing: bool) -> None:
        if tag not in _ODF_TEXT:
            return
        if not closing and not attributes.endswith("/"):
            style = attributes_of(attributes).get("text:style-name", "")
            self._open.append((tag, tag == "text:hidden-text" or style in self._unseen))
        elif closing and self._open and self._open[-1][0] == tag:
            self._open.pop()


_ODF_TEXT = frozenset(("text:p", "text:h", "text:span", "text:hidden-text"))


def unseen_odf_styles(members: Iterator[str]) -> frozenset[str]:
    """The names of styles whose text is not displayed, or white on nothing."""
    found: set[str] = set()
    for member in members:
        name = ""
        for closing, tag, attributes, _ in TOKEN.findall(member):
            if tag == "style:style":
                name = "" if closing else attributes_of(attributes).get("style:name", "")
            elif tag == "style:text-properties" and name:
                given = attributes_of(attributes)
                ground = given.get("fo:background-color", "")
                white = _white(given.get("fo:color", "")) and not _dark(ground)
                if given.get("text:display") == "none" or white:
                    found.add(name)
    return frozenset(found)


# WordprocessingML (ECMA-376 part 1, section 17.3.2)


@dataclass(slots=True)
class Look:
    """Properties of a run or a style; None where it says nothing."""

    hidden: bool | None = None
    white: bool | None = None
    small: bool = False
    backed: bool = False
    based_on: str = ""
    style: str = ""

    def note(self, tag: str, given: dict[str, str]) -> None:
        value = given.get("w:val", "")
        if tag in {"w:vanish", "w:specVanish"}:
            self.hidden = value not in _OFF
        elif tag == "w:color":
            self.white = _white(value)
        elif tag == "w:sz":
            self.small = value.isdecimal() and int(value[:6]) <= _SMALLEST
        elif tag == "w:shd":
            self.backed = _dark(given.get("w:fill", ""))
        elif tag == "w:highlight":
            self.backed = value not in {"", "none", "white"}
        elif tag == "w:rStyle":
            self.style = value


@dataclass(slots=True)
class _Paragraph:
    backed: bool = False
    style: str = ""


@dataclass(slots=True)
class WordDocument(Concealment):
    styles: dict[str, Look]
    _runs: list[Look] = field(default_factory=list)
    _paragraphs: list[_Paragraph] = field(default_factory=list)
    _cells: list[bool] = field(default_factory=list)
    _boxes: int = 0
    _page: bool = False
    _within: str = ""

    @property
    def conceals(self) -> bool:
        if not self._runs:
            return False
        run = self._runs[-1]
        paragraph = self._paragraphs[-1] if self._paragraphs else _Paragraph()
        looks = (run, *self._chain(run.style), *self._chain(paragraph.style))
        if next((look.hidden for look in looks if look.hidden is not None), False) or run.small:
            return True
        backed = self._page or self._boxes or any(self._cells) or paragraph.backed
        white = next((look.white for look in looks if look.white is not None), False)
        return bool(white) and not backed and not any(look.backed for look in looks)

    def feed(self, tag: str, attributes: str, *, closing: bool) -> None:
        empty = attributes.endswith("/")
        if tag in _PROPERTIES:
            if not empty:
                self._within = "" if closing else (self._within or tag)
        elif tag == "w:txbxContent":
            self._boxes = max(self._boxes + (-1 if closing else 1), 0)
        elif tag == "w:background":
            self._page = _dark(attributes_of(attributes).get("w:color", ""))
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
            opened[tag].append({"w:r": Look, "w:p": _Paragraph, "w:tc": bool}[tag]())

    def _note(self, tag: str, given: dict[str, str]) -> None:
        if self._within == "w:rPr" and self._runs:
            self._runs[-1].note(tag, given)
        elif self._within == "w:pPr" and self._paragraphs:
            if tag == "w:pStyle":
                self._paragraphs[-1].style = given.get("w:val", "")
            elif tag == "w:shd":
                self._paragraphs[-1].backed = _dark(given.get("w:fill", ""))
        elif self._within == "w:tcPr" and self._cells and tag == "w:shd":
            self._cells[-1] = _dark(given.get("w:fill", ""))

    def _chain(self, style: str) -> tuple[Look, ...]:
        found: list[Look] = []
        while style in self.styles and len(found) < _LONGEST_CHAIN:
            found.append(self.styles[style])
            style = self.styles[style].based_on
        return tuple(found)


_PROPERTIES = frozenset(("w:rPr", "w:pPr", "w:tcPr"))
_NESTED = frozenset(("w:r", "w:p", "w:tc"))


def word_styles(member: str) -> dict[str, Look]:
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
            look.note(tag, given)
    return found


def _white(colour: str) -> bool:
    return _WHITE.fullmatch(colour) is not None


def _dark(fill: str) -> bool:
    """Whether a ground is known on which white can be read."""
    return fill.lower() not in {"", "auto", "transparent", "none"} and not _white(fill)
