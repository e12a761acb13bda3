"""What mail programs show of the HTML that is written here, by Can I email.

Read from the `_features` of https://github.com/hteumeuleu/caniemail (the source of
https://www.caniemail.com) in November 2026: for each tag and attribute the page, the day of its
last test, and what its newest row says of Outlook on Windows, Outlook on the web, Gmail on the web
and Apple Mail on macOS: `y` shown, `a` shown in part, `-` not tested there.
"""

from __future__ import annotations

from dataclasses import dataclass

PROGRAMS = ("Outlook on Windows", "Outlook on the web", "Gmail on the web", "Apple Mail")


@dataclass(frozen=True)
class Told:
    """What the page `html-<page>` says; `shown` has one sign a program of `PROGRAMS`."""

    page: str
    tested: str
    shown: str


_LISTS = Told("lists", "2024-02-17", "aaay")
_HEADINGS = Told("h1-h6", "2020-05-08", "yyyy")
_TABLE = Told("table", "2019-09-15", "yyyy")

TAGS = {
    "div": Told("div", "2020-05-08", "yyyy"),
    "h2": _HEADINGS,
    "pre": Told("pre", "2023-04-25", "yyyy"),
    "blockquote": Told("blockquote", "2020-05-08", "yyyy"),
    "ul": _LISTS,
    "ol": _LISTS,
    "li": _LISTS,
    "hr": Told("hr", "2023-09-08", "yyyy"),
    "table": _TABLE,
    "tbody": _TABLE,
    "tr": _TABLE,
    "th": _TABLE,
    "td": _TABLE,
    "code": Told("code", "2023-04-25", "yyyy"),
    "img": Told("img", "2023-12-16", "yyyy"),
    "a": Told("mailto-links", "2021-05-20", "yyyy"),
    "s": Told("strike", "2019-02-28", "yyyy"),
    "b": Told("strong", "2020-05-08", "yyyy"),
}
"""`s` and `b` are told of under the names that mean the same, `strike` and `strong`."""

ATTRIBUTES = {
    "dir": Told("dir", "2021-11-01", "ayyy"),
    "width": Told("width", "2019-09-27", "ayyy"),
    "cellpadding": Told("cellpadding", "2024-05-01", "yyyy"),
    "cellspacing": Told("cellspacing", "2024-05-01", "yyyy"),
}

IN_PART = {
    "lists": "`reversed`, and `value` of an item, are not shown: neither is written.",
    "dir": "Wrong on links alone in Outlook on Windows: it is written of blocks and items alone.",
    "width": "Per cent are taken of the file in Outlook on Windows, and attributes do not grow with"
    " 120 dpi: widths are written in pixels alone.",
}
"""Why what is shown in part is shown as it is meant here."""

NOT_THERE = {
    "tags": {"i", "u", "br"},
    "attributes": {"href", "src", "alt", "border", "start"},
}
"""What Can I email has no page for: HTML of 1997 (HTML 3.2, https://www.w3.org/TR/2018/SPSD-html32-
20180315/), from before any of these programs."""
