"""Message records: a parsed message hashed, folded, packed and compressed for the tables.

Without the database, so that the parsing processes can make them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

import msgspec
import zstandard

from desktop_app.model.address import Address
from desktop_app.model.message import ParsedMessage
from desktop_app.search.fold import WORD, fold, formerly, words
from desktop_app.store.rows.rows import Envelope, Pairs, envelope_encoder

_LATEST = 253_402_300_799
_MOST_REFERENCES = 60
_MOST_TEXT = 2_000_000
# Fields that a mailbox adds for itself: two exports of one mail differ in nothing else.
_BOOKKEEPING = re.compile(
    rb"^(?:X-Gmail-Labels|X-GM-[\w-]+|X-Status|Status|X-Keywords|X-UID|X-Mozilla-[\w-]+|"
    rb"X-IMAP[\w-]*|X-Draftdesk-Labels|Content-Length|Lines):[^\n]*\n(?:[ \t][^\n]*\n)*",
    re.IGNORECASE | re.MULTILINE,
)
_LINE_FEED = 0x0A
# Substrings of such fields, in lower case: testing for these first is ten times as fast.
_MARKS = (
    b"x-g",
    b"status:",
    b"x-keywords:",
    b"x-uid:",
    b"x-moz",
    b"x-imap",
    b"length:",
    b"lines:",
    b"x-draftdesk-labels:",
)


class MessageRecord(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One message ready to be written; crosses from a parsing process as msgpack.

    Fields go by position: only append. `thread_keys` are the hashes of its own Message-ID (first)
    and of its references, `server_key` the hash of Gmail's thread id or 0. `text` are the nine
    columns of the index.
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


def key_of(account_id: str, kind: str, text: str) -> int:
    """64-bit signed hash of `text`, different for each account and kind."""
    data = f"{account_id}\0{kind}\0{text}".encode("utf-8", "replace")
    digest = hashlib.blake2b(data, digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def content_digest(account_id: str, raw: bytes) -> bytes:
    """16 bytes that are equal for two copies of one mail, whatever labels and line ends they
    carry."""
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n")
    head_end = raw.find(b"\n\n") + 1 or len(raw)
    head = raw[:head_end]
    lowered = head.lower()
    if any(mark in lowered for mark in _MARKS):
        head = _BOOKKEEPING.sub(b"", head)
    end = len(raw)
    while end > head_end and raw[end - 1] == _LINE_FEED:
        end -= 1
    hasher = hashlib.blake2b(head, digest_size=16, key=account_id.encode()[:64])
    hasher.update(memoryview(raw)[head_end:end])
    return hasher.digest()


class Preparer:
    """Makes the records of one account's messages. Not thread-safe.

    `counting` adds each message's distinct words, for loads too small to count the whole index
    afterwards.
    """

    def __init__(self, account_id: str, *, counting: bool = True) -> None:
        self._account_id = account_id
        self._counting = counting
        self._compressor = zstandard.ZstdCompressor(level=1, write_checksum=True)

    def prepare(
        self, parsed: ParsedMessage, labels: Iterable[str] = (), source_id: str = ""
    ) -> MessageRecord:
        text = _columns(parsed)
        recipients = _pairs(parsed.to) + _pairs(parsed.cc) + _pairs(parsed.bcc)
        visible = any(not part.inline for part in parsed.attachments)
        own_key = self._message_key(parsed.rfc822_message_id)
        return MessageRecord(
            date=min(max(parsed.date, 0), _LATEST),
            size=len(parsed.raw),
            digest=content_digest(self._account_id, parsed.raw),
            rfc822_key=own_key,
            thread_keys=self._thread_keys(parsed, own_key),
            server_key=self._server_key(parsed),
            envelope=pack_envelope(parsed),
            raw=self._compressor.compress(parsed.raw),
            subject=_clean(parsed.subject),
            from_=_pairs(parsed.from_),
            recipients=recipients,
            labels=tuple(sorted(set(labels))),
            has_attachment=visible,
            source_id=source_id,
            text=text,
            words=distinct_words(text) if self._counting else (),
        )

    def _message_key(self, message_id: str) -> int:
        return key_of(self._account_id, "id", message_id) if message_id else 0

    def _server_key(self, parsed: ParsedMessage) -> int:
        thread = parsed.server_thread
        return key_of(self._account_id, "gmail", thread) if thread else 0

    def _thread_keys(self, parsed: ParsedMessage, own_key: int) -> tuple[int, ...]:
        references = parsed.references
        if len(references) > _MOST_REFERENCES:
            references = references[:1] + references[1 - _MOST_REFERENCES :]
        keys = [own_key, *(self._message_key(r) for r in references)]
        return tuple(dict.fromkeys(key for key in keys if key))


def distinct_words(text: Iterable[str]) -> tuple[str, ...]:
    """Every word of the columns once, in the index's spelling."""
    found: set[str] = set()
    for column in text:
        found.update(words(column))
    return tuple(found)


def former_words(parsed: ParsedMessage) -> tuple[str, ...]:
    """Every word once, as mail was indexed before the schema 0028 (search/fold.py)."""
    found: set[str] = set()
    for column in _texts(parsed):
        found.update(WORD.findall(formerly(column[:_MOST_TEXT]).lower()))
    return tuple(found)


def _columns(parsed: ParsedMessage) -> tuple[str, str, str, str, str, str, str, str, str]:
    subject, sender, to, cc, bcc, body, files, list_, delivered = map(_indexed, _texts(parsed))
    return subject, sender, to, cc, bcc, body, files, list_, delivered


def _texts(parsed: ParsedMessage) -> tuple[str, ...]:
    """The nine texts that are searched, as they are."""
    return (
        parsed.subject,
        _spelled(parsed.from_),
        _spelled(parsed.to),
        _spelled(parsed.cc),
        _spelled(parsed.bcc),
        parsed.text,
        " ".join(part.filename for part in parsed.attachments),
        parsed.list_id,
        " ".join(parsed.delivered_to),
    )


def _indexed(text: str) -> str:
    # SQLite ends a text at a NUL.
    return fold(text[:_MOST_TEXT]).replace("\0", " ")


def _spelled(people: Iterable[Address]) -> str:
    return " , ".join(f"{a.name} {a.email}" for a in people)


def _pairs(people: Iterable[Address]) -> Pairs:
    return tuple((_clean(a.name), _clean(a.email)) for a in people)


def _clean(text: str) -> str:
    """`text` without NUL and lone surrogates, which SQLite or UTF-8 can't hold."""
    if "\0" in text:
        text = text.replace("\0", " ")
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def pack_envelope(parsed: ParsedMessage) -> bytes:
    envelope = Envelope(
        rfc822_message_id=_clean(parsed.rfc822_message_id),
        references=tuple(_clean(r) for r in parsed.references),
        from_=_pairs(parsed.from_),
        to=_pairs(parsed.to),
        cc=_pairs(parsed.cc),
        bcc=_pairs(parsed.bcc),
        reply_to=_pairs(parsed.reply_to),
        subject=_clean(parsed.subject),
        snippet=_clean(parsed.snippet),
        attachments=tuple(
            (
                a.id,
                _clean(a.filename),
                _clean(a.content_type),
                a.size,
                _clean(a.content_id),
                a.inline,
            )
            for a in parsed.attachments
        ),
        list_id=_clean(parsed.list_id),
        problem=_clean(parsed.problem),
    )
    return envelope_encoder.encode(envelope)
