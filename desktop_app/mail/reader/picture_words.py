"""Pictures of a mail's HTML: the size they are given, and which are not there to be seen."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from desktop_app.mail.reader.design import Design, lengths

_DOT = 2
"""Pixels of a side up to which a picture only measures room or opening."""

_LARGEST = 9_999


def size_of(node: LexborNode, design: Design) -> str:
    """Width and height in pixels as attributes, those of the style before those of the element."""
    own = design.look(node)
    found = ""
    for name in ("width", "height"):
        side = _pixels(own.get(name, "")) or _pixels(own.get(f"max-{name}", ""))
        side = side or _pixels(node.attributes.get(name) or "")
        if side:
            found += f' {name}="{side}"'
    return found


def is_dot(node: LexborNode, design: Design) -> bool:
    """Whether a side of a picture is next to nothing."""
    own = design.look(node)
    for name in ("width", "height"):
        value = (node.attributes.get(name) or "").strip().removesuffix("px")
        if value in {"0", "1", "2"}:
            return True
        styled = own.get(name, "")
        if styled and "%" not in styled and styled != "auto":
            sizes = lengths(styled)
            if sizes and sizes[0] <= _DOT:
                return True
    return False


def stands_for(link: LexborNode) -> bool:
    """Whether a link without a word has a picture, which its address can be reached by."""
    return link.css_first("img") is not None


def _pixels(value: str) -> int:
    value = value.strip().removesuffix("px").strip()
    if value.isdecimal() and value.isascii() and len(value) <= 4:
        return min(int(value), _LARGEST)
    return 0
