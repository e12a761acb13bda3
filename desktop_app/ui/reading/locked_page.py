"""HTML of a mail for the web view, without anything that fetches by itself.

No Qt here: it is made in a job. The view (original.py) takes what this has made, and no other.
"""

from __future__ import annotations

from typing import NewType

from selectolax.lexbor import LexborHTMLParser

from desktop_app.mail.hidden.markup import within
from desktop_app.ui.reading.costly_drawing import without_costly_drawing

MOST_BYTES = 1_400_000
"""What a web view takes as one document (it becomes a data: address of at most 2 MB)."""

DEEPEST, MOST_TAGS = 1_500, 100_000
"""Nesting and tags beyond which a page is not parsed: parsing is quadratic in the nesting."""

MOST_PASSES = 6
_DROPPED = "script, link, base, meta, iframe, frame, frameset, object, embed, applet, portal, form"

LockedPage = NewType("LockedPage", str)
"""HTML that has been through `locked_down`: the view takes no other."""


def fits(html: str) -> bool:
    """Whether a page is small and flat enough for `locked_down` and the view."""
    return len(html) <= MOST_BYTES and within(html, tags=MOST_TAGS, depth=DEEPEST)


def locked_down(html: str) -> LockedPage:
    """The mail's HTML without anything that fetches by itself, behind a policy that says so too;
    pictures are data: addresses.

    Preconnect and prefetch hints pass an interceptor by, so the elements that carry them go.
    """
    policy = (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        "font-src data:; form-action 'none'; base-uri 'none'; frame-src 'none'"
    )
    head = (
        f'<!doctype html><meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta http-equiv="x-dns-prefetch-control" content="off">'
        '<meta name="referrer" content="no-referrer"><meta charset="utf-8">'
    )
    return LockedPage(head + _stripped(html))


def calm(html: str) -> tuple[str, bool]:
    """The mail's HTML without what costs much to draw, and whether it had any."""
    tree = LexborHTMLParser(html)
    return (tree.html or "", True) if without_costly_drawing(tree) else (html, False)


def _stripped(html: str) -> str:
    """Without the dropped elements however often it is read: written out and read again, broken
    nesting can bring one back. What still changes after `MOST_PASSES` is not shown."""
    for _ in range(MOST_PASSES):
        tree = LexborHTMLParser(html)
        without_costly_drawing(tree)
        found = tree.css(_DROPPED)
        for node in tree.css("a[ping]"):
            del node.attrs["ping"]
        for node in found:
            if node.tag == "form":
                node.unwrap()
            else:
                node.decompose()
        html = tree.html or ""
        if not found:
            return html
    return ""
