"""Stored messages as text for an assistant, with hidden text apart and a cap on length.

`untrusted_text` and `hidden_text` come from the mail, `warnings` from the application. Reading a
message makes it a source of the next proposal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from desktop_app.mail.hidden.marks import MARK
from desktop_app.mail.message.access import header_fields
from desktop_app.mail.message.body import head_warnings, read_body
from desktop_app.mail.wire.charsets import decode
from desktop_app.model.local_forms import PLAIN
from desktop_app.model.message import Body, BodyWarning, Message
from desktop_app.tools.answers import rows
from desktop_app.tools.answers.fence import Fence
from desktop_app.tools.answers.mail_words import in_our_words
from desktop_app.tools.answers.web_links import WebLinks
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import NO_SUBJECT, MessageRow, MessageText
from desktop_app.tools.drafting.new_drafts import source_of
from desktop_app.tools.reading.own_server import own_side

SOURCE = "This is the mail's source: it also holds what a reader can't see."
HIDES = "This file has words that a reader does not see; they stand under hidden_text."
DIM = "Some words of this file are hard to see for a reader; they are marked where they stand."
MOST_HIDDEN = 2_000
"""Most characters of hidden text."""

MOST_HEAD = 1_000
"""Most characters of a subject, or of the name of who wrote."""

_SHOWN_HEADERS = frozenset({"reply-to", "list-id", "list-unsubscribe", "message-id", "in-reply-to"})


@dataclass(frozen=True, slots=True)
class TextOptions:
    """`format` as Gmail's messages.get has it; `offset` and `limit` are in characters. `fence` is
    that of the answer. `reads_on` says how the rest of a text that was cut is read."""

    format: str = "full"
    quoted: bool = False
    offset: int = 0
    limit: int = 20_000
    fence: Fence = field(default_factory=Fence)
    reads_on: str = "offset={offset} reads on"


def message_text(
    context: Context, message: Message, options: TextOptions, *, number: int = 1
) -> MessageText:
    """Read `message` as `options` say, and note it as a source."""
    context.conversation.read(source_of(message))
    row = _row(context, message, number)
    if options.format in {"minimal", "metadata"}:
        headers = _headers(context, message) if options.format == "metadata" else {}
        raw = context.store.messages.raw(message.id)
        warnings = _texts(head_warnings(raw, own_side(context, message, raw)))
        said, named = in_our_words(warnings)
        attachments = rows.attachment_rows(message.visible_attachments)
        shown = [f"{name}: {rows.one_line(value, 200)}" for name, value in headers.items()]
        told = [*_named(named), rows.line(row), *rows.people_lines(row.to, _cc(message)), *shown]
        told += [*rows.attachment_lines(attachments), row.snippet]
        head = [rows.ids_line(row), *_marked(said)]
        head += options.fence.around("\n".join(told).rstrip())
        return MessageText(
            display="\n".join(head),
            message=row,
            cc=_cc(message),
            untrusted_text=row.snippet,
            warnings=warnings,
            headers=headers,
            attachments=attachments,
        )
    raw = context.store.messages.raw(message.id)
    body = read_body(raw, own_side(context, message, raw))
    if options.format == "raw":
        source = replace(body, text="", quoted_from=-1)
        return _cut(context, message, decode(raw), source, options, number, warnings=(SOURCE,))
    text = body.text if options.quoted else body.fresh_text
    return _cut(context, message, text, body, options, number)


def _row(context: Context, message: Message, number: int) -> MessageRow:
    link, mail = WebLinks(context).of(message), message.summary
    uid = rows.uids_of(context, (mail,)).get(mail.id, "")
    return rows.message_row(context.store.told_ids, number, mail, link, uid)


def _cut(
    context: Context,
    message: Message,
    text: str,
    body: Body,
    options: TextOptions,
    number: int,
    *,
    warnings: tuple[str, ...] = (),
) -> MessageText:
    shown = text[options.offset : options.offset + options.limit]
    end = options.offset + len(shown)
    truncated = end < len(text)
    quoted_lines = 0 if options.quoted else len(body.quoted_text.splitlines())
    row = _row(context, message, number)
    warnings += _texts(body.warnings)
    said, named = in_our_words(warnings)
    attachments = rows.attachment_rows(message.visible_attachments)
    head = [*_named(named), *_head(row, _cc(message)), *rows.attachment_lines(attachments)]
    told = options.fence.around("\n".join((*head, "", shown)).rstrip())
    tail = _tail(row, options, quoted_lines, end if truncated else 0)
    return MessageText(
        display="\n".join((_date(row), rows.ids_line(row), *_marked(said), *told, *tail)),
        message=row,
        cc=_cc(message),
        untrusted_text=shown,
        attachments=attachments,
        warnings=warnings,
        hidden_text=capped(body.hidden_text),
        quoted_lines=quoted_lines,
        truncated=truncated,
        next_offset=end if truncated else 0,
        headers=_headers(context, message),
    )


def _head(row: MessageRow, cc: tuple[str, ...]) -> list[str]:
    return [
        f"From: {rows.one_line(row.from_, MOST_HEAD)}",
        *rows.people_lines(row.to, cc),
        f"Subject: {rows.one_line(row.subject, MOST_HEAD) or NO_SUBJECT}",
    ]


def _date(row: MessageRow) -> str:
    moment = datetime.fromisoformat(row.date).astimezone()
    weekday, month = PLAIN.short_weekdays[moment.weekday()], PLAIN.short_months[moment.month - 1]
    return f"Date: {weekday} {moment:%d} {month} {moment:%Y %H:%M}"


def _tail(row: MessageRow, options: TextOptions, quoted_lines: int, next_offset: int) -> list[str]:
    """What was left out of a text, and how it is read."""
    lines = []
    if quoted_lines:
        lines.append(f"[{quoted_lines} quoted lines folded; quoted=true shows them]")
    if next_offset:
        how = options.reads_on.format(offset=next_offset, message=row.message_id)
        lines.append(f"[cut here; {how}]")
    return lines


def _marked(warnings: tuple[str, ...]) -> list[str]:
    """Warnings as lines, placed before anything that the mail says."""
    return [f"Warning by Draftdesk: {text}" for text in warnings]


def _texts(warnings: Iterable[BodyWarning]) -> tuple[str, ...]:
    return tuple(rows.visible(warning.text) for warning in warnings)


def _named(named: tuple[str, ...]) -> list[str]:
    """What the warnings name, as lines of the mail's part of an answer."""
    return [f"[{number}] {each}" for number, each in enumerate(named, 1)]


def _cc(message: Message) -> tuple[str, ...]:
    return tuple(rows.visible(str(a)) for a in message.cc)


def _headers(context: Context, message: Message) -> dict[str, str]:
    fields = header_fields(context.store.messages.raw(message.id))
    return {
        name: rows.visible(value[:500]) for name, value in fields if name.lower() in _SHOWN_HEADERS
    }


def hides(hidden: tuple[str, ...], shown: str) -> list[str]:
    """The warnings of a file that hides words, and of one with words that are hard to see, as
    lines."""
    said = [*([HIDES] if hidden else []), *([DIM] if MARK in shown else [])]
    return _marked(tuple(said))


def capped(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Hidden words, at most `MOST_HIDDEN` characters of them."""
    kept: list[str] = []
    room = MOST_HIDDEN
    for text in texts:
        if room <= 0:
            break
        kept.append(text[:room])
        room -= len(kept[-1])
    return tuple(kept)
