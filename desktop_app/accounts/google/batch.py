"""Batch of reading requests in one HTTP exchange, whose answers are read one by one.

The client library reads a whole batch before it hands out its first answer: twelve mails of 17 MB
took 2.6 GB. Here one answer is held at a time.

Source: https://developers.google.com/workspace/gmail/api/guides/batch
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesHeaderParser

CHUNK_BYTES = 262_144
MOST_BYTES = 150_000_000
"""Of one answer. Gmail takes mails of 50 MB, which base64 makes 70 MB of."""
_DIGITS = 4
_STATUS = re.compile(rb"HTTP/\d(?:\.\d)? (\d{3})")


class NotABatch(ValueError):
    """The answer is not a batch's, or one of its parts can't be read."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer to the `number`-th request of a batch: HTTP `status`, header fields, body."""

    number: int
    status: int
    head: Mapping[str, str]
    body: bytes


def batch_body(targets: Sequence[str]) -> tuple[str, bytes]:
    """Content type and body of a batch of GET requests to these targets (path and query)."""
    boundary = f"batch_{uuid.uuid4().hex}"
    parts = [
        f"--{boundary}\r\nContent-Type: application/http\r\nContent-ID: <{number}>\r\n\r\n"
        f"GET {target} HTTP/1.1\r\nAccept: application/json\r\n\r\n\r\n"
        for number, target in enumerate(targets)
    ]
    body = "".join([*parts, f"--{boundary}--\r\n"]).encode()
    return f'multipart/mixed; boundary="{boundary}"', body


def answers(content_type: str, chunks: Iterable[bytes]) -> Iterator[Answer]:
    """The answers of a batch as they come. Raises `NotABatch`; an answer that ends early lacks
    some."""
    head = Message()
    head["Content-Type"] = content_type
    boundary = head.get_boundary()
    if head.get_content_maintype() != "multipart" or not boundary:
        raise NotABatch("no multipart")
    # No frame keeps a part while whoever asked works on the answer.
    yield from map(_answer, _parts(boundary.encode(), chunks))


def _parts(boundary: bytes, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """What stands between two boundaries (RFC 2046 section 5.1.1)."""
    mark = b"\r\n--" + boundary
    held = bytearray(b"\r\n")
    looked, begun = 0, False
    for chunk in chunks:
        held += chunk
        while (at := held.find(mark, looked)) >= 0:
            part = [bytes(memoryview(held)[:at])]
            del held[: at + len(mark)]
            if begun:
                yield part.pop()
            begun, looked = True, 0
        looked = max(len(held) - len(mark), 0)
        if len(held) > MOST_BYTES:
            raise NotABatch("a part without an end")


def _answer(part: bytes) -> Answer:
    """A part: its own head, a status line, the answer's head, its body."""
    outer, at = _head(part, part.find(b"\r\n") + 2)
    status = _STATUS.match(part, at)
    head, at = _head(part, part.find(b"\r\n", at) + 2)
    number = (outer.get("Content-ID") or "").strip("<> ").rpartition("response-")[2]
    if status is None or not number.isdecimal() or len(number) > _DIGITS:
        raise NotABatch("a part that is no answer")
    fields = {name.lower(): str(value) for name, value in head.items()}
    return Answer(int(number), int(status[1]), fields, part[at:])


def _head(part: bytes, at: int) -> tuple[Message, int]:
    """Header fields that begin at `at`, and where the bytes after the empty line begin."""
    end = part.find(b"\r\n\r\n", at - 2)
    if at < 2 or end < 0:
        raise NotABatch("a head without an end")
    return BytesHeaderParser().parsebytes(part[at : max(end, at)]), end + 4
