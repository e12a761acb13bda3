"""The few CSS properties that can hide text: declarations, style sheets, the cascade.

Reads only; no address in a style is ever followed. Lengths are in CSS pixels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

import tinycss2
from selectolax.lexbor import LexborHTMLParser

from desktop_app.mime.selectors import Matcher, TooMuch

__all__ = ["Declared", "TooMuch", "cascade", "inline", "length"]

Declared = Mapping[str, str]
"""Property -> value, both in lower case."""

LARGEST_SHEET = 300_000
MOST_RULES = 4_000
_DEEPEST = 40
_BRACKET = re.compile(r"[(\[{}\])]")

_RELEVANT = frozenset(
    "display visibility opacity font-size font max-height height max-width width overflow"
    " overflow-x overflow-y position left top right bottom text-indent margin-left margin-top"
    " color background background-color background-image clip clip-path mso-hide transform"
    " filter".split()
)
_SIMPLE = re.compile(r"[^\\\"'/{}@]*")
_NOT_HERE = re.compile(
    r"max-(?:device-)?width|print|prefers-|speech|-webkit-|orientation", re.IGNORECASE
)
_LENGTH = re.compile(r"(-?\d*\.?\d+)(px|pt|em|rem|ex|%|vw|vh|cm|mm|in|pc)?$")
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "rem": 16.0, "ex": 8.0, "vw": 10.0, "vh": 8.0}
_UNITS |= {"cm": 37.8, "mm": 3.78, "in": 96.0, "pc": 16.0, "em": 16.0, "%": 8.0}
_IMPORTANT = re.compile(r"\s*!\s*important\s*$")


@lru_cache(maxsize=4096)
def inline(style: str) -> Declared:
    """The relevant declarations of a `style` attribute. Raises TooMuch."""
    return {name: value for name, value, _ in _declarations(style[:10_000])}


def _declarations(text: str) -> Iterator[tuple[str, str, bool]]:
    """(name, value, important) of each relevant declaration. Raises TooMuch."""
    if _SIMPLE.fullmatch(text):
        for piece in text.lower().split(";"):
            name, colon, value = piece.partition(":")
            if colon and name.strip() in _RELEVANT:
                plain = _IMPORTANT.sub("", value)
                yield name.strip(), plain.strip(), plain != value
        return
    _refuse_nests(text)
    for node in tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True):
        if node.type == "declaration" and node.lower_name in _RELEVANT:
            tokens = [t for t in node.value if t.type != "comment"]
            yield node.lower_name, tinycss2.serialize(tokens).strip().lower(), node.important


def cascade(tree: LexborHTMLParser, tags: int) -> dict[int, dict[str, str]]:
    """What the `<style>` rules declare for each element, by `mem_id`, most specific winning.

    Raises TooMuch beyond the budget. Conditions (`@media`) count when they hold on a wide
    screen.
    """
    text = "\n".join(node.text() for node in tree.css("style"))
    if not text.strip():
        return {}
    if len(text) > LARGEST_SHEET:
        raise TooMuch
    _refuse_nests(text)
    matcher = Matcher(tree, tags)
    rules = list(islice(_rules(_uncommented(text), 0), MOST_RULES + 1))
    if len(rules) > MOST_RULES:
        raise TooMuch
    ranked: dict[int, dict[str, tuple[tuple[bool, int], str]]] = {}
    for selectors, declarations in rules:
        for selector in selectors:
            _apply(matcher, selector, declarations, ranked)
    return {key: {n: v for n, (_, v) in found.items()} for key, found in ranked.items()}


def _refuse_nests(text: str) -> None:
    """Refuses nested brackets, into which the CSS library recurses. Raises TooMuch."""
    depth = 0
    for match in _BRACKET.finditer(text):
        depth = depth + 1 if match[0] in "([{" else max(depth - 1, 0)
        if depth > _DEEPEST:
            raise TooMuch


def _uncommented(text: str) -> str:
    return text.replace("<!--", " ").replace("-->", " ")


def _apply(
    matcher: Matcher,
    selector: str,
    declarations: list[tuple[str, str, bool]],
    ranked: dict[int, dict[str, tuple[tuple[bool, int], str]]],
) -> None:
    weight = _specificity(selector)
    for node in matcher.match(selector):
        own = ranked.setdefault(node, {})
        for name, value, important in declarations:
            rank = (important, weight)
            if name not in own or rank >= own[name][0]:
                own[name] = (rank, value)


def _specificity(selector: str) -> int:
    ids = selector.count("#")
    classes = len(re.findall(r"[.\[]|(?<!:):(?!:)", selector))
    return ids * 10_000 + classes * 100 + len(re.findall(r"(?:^|[\s>+~])[a-z]", selector))


def _rules(text: str, depth: int) -> Iterator[tuple[list[str], list[tuple[str, str, bool]]]]:
    sheet = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
    for rule in sheet:
        if rule.type == "qualified-rule":
            found = list(_declarations(tinycss2.serialize(rule.content)))
            prelude = tinycss2.serialize([t for t in rule.prelude if t.type != "comment"])
            if found and len(prelude) < 5_000 and ":hover" not in prelude:
                yield [s.strip() for s in prelude.split(",") if s.strip()], found
        elif _holds(rule) and depth < 3:
            yield from _rules(tinycss2.serialize(rule.content), depth + 1)


def _holds(rule: object) -> bool:
    """Whether an at-rule's inner rules apply on a wide screen, light, without a printer."""
    keyword = getattr(rule, "lower_at_keyword", "")
    if keyword not in {"media", "supports", "layer"} or getattr(rule, "content", None) is None:
        return False
    return not _NOT_HERE.search(tinycss2.serialize(getattr(rule, "prelude", [])))


def length(value: str, *, em: float = 16.0) -> float | None:
    """A CSS length in pixels, or None when it is none."""
    match = _LENGTH.match(value)
    if match is None:
        return None
    number, unit = float(match[1]), match[2] or ""
    if unit == "em":
        return number * em
    return number * em / 100 if unit == "%" else number * _UNITS[unit]
