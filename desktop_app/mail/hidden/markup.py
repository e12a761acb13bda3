"""Estimate of an HTML text's parsing cost, made before it is parsed.

HTML parsers take time quadratic in nesting. Every use of one checks here first.
"""

from __future__ import annotations

import re

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,15})")
# One attribute as a browser reads it (HTML, section 13.2.5.32 and on).
_SPACE = r"[ \t\n\f\r]"
_VALUE = r"""(?:"[^"]*(?:"|\Z)|'[^']*(?:'|\Z)|[^ \t\n\f\r>"'][^ \t\n\f\r>]*|(?=>))"""
_ATTRIBUTE = re.compile(rf"(?:{_SPACE}|/)*(?!>)=?[^ \t\n\f\r/>=]*(?:{_SPACE}*={_SPACE}*{_VALUE})?")
MOST_ATTRIBUTES = 1_000

_CROWDED = re.compile(r"<(?:option|optgroup)", re.IGNORECASE)
MOST_OPTIONS = 2_000
"""Entries of lists to choose from: the parser looks through all of a list for each."""

# Void elements, and those whose start tag ends the one before: they do not nest.
_FLAT = frozenset(
    (
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param"),
        *("source", "track", "wbr", "p", "li", "td", "th", "tr", "dd", "dt", "option", "tbody"),
        *("thead", "tfoot", "html", "body", "head"),
    )
)


def nesting(html: str, *, enough: int) -> int:
    """The deepest nesting `html` may have, from its tags alone; counting ends at `enough`."""
    if html.count("<") <= enough:
        return html.count("<")
    depth = deepest = 0
    for match in _TAG.finditer(html):
        if match[2].lower() in _FLAT:
            continue
        depth = max(depth - 1, 0) if match[1] else depth + 1
        if depth > deepest:
            deepest = depth
            if deepest >= enough:
                break
    return deepest


def within(html: str, *, tags: int, depth: int) -> bool:
    """Whether `html` stays under both ceilings, its lists under that of entries, and each of its
    tags under that of attributes."""
    if html.count("<") > tags or nesting(html, enough=depth + 1) > depth:
        return False
    options = sum(1 for _ in _CROWDED.finditer(html)) if html.count("<") > MOST_OPTIONS else 0
    return options <= MOST_OPTIONS and not _has_crowded_tag(html)


def _has_crowded_tag(html: str) -> bool:
    """Whether a tag has more attributes than `MOST_ATTRIBUTES`: each is compared with all before
    it."""
    position = html.find("<")
    while position >= 0:
        following = html.find("<", position + 1)
        end = following if following >= 0 else len(html)
        if end - position > 2 * MOST_ATTRIBUTES and html[position + 1].isalpha():
            # They are set apart by space or slashes, or by nothing behind a quoted value.
            apart = sum(html.count(mark, position, end) for mark in " \t\n\f\r/\"'")
            if apart >= MOST_ATTRIBUTES and _attributes(html, position) > MOST_ATTRIBUTES:
                return True
        position = following
    return False


def _attributes(html: str, position: int) -> int:
    """The attributes of the tag at `position`, at most one more than `MOST_ATTRIBUTES`."""
    name = _TAG.match(html, position)
    end = name.end() if name else position + 1
    for count in range(MOST_ATTRIBUTES + 1):
        match = _ATTRIBUTE.match(html, end)
        if match is None or match.end() == end:
            return count
        end = match.end()
    return MOST_ATTRIBUTES + 1
