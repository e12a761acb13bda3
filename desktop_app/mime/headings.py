"""Headings of designed mail: short lines set larger than the text, by style and not by tag."""

from __future__ import annotations

import re
from itertools import islice

from selectolax.lexbor import LexborNode

from desktop_app.mime import styles

_LONGEST = 100
"""Characters of a heading; what is longer is text in large type."""

_MOST_NODES = 12
_LARGE, _LARGER = 19.0, 23.0
_SIZE = re.compile(r"font-size|font\s*:", re.IGNORECASE)
_BLOCKS = frozenset(("p", "div", "table", "ul", "ol", "td", "th", "tr", "h1", "h2", "h3", "img"))


def heading_tag(node: LexborNode) -> str:
    """`h2` or `h3` where a block is a short line in large type, else nothing."""
    size = _size_of(node) or _size_within(node)
    if size < _LARGE or not _is_line(node):
        return ""
    return "h2" if size >= _LARGER else "h3"


def _size_of(node: LexborNode) -> float:
    style = node.attributes.get("style") or ""
    if not _SIZE.search(style[:2000]):
        return 0.0
    own = styles.inline(style)
    value = own.get("font-size") or next(iter(re.findall(r"[\d.]+px", own.get("font", ""))), "")
    return styles.length(value) or 0.0


def _size_within(node: LexborNode) -> float:
    """The size of the one element that holds all of the block."""
    inner = list(islice(node.iter(include_text=True), 4))
    filled = [n for n in inner if n.is_element_node or (n.text() or "").strip()]
    if len(filled) != 1 or filled[0].tag not in {"span", "font", "b", "strong", "a"}:
        return 0.0
    return _size_of(filled[0])


def _is_line(node: LexborNode) -> bool:
    """Whether a block holds some words and no other block."""
    length = 0
    for count, inner in enumerate(node.traverse(include_text=True)):
        if count > _MOST_NODES or (count and inner.tag in _BLOCKS):
            return False
        if inner.is_text_node:
            length += len((inner.text() or "").strip())
    return 0 < length <= _LONGEST
