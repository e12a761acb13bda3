"""Stored forms of a message, and their conversion to the model's values.

`Envelope` is the packed part of the table `message`. Fields go by position: only append.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from desktop_app.model.address import Address
from desktop_app.model.message import (
    Attachment,
    Message,
    MessageId,
    MessageSummary,
    ThreadId,
)

Pairs = tuple[tuple[str, str], ...]
_INLINE = 5
"""Index of the inline flag in a member of `Envelope.attachments`."""


class Envelope(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A message's envelope; addresses are (name, email) pairs."""

    rfc822_message_id: str
    references: tuple[str, ...]
    from_: Pairs
    to: Pairs
    cc: Pairs
    bcc: Pairs
    reply_to: Pairs
    subject: str
    snippet: str
    attachments: tuple[tuple[str, str, str, int, str, bool], ...] = ()
    list_id: str = ""
    problem: str = ""


class Listed(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The fields of an `Envelope` that lists show, by position; the others are not decoded."""

    rfc822_message_id: str
    references: msgspec.Raw
    from_: Pairs
    to: Pairs
    cc: msgspec.Raw
    bcc: msgspec.Raw
    reply_to: msgspec.Raw
    subject: str
    snippet: str
    attachments: tuple[tuple[str, str, str, int, str, bool], ...] = ()


envelope_encoder = msgspec.msgpack.Encoder()
envelope_decoder = msgspec.msgpack.Decoder(Envelope)
listed_decoder = msgspec.msgpack.Decoder(Listed)


@lru_cache(maxsize=8192)
def addresses(pairs: Pairs) -> tuple[Address, ...]:
    """The model's addresses. Cached, because most mail is from and to the same few."""
    return tuple(Address(name, email) for name, email in pairs)


@lru_cache(maxsize=8192)
def _as_text(pairs: Pairs) -> tuple[str, ...]:
    return tuple(str(a) for a in addresses(pairs))


def summary_of(
    envelope: Listed,
    id: MessageId,  # noqa: A002 - the model's own name for it
    thread_id: ThreadId,
    account_id: str,
    date: int,
    labels: frozenset[str],
    source_id: str = "",
) -> MessageSummary:
    """Equal to `message_of(…).summary`, without making the message; a search makes dozens."""
    people, attachments = envelope.from_, envelope.attachments
    return MessageSummary(
        id,
        thread_id,
        account_id,
        date,
        envelope.rfc822_message_id,
        _as_text(people)[0] if people else "",
        _as_text(envelope.to),
        envelope.subject,
        envelope.snippet,
        labels,
        any(not a[_INLINE] for a in attachments) if attachments else False,
        source_id,
    )


def message_of(
    envelope: Envelope,
    *,
    id: MessageId,  # noqa: A002 - the model's own name for it
    thread_id: ThreadId,
    account_id: str,
    date: int,
    size: int,
    labels: frozenset[str],
    source_id: str,
) -> Message:
    """The model's message, from its packed envelope and its row."""
    return Message(
        id=id,
        thread_id=thread_id,
        account_id=account_id,
        date=date,
        rfc822_message_id=envelope.rfc822_message_id,
        references=envelope.references,
        from_=addresses(envelope.from_),
        to=addresses(envelope.to),
        cc=addresses(envelope.cc),
        bcc=addresses(envelope.bcc),
        reply_to=addresses(envelope.reply_to),
        subject=envelope.subject,
        snippet=envelope.snippet,
        size=size,
        labels=labels,
        attachments=tuple(Attachment(*a) for a in envelope.attachments),
        list_id=envelope.list_id,
        source_id=source_id,
        problem=envelope.problem,
    )
