"""Headings of designed mail: short lines set larger than the text, by style and not by tag."""

from __future__ import annotations

from itertools import islice

from selectolax.lexbor import LexborNode

from desktop_app.mail.reader.design import Design, blank, ground, has_line, is_bold, lengths

_LONGEST = 100
"""Characters of a heading; what is longer is text in large type."""

_LONGEST_TAGGED = 200
"""The same of what the mail itself calls a heading."""

_MOST_NODES = 14
_DEEPEST = 6
_LARGE, _LARGER, _BOLD = 19.0, 23.0, 16.5
_BLOCKS = frozenset(("p", "div", "table", "ul", "ol", "td", "th", "tr", "h1", "h2", "h3", "img"))
_WITHIN = frozenset(("span", "font", "b", "strong", "a", "em", "i", "u", "center"))
_TAGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_THIN = 4.0


def heading_tag(node: LexborNode, design: Design) -> str:
    """`h1` to `h4` where a block is a heading, `p` where it is only called one, else nothing."""
    tag = node.tag or ""
    size, bold = _type_of(node, design)
    if tag in _TAGS:
        if len((node.text() or "").strip()) > _LONGEST_TAGGED:
            return "p"
        return _by_size(size) if size and size < _LARGE else tag
    if size < _LARGE and not (bold and size >= _BOLD):
        return ""
    return _by_size(size) if _is_line(node) else ""


def _by_size(size: float) -> str:
    if size >= _LARGER:
        return "h2"
    return "h3" if size >= _LARGE else "h4"


def _type_of(node: LexborNode, design: Design) -> tuple[float, bool]:
    """Size and weight of a block's type, or of the elements that hold all of it."""
    size, bold = design.size(node), is_bold(design.look(node))
    inner = node
    for _ in range(_DEEPEST):
        filled = [
            n
            for n in islice(inner.iter(include_text=True), 6)
            if n.is_element_node or not blank(n.text() or "")
        ]
        if len(filled) != 1 or filled[0].tag not in _WITHIN:
            break
        inner = filled[0]
        size = design.size(inner) or size
        bold = bold or inner.tag in {"b", "strong"} or is_bold(design.look(inner))
    return size, bold


def _is_line(node: LexborNode) -> bool:
    """Whether a block holds some words and no other block."""
    length = 0
    for count, inner in enumerate(node.traverse(include_text=True)):
        if count > _MOST_NODES or (count and inner.tag in _BLOCKS):
            return False
        if inner.is_text_node:
            length += len((inner.text() or "").strip())
    return 0 < length <= _LONGEST


def is_line_across(node: LexborNode, design: Design) -> bool:
    """Whether a block without content is there for its edge, or as a bar of colour."""
    own = design.look(node)
    if not own or not (has_line(own) or _is_bar(node, design)):
        return False
    for count, inner in enumerate(node.traverse(include_text=True)):
        if count > _MOST_NODES or (count and inner.tag in {"img", "td", "table", "a", "input"}):
            return False
    return blank(node.text() or "")


def _is_bar(node: LexborNode, design: Design) -> bool:
    own = design.look(node)
    height = lengths(own.get("height", "") or (node.attributes.get("height") or ""))
    return bool(height) and 0 < height[0] <= _THIN and ground(node, own)
