"""The words of an HTML body for the search index: quick, and roughly what a person sees.

Only for indexing and snippets; what is shown, and what a model is given, comes from `html`.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

LONGEST = 1_500_000
"""Characters of HTML that are read for the index."""

_BLOCK = re.compile(
    r"<(?=/?(?:p|div|br|tr|td|th|li|ul|ol|h[1-6]|table|blockquote|pre|hr|dt|dd|center|section"
    r"|article|header|footer)\b)",
    re.IGNORECASE,
)
_UNSEEN = "head,script,style,title,noscript,template,svg,math,object,[hidden]"
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all", re.IGNORECASE
)
_SPACE = re.compile(r"[ \t\r\f\v\u00a0\u200b\u200c\u2060\ufeff\u034f\u00ad]+")
_LINES = re.compile(r"\s*\n\s*")
_DEEPEST = 2_000


def index_text(html: str) -> str:
    """The visible words of `html`, blocks on lines of their own."""
    html = html[:LONGEST]
    if html.count("<") > 400_000:
        return _stripped(html)
    tree = LexborHTMLParser(_BLOCK.sub("\n<", html))
    for node in tree.css(_UNSEEN):
        node.decompose()
    if _HIDDEN.search(html):
        for node in tree.css("[style]"):
            if _HIDDEN.search(node.attributes.get("style") or ""):
                node.decompose()
    root = tree.body or tree.root
    return tidy(root.text() if root is not None else "")


def tidy(text: str) -> str:
    """`text` with runs of space and of empty lines made single, invisible fillers dropped."""
    return _LINES.sub("\n", _SPACE.sub(" ", text)).strip()


def _stripped(html: str) -> str:
    """Beyond the budget: the text between tags, without a tree."""
    return tidy(re.sub(r"<[^<>]{0,2000}>", "\n", html))
