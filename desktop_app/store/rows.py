"""What is stored of a message, in the shapes the tables take.

`Prepared` carries everything the writer binds and crosses from a parsing process as msgpack;
`Envelope` is the packed part of `message`. Fields are stored by position: only append.
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
"""Where `Envelope.attachments` say that a part is inline."""


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
    """Of an `Envelope`, place by place, what lists show; the rest is passed over."""

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


class Prepared(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One message ready to be written.

    `thread_keys` are the hashes of its own Message-ID (first) and of its references,
    `server_key` the hash of the server's thread or 0. `text` are the nine columns of the index.
    """

    date: int
    size: int
    digest: bytes
    rfc822_key: int
    thread_keys: tuple[int, ...]
    server_key: int
    envelope: bytes
    raw: bytes
    subject: str
    from_: Pairs
    recipients: Pairs
    labels: tuple[str, ...]
    has_attachment: bool
    source_id: str
    text: tuple[str, str, str, str, str, str, str, str, str]
    words: tuple[str, ...] = ()


envelope_encoder = msgspec.msgpack.Encoder()
envelope_decoder = msgspec.msgpack.Decoder(Envelope)
listed_decoder = msgspec.msgpack.Decoder(Listed)


@lru_cache(maxsize=8192)
def addresses(pairs: Pairs) -> tuple[Address, ...]:
    """The model's addresses; most mail is from and to the same few, so they are made once."""
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
) -> MessageSummary:
    """As `message_of(…).summary`, without the way round; a search makes dozens."""
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
    """The model's message, from its packed envelope and what stands beside it."""
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
