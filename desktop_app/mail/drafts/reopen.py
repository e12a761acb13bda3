"""A draft's bytes back as a draft: the inverse of `compose`.

For drafts written or edited elsewhere. What our own composer appended (the signature, the quoted
history) is recognised where it is unchanged; otherwise it is part of the words.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from desktop_app.mail.drafts.quotes import quoted_document
from desktop_app.mail.drafts.signatures import signature_blocks
from desktop_app.mail.message.access import attachment_bytes, header_fields
from desktop_app.mail.message.body import plain_text, read_body
from desktop_app.mail.message.leaves import is_body
from desktop_app.mail.message.parse import parse
from desktop_app.mail.reader.sanitise import sanitise
from desktop_app.mail.rich.document import Block, Document, normal, plain_document
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.plain import words
from desktop_app.mail.rich.reading import own_document, read_markup
from desktop_app.mail.wire.addresses import plainly_named
from desktop_app.mail.wire.tree import read_tree
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftContent

DRAFT_HEADER = "x-draftdesk-draft"


@dataclass(frozen=True, slots=True)
class ReopenedFile:
    filename: str
    content_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Reopened:
    """`content` has no attachments: their bytes are in `files`, to be stored first. `draft_id`
    and `revision` come from our own header; empty and 0 for a draft from elsewhere."""

    content: DraftContent
    files: tuple[ReopenedFile, ...]
    draft_id: str = ""
    revision: int = 0


def draft_header(draft_id: str, revision: int) -> str:
    """The value of X-Draftdesk-Draft, by which a draft is recognised again."""
    return f"{draft_id}; {revision}"


def reopen(raw: bytes, *, from_: Address, like: DraftContent | None = None) -> Reopened:
    """The draft in `raw`. `from_` is used where it names no sender. `like` is its former state,
    whose signature and quoted history are recognised. Never raises."""
    parsed = parse(raw)
    text, content_type = _text(raw, like)
    pieces = _pieces if content_type == "text/plain" else _formatted_pieces
    body, signature, quoted = pieces(text, like)
    content = DraftContent(
        from_=parsed.from_[0] if parsed.from_ else from_,
        to=tuple(map(plainly_named, parsed.to)),
        cc=tuple(map(plainly_named, parsed.cc)),
        bcc=tuple(map(plainly_named, parsed.bcc)),
        subject=parsed.subject,
        body=body,
        content_type=content_type,
        signature=signature,
        quoted=quoted,
        in_reply_to=_in_reply_to(raw),
        references=parsed.references,
        formatted_signature=like.formatted_signature if like and signature else "",
        signature_below=like.signature_below if like and signature else False,
    )
    files = tuple(
        ReopenedFile(a.filename or "attachment", a.content_type, attachment_bytes(raw, a.id))
        for a in parsed.attachments
        if not a.inline
    )
    return Reopened(content, files, *_ours(raw))


def copy_digest(opened: Reopened) -> bytes:
    """SHA-256 over what a draft says, its files included, by which a copy of it is known again."""
    files = sorted((f.filename, hashlib.sha256(f.data).hexdigest()) for f in opened.files)
    said = msgspec.to_builtins(opened.content)
    for name in _LATER:
        if not said[name]:
            del said[name]
    return hashlib.sha256(msgspec.json.encode((said, files))).digest()


_LATER = ("formatted_signature", "signature_below")
"""Fields that came to be after digests of copies were kept: without a value they say nothing."""


def named(raw: bytes, draft_id: str, revision: int) -> bytes:
    """`raw` with our header, by which the draft is recognised again."""
    return f"{DRAFT_HEADER.title()}: {draft_header(draft_id, revision)}\r\n".encode() + raw


def _text(raw: bytes, like: DraftContent | None) -> tuple[str, str]:
    """The words and their content type. A draft that was plain here stays plain, whatever a web
    mailer made of it; one that was never here keeps its HTML."""
    bodies = [part for part in read_tree(raw)[0].leaves() if is_body(part)]
    html = next((part for part in bodies if part.kind == "text/html"), None)
    plain = next((part for part in bodies if part.kind == "text/plain"), None)
    keeps_html = like is None or like.content_type == "text/html"
    if html is not None and (keeps_html or plain is None):
        return (html.text, "text/html") if keeps_html else (read_body(raw).text, "text/plain")
    return ("" if plain is None else plain_text(plain).strip("\n"), "text/plain")


def _pieces(text: str, like: DraftContent | None) -> tuple[str, str, str]:
    """The words, the signature and the quoted history, the last two as far as they are
    unchanged."""
    if like is None:
        return text, "", ""
    quoted, signature = like.quoted.strip("\n"), like.signature.strip()
    rest, found_quoted = (text, False) if like.signature_below else _without(text, quoted)
    rest, found_signature = _without(rest, f"-- \n{signature}") if signature else (rest, False)
    if like.signature_below:
        rest, found_quoted = _without(rest, quoted)
    return (
        rest,
        like.signature if found_signature else "",
        like.quoted if found_quoted else "",
    )


def _formatted_pieces(html: str, like: DraftContent | None) -> tuple[str, str, str]:
    """Likewise of formatted text: what was written here, whatever a web mailer made of its tags, is
    in our own form again. A draft that was never formatted here keeps the HTML that it has."""
    if like is None or like.content_type != "text/html" or own_document(like.body) is None:
        return html, "", ""
    blocks = list(read_markup(sanitise(html)).blocks)
    quote = quoted_document(like) or plain_document(like.quoted)
    quoted = quote.blocks if like.quoted.strip() else ()
    found_quoted = not like.signature_below and _taken_off(blocks, quoted)
    found_signature = _taken_off(blocks, signature_blocks(like))
    if like.signature_below:
        found_quoted = _taken_off(blocks, quoted)
    return (
        markup(normal(blocks)),
        like.signature if found_signature else "",
        like.quoted if found_quoted else "",
    )


def _taken_off(blocks: list[Block], tail: Sequence[Block]) -> bool:
    """Takes the blocks that say what `tail` says off the end; whether they were there."""
    wanted, at, found = "".join(map(_said, tail)), len(blocks), ""
    while at and len(found) < len(wanted):
        at -= 1
        found = _said(blocks[at]) + found
    if not wanted or found != wanted:
        return False
    del blocks[at:]
    while blocks and blocks[-1].is_empty:
        blocks.pop()
    return True


def _said(block: Block) -> str:
    return "".join(words(Document((block,))).split())


def _without(text: str, tail: str) -> tuple[str, bool]:
    """`text` without `tail` at its end; spaces at line ends do not count."""
    if not tail:
        return text, False
    wanted = [line.rstrip() for line in tail.split("\n")]
    lines = text.rstrip().split("\n")
    if [line.rstrip() for line in lines[-len(wanted) :]] != wanted:
        return text, False
    return "\n".join(lines[: -len(wanted)]).rstrip(), True


def _in_reply_to(raw: bytes) -> str:
    for name, value in header_fields(raw):
        if name.lower() == "in-reply-to":
            return value.strip().strip("<>").strip()
    return ""


def _ours(raw: bytes) -> tuple[str, int]:
    for name, value in header_fields(raw):
        if name.lower() == DRAFT_HEADER:
            draft_id, _, revision = value.partition(";")
            return draft_id.strip(), int(revision) if revision.strip().isdecimal() else 0
    return "", 0
