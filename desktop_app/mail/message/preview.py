"""Preview of a message for a row: its first words that a reader would see.

Reading an HTML body as the Reader does takes milliseconds, and an import has hundreds of thousands
of mails. Only HTML that might hide something is read in full.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from desktop_app.mail.hidden.marks import unmarked, well_seen
from desktop_app.mail.hidden.smuggled import reveal
from desktop_app.mail.hidden.visible import tidy
from desktop_app.mail.message.leaves import bodies
from desktop_app.mail.message.snippet import snippet
from desktop_app.mail.reader.html import read_html
from desktop_app.mail.wire.parts import Part

_LOOKED_AT = 8_000
_TAG = re.compile(r"<[A-Za-z][^<>]*>?")
_SHEET = re.compile(r"<style\b.*?(?:</style|\Z)", re.IGNORECASE | re.DOTALL)
_MAY_HIDE = tuple(
    "none hid collapse opacity transparent position indent clip transform background bgcolor /* \\"
    " @media @import @layer @supports @scope @container @property keyframes table-column filter"
    " scale translate rotate zoom blend mask -webkit-text letter-spacing overflow inset"
    " font-size-adjust animation bdo bidi details dialog popover datalist noembed"
    " noframes stroke shadow offset-path smaller clamp column writing-mode word-spacing outline"
    " thickness line-through color-scheme first-l before after grid @font-face data: cid: canvas"
    " video audio iframe meter progress svg math marquee link= margin-".split()
)
_MAY_HIDE_TOO = re.compile(
    r"height\s*:\s*[01](?!\d)|width\s*:\s*[01](?!\d)|[\s:,]-\s*\d{2}|[\s:]\d{4}"
    r"|[\s:]\d{3,}(?:em|rem|r?lh|ch|ex|v|in|cm|mm|pc|%)"
    r"|font\s*:|font-size\s*:\s*(?:[0-5](?!\d)|\.|[\d.]+\s*%)"
    r"|(?:color|\btext)\s*[:=](?!\s*[\"']?\s*#(?:(?:[0-9a-b][0-9a-f]){3}|[0-9a-b]{3})(?![0-9a-f]))"
    r"|contain\s*:|content\s*:|:[^:;\"'>{}]*\("
    r"|&(?:#|(?!(?:amp|quot|lt|gt|nbsp);)[a-z]+;)"
)
"""Everything that `hidden` looks at, and more: only a dark colour without a background passes."""

_WORD = re.compile(r"[A-Za-z0-9]{4,}")


class Preview(NamedTuple):
    """The first words, at most 200 characters, and the text for the index."""

    words: str
    text: str


def preview(tree: Part, text: str) -> Preview:
    """What a row shows and what is searched; `text` is the text that was found without reading
    the HTML in full. Words that the body hides are in neither."""
    found = snippet(reveal(text[:_LOOKED_AT])[0])
    leaves = list(bodies(tree))
    html = next((leaf.text for leaf in leaves if leaf.kind == "text/html"), "")
    if not html or (not _may_hide(html) and _all_within(found, html)):
        return Preview(found, text)
    reading = read_html(html)
    if len(leaves) == 1 and (reading.hidden_text or reading.doubtful):
        text = tidy(unmarked(reading.text).replace("[image]", ""))
    return Preview(snippet(well_seen(reading.text[:_LOOKED_AT])), text)


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
