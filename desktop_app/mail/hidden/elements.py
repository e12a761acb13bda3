"""Elements of HTML by what the Reader makes of them, and what some of them say of themselves."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

LONGEST_FIELD = 1_000
"""Characters of a field that are shown."""

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
STRONG = HEADINGS | {"p", "pre"}
WEAK = frozenset(
    "div table tbody thead tfoot tr td th caption center section article header footer main nav"
    " aside address figure figcaption dl dt dd form fieldset legend details summary body noscript"
    " object svg text foreignobject select optgroup option textarea dialog hgroup menu dir search"
    " listing xmp multicol marquee".split()
)
INLINE = {
    "b": "b", "strong": "b", "i": "i", "em": "i", "cite": "i", "u": "u", "ins": "u", "s": "s",
    "strike": "s", "del": "s", "code": "code", "tt": "code", "kbd": "code", "samp": "code",
    "sub": "sub", "sup": "sup", "dt": "b",
}  # fmt: skip
MAY_HEAD = HEADINGS | {"p", "div", "td", "th", "center"}
MAY_RULE = frozenset(("p", "div", "td"))
STYLED = frozenset(("span", "font", "p", "div", "td", "th", "a", "b", "strong", "center"))
CONTAINERS = frozenset(("ul", "ol", "li", "blockquote"))
LIST_MARKS = frozenset(("a", "A", "i", "I"))
SHAPES = frozenset(("v:roundrect", "v:rect", "v:shape"))
LINKS = SHAPES | {"a", "area"}
VOID = frozenset(("br", "hr", "img", "input"))
SILENT = frozenset("head script style title template meta link base".split())
"""What has words that are none of a page."""

DROPPED = SILENT | frozenset("embed iframe frame frameset video audio datalist".split())
PARTED = frozenset(("button", "meter", "progress", "rt"))
"""What stands in a line and apart from it."""

UNTOLD = frozenset("hidden password file range color radio image".split())
"""Fields whose value is not shown as words."""


def field_words(node: LexborNode) -> str:
    """The words that stand in an `input`, or the sign of a box to check."""
    attributes = node.attributes
    kind = (attributes.get("type") or "").strip().lower()
    if kind == "checkbox":
        return "☑" if "checked" in attributes else "☐"
    if kind in UNTOLD:
        return ""
    return (attributes.get("value") or attributes.get("placeholder") or "")[:LONGEST_FIELD]


def is_pressed_picture(node: LexborNode) -> bool:
    """Whether a field is a picture to press."""
    kind = (node.attributes.get("type") or "").strip().lower()
    return node.tag == "input" and kind == "image"


def numbering(node: LexborNode) -> tuple[str, int]:
    """Attributes of a numbered list, and how many items come before its first."""
    start = (node.attributes.get("start") or "").strip()
    kind = (node.attributes.get("type") or "").strip()
    attributes = f' type="{kind}"' if kind in LIST_MARKS else ""
    if not (start.isdecimal() and start.isascii() and 1 < int(start[:5]) <= 9999):
        return attributes, 0
    return f'{attributes} start="{int(start)}"', int(start) - 1
