"""Estimate of an HTML text's parsing cost, made before it is parsed.

HTML parsers take time quadratic in nesting. Every use of one checks here first.
"""

from __future__ import annotations

import re

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,15})")
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
    """Whether `html` stays under both ceilings."""
    return html.count("<") <= tags and nesting(html, enough=depth + 1) <= depth
