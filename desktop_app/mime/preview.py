"""Preview of a message for a row: its first words that a reader would see.

Reading an HTML body as the Reader does takes milliseconds, and an import has hundreds of thousands
of mails. Only HTML that might hide something is read in full.
"""

from __future__ import annotations

import re

from desktop_app.mime.html import read_html
from desktop_app.mime.leaves import bodies
from desktop_app.mime.parts import Part
from desktop_app.mime.smuggled import reveal
from desktop_app.mime.snippet import snippet

_LOOKED_AT = 8_000
_TAG = re.compile(r"<[A-Za-z][^<>]*>?")
_SHEET = re.compile(r"<style\b.*?(?:</style|\Z)", re.IGNORECASE | re.DOTALL)
_MAY_HIDE = ("none", "hid", "collapse", "opacity", "transparent", "position", "indent", "clip",
             "transform", "background", "bgcolor", "/*", "\\", "@media", "@import")  # fmt: skip
_MAY_HIDE_TOO = re.compile(
    r"height\s*:\s*[01](?!\d)|width\s*:\s*[01](?!\d)|:\s*-\s*\d{2}"
    r"|font\s*:|font-size\s*:\s*(?:0|1(?!\d)|\.|[\d.]+\s*%)"
    r"|color\s*[:=](?!\s*[\"']?\s*#[0-9a-b])"
    r"|&(?:#|(?!(?:amp|quot|lt|gt|nbsp);)[a-z]+;)"
)
"""Everything that `hidden` looks at, and more: only a dark colour without a background passes."""

_WORD = re.compile(r"[A-Za-z0-9]{4,}")


def preview(tree: Part, text: str) -> str:
    """At most 200 characters; `text` is what the index has of the message."""
    found = snippet(reveal(text[:_LOOKED_AT])[0])
    html = next((leaf.text for leaf in bodies(tree) if leaf.kind == "text/html"), "")
    if not html or (not _may_hide(html) and _all_within(found, html)):
        return found
    return snippet(read_html(html).text)


def _may_hide(html: str) -> bool:
    """Whether a tag or a style sheet uses anything that could hide words."""
    tags = set(_TAG.findall(html))
    if any(tag.count('"') % 2 or tag.count("'") % 2 for tag in tags):
        return True  # a ">" within an attribute
    sheets = _SHEET.findall(html) if any(tag[1:6].lower() == "style" for tag in tags) else []
    said = "\n".join([*tags, *sheets]).lower()
    return any(word in said for word in _MAY_HIDE) or _MAY_HIDE_TOO.search(said) is not None


def _all_within(found: str, html: str) -> bool:
    """Whether the HTML, which is shown, has the first words of the plain text."""
    return all(word in html for word in _WORD.findall(found))
