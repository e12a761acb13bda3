"""Words of an HTML body for the search index: fast, and roughly what a person sees.

Only for indexing and snippets. What is shown, and what a model is given, comes from `html`.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

from desktop_app.mail.hidden.markup import within

LONGEST = 1_500_000
"""Characters of HTML that are read for the index."""

_BLOCK = re.compile(
    r"<(?=/?(?:p|div|br|tr|td|th|li|ul|ol|h[1-6]|table|blockquote|pre|hr|dt|dd|center|section"
    r"|article|header|footer)\b)",
    re.IGNORECASE,
)
_UNSEEN_HINT = re.compile(r"<(?:script|style|title|template)|hidden")
_UNSEEN = "script,style,title,template,[hidden]"
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_FILLERS = re.compile("[\u00ad\u034f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+")
_UNREAD = re.compile(r"<(style|script|title)\b.*?(?:</\1\s*+>?|\Z)", re.IGNORECASE | re.DOTALL)
_MOST_TAGS = 200_000
_DEEPEST = 3_000


def index_text(html: str) -> str:
    """The visible words of `html`, blocks on lines of their own."""
    html = html[:LONGEST]
    if not within(html, tags=_MOST_TAGS, depth=_DEEPEST):
        return stripped(html)
    tree = LexborHTMLParser(_BLOCK.sub("\n<", html))
    lowered = html.lower()
    if _UNSEEN_HINT.search(lowered):
        for node in tree.css(_UNSEEN):
            node.decompose()
    if "none" in lowered or "hid" in lowered:  # cheap, before what `_HIDDEN` looks for
        for node in tree.css("[style]"):
            if _HIDDEN.search(node.attributes.get("style") or ""):
                node.decompose()
    root = tree.body or tree.root
    return tidy(root.text() if root is not None else "")


def tidy(text: str) -> str:
    """`text` with runs of space and of empty lines made single, and invisible fillers removed."""
    if not text.isascii():
        text = _FILLERS.sub("", text).replace("\xa0", " ")
    rows = map(str.strip, text.replace("\t", " ").split("\n"))
    return "\n".join([" ".join(row.split()) if "  " in row else row for row in rows if row])


def stripped(html: str) -> str:
    """Fallback beyond the budget: the text between tags, without a tree."""
    html = _UNREAD.sub(" ", html)
    return tidy(re.sub(r"<[^<>]{0,2000}>", "\n", html))
