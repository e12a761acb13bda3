"""Last sanitiser before HTML is shown: a strict allow list, whatever made the HTML.

Nothing that runs, loads, asks or styles passes; pictures only by `cid:`.
"""

from __future__ import annotations

import nh3

_TAGS = frozenset(
    "p div br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre table tbody tr td th b i u s a img"
    " code sub sup".split()
)
_ATTRIBUTES = {
    "a": {"href", "class"},
    "img": {"src", "alt", "width", "height"},
    "td": {"colspan", "rowspan", "class"},
    "th": {"colspan", "rowspan", "class"},
    "ol": {"start", "type"},
    "table": {"border", "cellpadding", "cellspacing"},
    "i": {"class"},
    **{tag: {"dir"} for tag in ("p", "h1", "h2", "h3", "h4", "h5", "h6", "li")},
    "div": {"dir", "class"},
}
_CLASSES = {
    "a": {"button"},
    "i": {"alt"},
    "td": {"num", "whole", "num-whole", "note"},
    "th": {"num", "whole", "num-whole"},
    "div": {"foot", "sign"},
}
"""The Reader's own names; none of the mail's."""

_NUMBERS = frozenset("width height colspan rowspan start border cellpadding cellspacing".split())
_EMPTIED = {"script", "style", "head", "title", "template", "noscript", "iframe", "svg", "math"}
_SCHEMES = {"http", "https", "mailto", "cid"}


def sanitise(html: str) -> str:
    """`html` with only what the Reader draws: structure, emphasis, links, pictures of the mail.

    Links go to http, https or mailto; an image's source is a `cid:` or is removed.
    """
    return nh3.clean(
        html,
        tags=set(_TAGS),
        attributes=_ATTRIBUTES,
        attribute_filter=_filtered,
        clean_content_tags=_EMPTIED,
        url_schemes=_SCHEMES,
        strip_comments=True,
        link_rel=None,
    )


def _filtered(tag: str, name: str, value: str) -> str | None:
    if name == "src":
        return value if value.lower().startswith("cid:") else None
    if name == "href":
        return None if value.strip().lower().startswith("cid:") else value
    if name in _NUMBERS:
        return value if value.isdecimal() and value.isascii() and len(value) <= 4 else None
    if name == "dir":
        return value if value in {"rtl", "ltr"} else None
    if name == "class":
        return value if value in _CLASSES[tag] else None
    if name == "type":
        return value if value in {"a", "A", "i", "I"} else None
    return value if tag == "img" else None
