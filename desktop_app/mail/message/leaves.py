"""Roles of a message's leaves: the text for search, and the attachments.

Both parsers, the reader and the attachment tools share this one rule. Nothing is rendered here.
"""

from __future__ import annotations

from collections.abc import Iterator

from desktop_app.mail.calendar.calendar_file import invitation_text
from desktop_app.mail.hidden.visible import index_text
from desktop_app.mail.wire.enriched import ENRICHED, enriched_text
from desktop_app.mail.wire.parts import Part
from desktop_app.model.message import Attachment

CALENDARS = frozenset(("text/calendar", "application/ics"))
TEXT_KINDS = frozenset(("text/plain", "text/html"))
_VARIANTS = frozenset(("text/x-amp-html", "text/watch-html", "text/x-watch-html"))
_NO_WORDS = _VARIANTS | frozenset(
    (
        "text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/rfc822-headers",
        "text/css", "text/javascript", "text/ecmascript", "text/rtf", "text/csv",
        "text/tab-separated-values", "text/xml", "text/vtt", "text/dns",
    )
)  # fmt: skip
"""Kinds of text that programs read: files, not the words of a mail."""
_SIGNATURES = frozenset(
    (
        "application/pgp-signature",
        "application/pkcs7-signature",
        "application/x-pkcs7-signature",
        "application/pgp-encrypted",
    )
)
_NAMES = {
    "message/rfc822": "message.eml",
    "message/delivery-status": "delivery-status.txt",
    "text/rfc822-headers": "headers.txt",
    "text/calendar": "invitation.ics",
    "text/plain": "text.txt",
    "text/html": "page.html",
    "text/csv": "table.csv",
    "image/png": "image.png",
    "image/jpeg": "image.jpg",
    "image/gif": "image.gif",
    "application/pdf": "document.pdf",
}


def is_body(part: Part) -> bool:
    """Whether a leaf is text to read here. A text that is all there is of a message is read,
    whatever it is called; then it may be a file too. A text of a kind that is not known is read as
    plain text (RFC 2046 section 4.1.4)."""
    if part.kind not in TEXT_KINDS and not is_other_text(part):
        return False
    return part.alone or not _is_file(part)


def is_other_text(part: Part) -> bool:
    """Whether a part is words of a kind that is not known."""
    return part.kind.startswith("text/") and part.kind not in TEXT_KINDS | _NO_WORDS


def is_variant(part: Part) -> bool:
    """Whether a leaf is a form of the text for other programs, to be shown by none that is not one:
    no file of the sender's."""
    return part.kind in _VARIANTS and not part.filename and part.placed != "attachment"


def _is_file(part: Part) -> bool:
    return part.placed == "attachment" or bool(part.filename)


def bodies(tree: Part) -> Iterator[Part]:
    """The text leaves in order. Of each multipart/alternative, all are given."""
    return (leaf for leaf in tree.leaves() if is_body(leaf))


def body_text(tree: Part) -> str:
    """The text for a word search: of alternatives the plain one if it has any words, else the
    visible words of the HTML; and what invitations say."""
    texts = _texts(tree) if tree.children else [_leaf_text(tree)]
    return "\n".join(text for text in (*texts, *calendar_texts(tree)) if text)


def calendar_texts(tree: Part) -> Iterator[str]:
    """What the calendar files of a message say."""
    for leaf in tree.leaves():
        if leaf.kind in CALENDARS:
            yield invitation_text(leaf.data)


def _texts(part: Part) -> list[str]:
    if not part.children:
        return [_leaf_text(part)]
    if part.kind != "multipart/alternative":
        return [text for child in part.children for text in _texts(child)]
    best: list[str] = []
    for child in part.children:
        texts = [text for text in _texts(child) if text.strip()]
        if texts and (not best or child.kind == "text/plain"):
            best = texts
            if child.kind == "text/plain":
                break
    return best


def _leaf_text(part: Part) -> str:
    if not is_body(part):
        return ""
    text = part.text
    return index_text(text) if part.kind == "text/html" else words_of(part, text)


def words_of(part: Part, text: str) -> str:
    """The words of a text leaf that is no HTML, given as `text`."""
    return enriched_text(text) if part.kind in ENRICHED else text


def attachments(tree: Part) -> tuple[Attachment, ...]:
    """Every leaf that is no body, or is called a file. Inline are pictures that the HTML places,
    and signatures."""
    has_html = any(leaf.kind == "text/html" for leaf in tree.leaves())
    return tuple(_attachment(leaf, has_html) for leaf in tree.leaves() if _is_kept(leaf))


def _is_kept(leaf: Part) -> bool:
    if is_variant(leaf) or leaf.kind.startswith("multipart/"):
        return False
    return not is_body(leaf) or (leaf.alone and _is_file(leaf))


def _attachment(part: Part, has_html: bool) -> Attachment:
    content_id = part.content_id
    placed = part.placed
    inline = part.kind in _SIGNATURES or (
        has_html and part.kind.startswith("image/") and bool(content_id) and placed != "attachment"
    )
    name = part.filename or _NAMES.get(part.kind, f"attachment-{part.id}")
    return Attachment(part.id, name, part.kind, part.size, content_id, inline)
