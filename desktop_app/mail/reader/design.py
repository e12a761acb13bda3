"""What a mail's design says of an element's look: type, emphasis, ground, edges.

Only for how the Reader sets a mail anew; what is hidden is judged in `hidden`. Style attributes and
rules of one class are read, nothing is computed. Lengths are in CSS pixels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from selectolax.lexbor import LexborHTMLParser, LexborNode

Look = Mapping[str, str]
"""Property -> value, both in lower case."""

LONGEST_STYLE, LONGEST_SHEET, MOST_CLASSES = 2_000, 100_000, 1_000
_BOUNDARY = re.compile(r"[{};]")
_LONGEST_PRELUDE = 2_000
_CLASS = re.compile(r"\s*(?:[a-z][a-z0-9]*)?\.([a-z0-9_-]{1,80})\s*", re.IGNORECASE)
_LENGTH = re.compile(r"(\d{0,4}\.?\d{1,6})(px|pt|em|rem|%)?(?![\w%])")
_UNITS = {"px": 1.0, "pt": 4 / 3, "em": 16.0, "rem": 16.0, "%": 0.16}
_WORDS = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0,
    "x-large": 24.0, "xx-large": 32.0,
}  # fmt: skip
_FONT = {"1": 10.0, "2": 13.0, "3": 16.0, "4": 18.0, "5": 24.0, "6": 32.0, "7": 48.0}
_FIXED = re.compile(r"courier|consolas|menlo|monaco|monospace")
_NO_GROUND = re.compile(
    r"(?:none|transparent|inherit|initial|unset|#f{3}(?:f{3})?|white)\b|rgba\(.*,\s*0\)"
)
_BLANK = re.compile("[\\s\u00ad\u034f\u200b-\u200f\u2060-\u2064\ufeff]*")

_NOTHING: Look = {}


def blank(text: str) -> bool:
    """Whether a text is only space and characters without a shape."""
    return _BLANK.fullmatch(text) is not None


class Design:
    """Looks of the elements of one tree. Made while its `<style>` elements are there."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        sheets = "\n".join(node.text() or "" for node in tree.css("style"))
        self._classes = dict(_classes(sheets[:LONGEST_SHEET])) if "." in sheets else {}

    def look(self, node: LexborNode) -> Look:
        """The declarations for an element; those of its style attribute win."""
        attributes = node.attributes
        style = attributes.get("style")
        own = declared(style[:LONGEST_STYLE]) if style else _NOTHING
        named = attributes.get("class")
        if not named or not self._classes:
            return own
        ruled: dict[str, str] = {}
        for name in named.lower().split()[:8]:
            ruled.update(self._classes.get(name, _NOTHING))
        return {**ruled, **own} if ruled else own

    def size(self, node: LexborNode) -> float:
        """The size of type an element sets, 0 for none."""
        own = self.look(node)
        found = type_size(own.get("font-size", "")) or type_size(own.get("font", ""))
        if not found and node.tag == "font":
            return _FONT.get((node.attributes.get("size") or "").strip(), 0.0)
        return found


@lru_cache(maxsize=4096)
def declared(style: str) -> Look:
    """The declarations of a style attribute."""
    found: dict[str, str] = {}
    for piece in style.lower().split(";"):
        name, colon, value = piece.partition(":")
        if colon:
            found[name.strip()] = value.replace("!important", "").strip()
    return found


def _classes(sheet: str) -> Iterator[tuple[str, Look]]:
    """The rules of a single class, outside of any condition."""
    merged: dict[str, dict[str, str]] = {}
    for prelude, body in _rules(without_comments(sheet).replace("<!--", "").replace("-->", "")):
        for selector in prelude.split(","):
            match = _CLASS.fullmatch(selector)
            if match and len(merged) < MOST_CLASSES:
                merged.setdefault(match[1].lower(), {}).update(declared(body[:LONGEST_STYLE]))
    yield from merged.items()


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """Prelude and declarations of the rules that stand in no other, and are no at-rules."""
    prelude, start, depth, nested = "", 0, 0, False
    for mark in _BOUNDARY.finditer(sheet):
        if mark[0] == "{":
            if not depth:
                prelude, start, nested = sheet[start : mark.start()], mark.end(), False
            nested = nested or depth > 0
            depth += 1
        elif mark[0] == "}" and depth:
            depth -= 1
            if not depth:
                plain = not nested and "@" not in prelude
                if plain and len(prelude) <= _LONGEST_PRELUDE:
                    yield prelude, sheet[start : mark.start()]
                start = mark.end()
        elif not depth:
            start = mark.end()


