"""Buttons of a mail's design: links with a ground or an edge of their own, and room around.

Only how a link looks is told here; where it goes is checked as for any other.
"""

from __future__ import annotations

from itertools import islice

from selectolax.lexbor import LexborNode

from desktop_app.mail.reader.design import Design, blank, ground, has_edge, room

LONGEST = 60
"""Characters of a button's words."""

_MOST_NODES = 12
_AROUND = 7
"""Elements around a link that may be what makes it a button."""

_INSIDE = frozenset(
    ("span", "b", "strong", "i", "em", "font", "u", "br", "center", "div", "img", "p", "small")
)
_HOLDERS = frozenset(
    ("td", "th", "div", "span", "p", "tr", "tbody", "table", "center", "strong", "b")
)


def is_button(link: LexborNode, design: Design) -> bool:
    """Whether a link with an address looks like a button."""
    if not _is_label(link):
        return False
    own = design.look(link)
    if (ground(link, own) or has_edge(own)) and (room(own) or _is_sized(own)):
        return True
    return _held(link, design, room(own))


def _is_sized(own: object) -> bool:
    return (
        isinstance(own, dict)
        and any(own.get(name) for name in ("line-height", "height"))
        and "block" in own.get("display", "")
    )


def _is_label(link: LexborNode) -> bool:
    """A few words, and nothing that has a structure."""
    length = 0
    for count, inner in enumerate(link.traverse(include_text=True)):
        if count > _MOST_NODES:
            return False
        if inner.is_text_node:
            length += len((inner.text() or "").strip())
        elif count and inner.tag not in _INSIDE and inner.is_element_node:
            return False
    return 0 < length <= LONGEST


def _held(link: LexborNode, design: Design, roomy: bool) -> bool:
    """Whether what holds the link alone has a ground or an edge."""
    node = link
    for _ in range(_AROUND):
        parent = node.parent
        if parent is None or parent.tag not in _HOLDERS or not _is_alone(node, parent):
            return False
        own = design.look(parent)
        roomy = roomy or room(own)
        marked = ground(parent, own) or has_edge(own)
        if marked and (roomy or "border-radius" in own):
            return True
        node = parent
    return False


def _is_alone(node: LexborNode, parent: LexborNode) -> bool:
    for other in islice(parent.iter(include_text=True), 6):
        if other.mem_id != node.mem_id and not blank(other.text() or ""):
            return False
    return len(list(islice(parent.iter(include_text=True), 7))) < 7
