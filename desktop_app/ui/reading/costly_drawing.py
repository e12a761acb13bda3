"""What costs much to draw, taken out of a mail's own page before the Original shows it.

A dozen blurs within each other take gigabytes to draw, and the web engine draws some of that in
this process. No Qt here: it is done in a job.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from desktop_app.mail.reader.design import without_comments

_COSTLY = re.compile(
    r"(?<![\w-])(?:-(?:webkit|moz|ms|o)-)?(?:filter|backdrop-filter|mask(?:-[a-z]+)*|box-reflect"
    r"|mix-blend-mode|background-blend-mode|will-change|perspective(?:-origin)?|transform-style"
    r"|animation(?:-[a-z]+)*|transition(?:-[a-z]+)*|clip-path|shape-outside|paint-order)\s*+:",
    re.IGNORECASE,
)
_ESCAPED = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \t\n\f\r]?|([^0-9a-fA-F\n]))")
_NOTHING = "--left-out:"
_DRAWN_BY_CODE = "svg, math, canvas, marquee"
_ADDRESSES = ("src", "srcset", "background", "poster", "href", "xlink:href", "data")


def without_costly_drawing(tree: LexborHTMLParser) -> bool:
    """Takes effects, animations and drawings out of a page; whether there was any."""
    found = False
    for node in tree.css(_DRAWN_BY_CODE):
        node.decompose()
        found = True
    for node in tree.css("style"):
        text = node.text(deep=True)
        if (calm := calmed(text)) != text:
            _write(node, calm)
            found = True
    for node in tree.css("[style]"):
        text = node.attributes.get("style") or ""
        if (calm := calmed(text)) != text:
            node.attrs["style"] = calm
            found = True
    return _without_drawings(tree) or found


def calmed(css: str) -> str:
    """A style sheet or a style attribute without the properties that cost much to draw, however
    their names are written."""
    plain = css
    if "\\" in css or "/*" in css:
        read = _ESCAPED.sub(_character, without_comments(css))
        if len(_COSTLY.findall(read)) > len(_COSTLY.findall(css)):
            plain = read
    return _COSTLY.sub(_NOTHING, plain)


def _character(match: re.Match[str]) -> str:
    if match[1] is None:
        return match[2] or ""
    code = int(match[1], 16)
    return chr(code) if 0 < code < 0xD800 else " "


def _write(node: LexborNode, text: str) -> None:
    for child in list(node.iter(include_text=True)):
        child.decompose()
    node.insert_child(text)


def _without_drawings(tree: LexborHTMLParser) -> bool:
    """Without SVG in data: addresses; bitmaps have become pictures that were drawn here."""
    found = False
    for name in _ADDRESSES:
        for node in tree.css(f"[{name.replace(':', chr(92) + ':')}]"):
            value = "".join((node.attributes.get(name) or "").split()).lower()
            if "data:image/svg" in value or "data:text/" in value:
                node.attrs[name] = "about:blank"
                found = True
    return found