def without_comments(sheet: str) -> str:
    """A style sheet without `/* … */`; one that nothing closes ends with the sheet."""
    pieces, position = [], 0
    while (begin := sheet.find("/*", position)) >= 0:
        pieces.append(sheet[position:begin])
        end = sheet.find("*/", begin + 2)
        position = end + 2 if end >= 0 else len(sheet)
    return "".join([*pieces, sheet[position:]])


def type_size(value: str) -> float:
    """Pixels of a font size, or of the one within a `font` shorthand; 0 for none."""
    if not value:
        return 0.0
    for piece in value.split():
        word = piece.partition("/")[0]
        if word in _WORDS:
            return _WORDS[word]
        match = _LENGTH.fullmatch(word)
        if match and match[2]:
            return float(match[1]) * _UNITS[match[2]]
    return 0.0


def lengths(value: str) -> list[float]:
    """The lengths in a value such as `12px 24px`."""
    return [float(n) * _UNITS.get(unit, 1.0) for n, unit in _LENGTH.findall(value)]


def is_bold(own: Look) -> bool:
    """Whether type is set bold."""
    weight = own.get("font-weight", "")
    if weight:
        return weight.startswith("bold") or (weight.isdecimal() and int(weight[:4]) >= 600)
    return re.search(r"(?:^|\s)(?:bold|[6-9]00)\s", own.get("font", "")) is not None


def is_plain(own: Look) -> bool:
    """Whether bold is taken back."""
    weight = own.get("font-weight", "")
    return weight == "normal" or (weight.isdecimal() and int(weight[:4]) < 600)


def emphasis(own: Look) -> tuple[str, ...]:
    """The tags that say what a style says."""
    if not own:
        return ()
    found = ["b"] if is_bold(own) else []
    if own.get("font-style", "") in {"italic", "oblique"}:
        found.append("i")
    if "line-through" in _line(own):
        found.append("s")
    if _FIXED.search(own.get("font-family", "") or own.get("font", "")):
        found.append("code")
    return tuple(found)


def is_underlined(own: Look) -> bool:
    """Whether a line is drawn below words."""
    return "underline" in _line(own)


def _line(own: Look) -> str:
    return own.get("text-decoration", "") + own.get("text-decoration-line", "")


def keeps_lines(own: Look) -> bool:
    """Whether line breaks of the source are breaks."""
    return own.get("white-space", "").startswith(("pre", "break-spaces"))


def ground(node: LexborNode, own: Look) -> bool:
    """Whether an element has a colour or picture of its own behind it, other than white."""
    value = (
        own.get("background-color") or own.get("background") or own.get("background-image") or ""
    )
    value = value or (node.attributes.get("bgcolor") or "").lower()
    return bool(value) and _NO_GROUND.match(value) is None


def has_edge(own: Look) -> bool:
    """Whether an element has a line all around."""
    value = own.get("border", "")
    return bool(value) and not re.match(r"(?:none|0|hidden|transparent)", value)


def has_line(own: Look) -> bool:
    """Whether an element has a line above or below alone."""
    for side in ("border-top", "border-bottom"):
        value = own.get(side, "")
        if value and not re.match(r"(?:none|0(?:px)?\b|hidden)|.*(?:transparent|none)", value):
            return True
    return False


def room(own: Look) -> bool:
    """Whether an element has space between its edge and its words."""
    return any(
        size >= 3
        for name, value in own.items()
        if name.startswith("padding")
        for size in lengths(value)
    )
