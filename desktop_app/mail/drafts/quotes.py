"""Quoted history of a draft, as text and as formatted text.

In a draft of formatted text it is a document in our own form (mail/rich/), with the links, lists
and pictures of the mail; in any other it is plain text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from desktop_app.mail.drafts.reply import forward_head, quote_head, without_tail
from desktop_app.mail.rich.document import (
    Block,
    Cell,
    Document,
    Inline,
    Picture,
    Words,
    normal,
)
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.plain import plain
from desktop_app.mail.rich.reading import own_document, read_shown
from desktop_app.model.draft import DraftContent
from desktop_app.model.message import Body, Message

_HTML = "text/html"


def quoted_text(content: DraftContent) -> str:
    """The quoted history as plain text."""
    return text_of(content.quoted) if content.content_type == _HTML else content.quoted


def text_of(quoted: str) -> str:
    """A quote of a formatted draft as plain text."""
    found = own_document(quoted) if quoted.startswith("<") else None
    return quoted if found is None else plain(found)


def quoted_document(content: DraftContent) -> Document | None:
    """The quoted history as a document; None where it is plain text, or there is none."""
    if content.content_type != _HTML or not content.quoted.startswith("<"):
        return None
    return own_document(content.quoted)


def reply_quote(message: Message, body: Body, pictures: Collection[str]) -> str:
    """The mail, formatted, as a reply quotes it. `pictures` are the content ids of the pictures
    that go along; of others the description stays."""
    found = without_tail(_blocks(body, pictures), _as_line)
    blocks = [replace(block, quote=block.quote + 1) for block in found]
    return markup(normal([Block((Words(quote_head(message, body.text)),)), *blocks]))


def _as_line(block: Block) -> str:
    """What a block is to whoever looks for a signature in lines."""
    first = block.text.partition("\n")[0]
    return f">{first}" if block.quote else first


def forward_quote(message: Message, body: Body, pictures: Collection[str]) -> str:
    """Likewise as a forward passes it on."""
    head = [Block((Words(line),) if line else ()) for line in forward_head(message)]
    return markup(normal([*head, *_blocks(body, pictures)]))


def pictures_in(body: Body) -> frozenset[str]:
    """The content ids of the pictures that a mail's text shows."""
    return frozenset(one.cid for one in _document(body).pictures)


def without_pictures(document: Document, kept: Collection[str]) -> Document:
    """The document with the description of each picture whose file is not there in its place."""
    if all(one.cid in kept for one in document.pictures):
        return document
    return normal(_told(document, kept))


def _document(body: Body) -> Document:
    return read_shown(body.html + body.html_quoted)


def _blocks(body: Body, pictures: Collection[str]) -> tuple[Block, ...]:
    return without_pictures(_document(body), pictures).blocks


def _told(document: Document, kept: Collection[str]) -> Iterator[Block]:
    for block in document.blocks:
        rows = tuple(tuple(_line(cell, kept) for cell in row) for row in block.rows)
        yield replace(block, inlines=_line(block.inlines, kept), rows=rows)


def _line(inlines: Cell, kept: Collection[str]) -> tuple[Inline, ...]:
    return tuple(
        Words(f"[{one.alt or 'picture'}]", link=one.link)
        if isinstance(one, Picture) and one.cid not in kept
        else one
        for one in inlines
    )
