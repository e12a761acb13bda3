"""Mails, labels and attachments in the shape of Gmail's API, as far as a mail here has it."""

from __future__ import annotations

import base64

import msgspec
from msgspec import UNSET, UnsetType

from desktop_app.mail.message.body import PLAIN_DIFFERS
from desktop_app.tools.adapters.adapter import Answer
from desktop_app.tools.adapters.message_source import MessageSource
from desktop_app.tools.calls.results import UNTRUSTED, AttachmentRow, MessageRow, MessageText

MOST_PLAIN, MOST_HIDDEN = 20_000, 2_000
MOST_HTML = 20_000
"""Characters of a mail's HTML in one answer."""


class Row(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Mail of a list. `number` is what `selectionIndex` means."""

    number: int
    id: str
    thread_id: str
    label_ids: tuple[str, ...]
    snippet: str
    from_: str
    to: tuple[str, ...]
    subject: str
    date: str
    is_unread: bool
    has_attachments: bool
    account: str
    gmail_link: str | UnsetType = UNSET
    body: str | UnsetType = UNSET


class Rows(Answer, frozen=True, kw_only=True, rename="camel"):
    messages: tuple[Row, ...]
    result_size_estimate: int
    next_page_token: str | UnsetType = UNSET
    searched: str = ""
    covers: str = ""
    content_notice: str = UNTRUSTED


class Header(msgspec.Struct, frozen=True):
    name: str
    value: str


class MessageBody(msgspec.Struct, frozen=True):
    """`plain` is the mail's own text part, of a mail without one the text as it is read. Where the
    part has other words than the HTML, which nobody sees, `plain` is what is read, the part stands
    in `hiddenText`, and `note` says so."""

    plain: str
    html: str
    note: str | UnsetType = UNSET


class Part(msgspec.Struct, frozen=True, rename="camel"):
    attachment_id: str
    filename: str
    mime_type: str
    size: int


class Mail(Answer, frozen=True, kw_only=True, rename="camel"):
    """One mail; what its format does not have is left out."""

    id: str
    thread_id: str
    label_ids: tuple[str, ...]
    snippet: str
    history_id: str
    internal_date: str
    size_estimate: int
    account: str
    gmail_link: str | UnsetType = UNSET
    from_: str | UnsetType = UNSET
    to: tuple[str, ...] | UnsetType = UNSET
    cc: tuple[str, ...] | UnsetType = UNSET
    bcc: tuple[str, ...] | UnsetType = UNSET
    reply_to: tuple[str, ...] | UnsetType = UNSET
    subject: str | UnsetType = UNSET
    date: str | UnsetType = UNSET
    headers: tuple[Header, ...] | UnsetType = UNSET
    body: MessageBody | UnsetType = UNSET
    attachments: tuple[Part, ...] | UnsetType = UNSET
    warnings: tuple[str, ...] | UnsetType = UNSET
    hidden_text: tuple[str, ...] | UnsetType = UNSET
    truncated: bool | UnsetType = UNSET
    next_offset: int | UnsetType = UNSET
    raw: str | UnsetType = UNSET
    content_notice: str = UNTRUSTED


def row_of(row: MessageRow, body: str | UnsetType = UNSET) -> Row:
    return Row(
        number=row.number,
        id=row.message_id,
        thread_id=row.thread_id,
        label_ids=row.labels,
        snippet=row.snippet,
        from_=row.from_,
        to=row.to,
        subject=row.subject,
        date=row.date,
        is_unread=row.unread,
        has_attachments=row.has_attachments,
        account=row.account,
        gmail_link=row.gmail_link or UNSET,
        body=body,
    )


def minimal(text: MessageText, source: MessageSource) -> Mail:
    """Ids, labels and snippet."""
    row = text.message
    return Mail(
        display=text.display,
        id=row.message_id,
        thread_id=row.thread_id,
        label_ids=source.labels,
        snippet=row.snippet,
        history_id=source.history_id,
        internal_date=str(source.internal_date),
        size_estimate=source.size,
        account=row.account,
        gmail_link=row.gmail_link or UNSET,
    )


def metadata(text: MessageText, source: MessageSource) -> Mail:
    """That, with the people and every header."""
    row = text.message
    return msgspec.structs.replace(
        minimal(text, source),
        from_=row.from_,
        to=source.people["to"],
        cc=source.people["cc"],
        bcc=source.people["bcc"],
        reply_to=source.people["reply_to"],
        subject=row.subject,
        date=row.date,
        headers=tuple(Header(name, value) for name, value in source.headers),
        attachments=tuple(map(part_of, text.attachments)),
        warnings=text.warnings,
    )


def full(text: MessageText, source: MessageSource, offset: int = 0) -> Mail:
    """That, with what a person reads of it, from that character on."""
    html = source.html[:MOST_HTML]
    end = offset + MOST_PLAIN
    differs = bool(source.plain) and PLAIN_DIFFERS in text.warnings
    own = bool(source.plain) and not differs
    plain = source.plain[offset:end] if own else text.untrusted_text
    more = own and len(source.plain) > end
    return msgspec.structs.replace(
        metadata(text, source),
        body=MessageBody(plain, html, PLAIN_DIFFERS if differs else UNSET),
        hidden_text=(*text.hidden_text, source.plain[:MOST_HIDDEN])
        if differs
        else text.hidden_text,
        truncated=text.truncated or more or len(source.html) > len(html),
        next_offset=text.next_offset or (end if more else UNSET),
    )


def raw(text: MessageText, source: MessageSource) -> Mail:
    """Ids and the whole source, in base64 for addresses as Gmail writes it."""
    return msgspec.structs.replace(
        minimal(text, source),
        raw=base64.urlsafe_b64encode(source.raw).decode(),
        warnings=text.warnings,
    )


def part_of(part: AttachmentRow) -> Part:
    return Part(part.attachment_id, part.filename, part.content_type, part.size)
