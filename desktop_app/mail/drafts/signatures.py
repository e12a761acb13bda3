"""Signature of an identity: plain words, and the same as formatted text where they do not say all.

Formatted mail is sent with the formatted one, other mail with its words, so that a draft changes
its kind without another signature. It has no pictures: of one its description stays. Pure.
"""

from __future__ import annotations

from desktop_app.mail.drafts.quotes import without_pictures
from desktop_app.mail.rich.document import (
    Block,
    Document,
    Words,
    normal,
    plain_document,
    without_line_ends,
)
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.plain import plain
from desktop_app.mail.rich.reading import own_document, read_foreign
from desktop_app.model.account import Identity
from desktop_app.model.draft import DraftContent

LONGEST = 20_000
"""Characters of a signature, its formatting included."""


def written_signature(document: Document) -> tuple[str, str]:
    """A signature as it is kept: its plain words, and itself in our own form; the second is empty
    where the words say all of it."""
    seen = without_line_ends(without_pictures(document, ()))
    blocks = list(seen.blocks)
    while blocks and blocks[0].is_empty:
        del blocks[0]
    seen = normal(blocks)
    words = plain(seen).rstrip()
    return (words, "") if plain_document(words) == seen else (words, markup(seen))


def read_signature(html: str) -> tuple[str, str]:
    """Likewise of HTML that was written elsewhere. One that is longer than any is its words."""
    if not html:
        return "", ""
    words, formatted = written_signature(own_document(html) or read_foreign(html))
    return words, formatted if len(formatted) <= LONGEST else ""


def signature_document(identity: Identity) -> Document:
    """The signature as it is edited."""
    found = own_document(identity.formatted_signature) if identity.formatted_signature else None
    return plain_document(identity.signature) if found is None else found


def formatted_signature(content: DraftContent) -> Document | None:
    """The signature of a draft as formatted text; None where it is sent as plain words."""
    if content.content_type != "text/html" or not content.formatted_signature:
        return None
    return own_document(content.formatted_signature) if content.signature.strip() else None


def signature_blocks(content: DraftContent) -> tuple[Block, ...]:
    """What is below the words of a formatted draft for its signature; none without one."""
    found = formatted_signature(content)
    if found is not None:
        return (Block((Words("-- "),)), *found.blocks)
    words = content.signature.strip()
    return plain_document(f"-- \n{words}").blocks if words else ()
