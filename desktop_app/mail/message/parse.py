"""A message's bytes as the store's fields: the fast parser, else the tolerant one.

Never raises, whatever the bytes; the work is bounded. What is shown is decided in `body`.
"""

from __future__ import annotations

from desktop_app.mail.message.leaves import attachments, body_text
from desktop_app.mail.message.preview import preview
from desktop_app.mail.wire.addresses import addresses
from desktop_app.mail.wire.headers import (
    date_seconds,
    decode_words,
    message_ids,
    newest_received,
)
from desktop_app.mail.wire.parts import Headers, Part
from desktop_app.mail.wire.threading import is_reply_subject
from desktop_app.mail.wire.tree import read_tree
from desktop_app.model.address import Address
from desktop_app.model.message import ParsedMessage

_FIRST_MAIL = 315_532_800  # 1 January 1980
_WRONG_CLOCK = 2 * 86_400
"""Seconds by which a clock or a zone may be wrong without the date being doubted."""

LONGEST_TEXT = 1_000_000
"""Characters of body text that are kept for searching."""


def parse(raw: bytes, *, fallback_date: int = 0, now: int = 0) -> ParsedMessage:
    """Every field of `raw` that lists, threads and the index need.

    `fallback_date` (seconds since the epoch) is used when neither Date nor Received has a date that
    can be believed. No mail was written after `now`, where that is given.
    """
    tree, problem = read_tree(raw)
    return from_tree(raw, tree, problem, fallback_date, now)


def from_tree(
    raw: bytes, tree: Part, problem: str, fallback_date: int, now: int = 0
) -> ParsedMessage:
    """The parsed message of an already read tree."""
    headers = tree.headers
    found = preview(tree, body_text(tree)[:LONGEST_TEXT])
    return ParsedMessage(
        raw=raw,
        date=_date(headers, fallback_date, now),
        rfc822_message_id=next(iter(message_ids(_first(headers, "message-id"))), ""),
        references=references(headers),
        from_=_people(headers, "from") or _people(headers, "sender"),
        to=_people(headers, "to"),
        cc=_people(headers, "cc"),
        bcc=_people(headers, "bcc"),
        reply_to=_people(headers, "reply-to"),
        subject=decode_words(_first(headers, "subject")),
        snippet=found.words,
        text=found.text,
        attachments=attachments(tree) if _may_have_files(tree) else (),
        list_id=_list_id(headers),
        delivered_to=_delivered(headers),
        server_thread=_first(headers, "x-gm-thrid"),
        problem=problem,
    )


def _may_have_files(tree: Part) -> bool:
    if tree.children or tree.kind != "text/plain":
        return True
    return "content-disposition" in tree.headers or "name" in "".join(tree.params)


def is_answer(headers: Headers) -> bool:
    """Whether a message answers another or passes it on, by its chain or its subject."""
    return bool(references(headers)) or is_reply_subject(decode_words(_first(headers, "subject")))


def references(headers: Headers) -> tuple[str, ...]:
    """The References chain, or else In-Reply-To (RFC 5322 section 3.6.4), oldest first."""
    chain = message_ids(" ".join(headers.get("references", ())))
    if chain or "in-reply-to" not in headers:
        return chain
    return message_ids(_first(headers, "in-reply-to"))


def _first(headers: Headers, name: str) -> str:
    values = headers.get(name)
    return values[0] if values else ""


def _people(headers: Headers, name: str) -> tuple[Address, ...]:
    values = headers.get(name)
    if not values:
        return ()
    return addresses(values[0] if len(values) == 1 else ", ".join(values))


def _date(headers: Headers, fallback: int, now: int) -> int:
    """When the mail was written; where that is before there was mail, or after the mail came, when
    it came."""
    written = date_seconds(_first(headers, "date")) if "date" in headers else None
    received = headers.get("received", ())
    came = date_seconds(received[0].rpartition(";")[2]) if received else None
    latest = min((moment for moment in (came or fallback, now) if moment), default=0)
    if written is not None and _FIRST_MAIL <= written <= (latest or written) + _WRONG_CLOCK:
        return written
    came = newest_received(received)
    if came is not None and came <= (now or came) + _WRONG_CLOCK:
        return came
    return fallback or latest or written or 0


def _list_id(headers: Headers) -> str:
    value = _first(headers, "list-id")
    if not value:
        return ""
    ids = message_ids(value) if "<" in value else ()
    return ids[-1].lower() if ids else decode_words(value)


def _delivered(headers: Headers) -> tuple[str, ...]:
    if "delivered-to" not in headers and "x-original-to" not in headers:
        return ()
    found = _people(headers, "delivered-to") + _people(headers, "x-original-to")
    return tuple(dict.fromkeys(a.key for a in found if a.email))
