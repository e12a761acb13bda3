"""`/batch/gmail/v1`: one multipart/mixed body of HTTP requests, one of their answers.

Source: https://developers.google.com/gmail/api/guides/batch
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from email import policy
from email.parser import BytesParser
from http import HTTPStatus


@dataclass(frozen=True, slots=True)
class Inner:
    """A request inside a batch; `content_id` as it came, with angle brackets."""

    content_id: str
    verb: str
    target: str
    headers: dict[str, str]
    body: bytes


def split(content_type: str, body: bytes) -> list[Inner]:
    """The requests of a batch. Raises ValueError for what is no batch."""
    whole = b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + body
    outer = BytesParser(policy=policy.compat32).parsebytes(whole)
    if not outer.is_multipart():
        raise ValueError("not multipart/mixed")
    return [_inner(part) for part in outer.get_payload()]


def _inner(part: object) -> Inner:
    text: bytes = part.get_payload(decode=True)  # type: ignore[attr-defined]
    head, _, body = text.replace(b"\r\n", b"\n").partition(b"\n\n")
    first, _, rest = head.decode().partition("\n")
    verb, target, _ = first.split(" ", 2)
    fields = (line.split(": ", 1) for line in rest.splitlines() if ": " in line)
    headers = {name.title(): value for name, value in fields}
    return Inner(part["Content-ID"] or "", verb, target, headers, body)  # type: ignore[index]


def join(replies: Sequence[tuple[str, int, dict[str, str], bytes]]) -> tuple[str, bytes]:
    """Content type and body of a batch's answer; a reply is (content id, status, headers, body)."""
    boundary = f"batch_{secrets.token_hex(12)}"
    out = bytearray()
    for content_id, status, headers, body in replies:
        out += f"--{boundary}\r\nContent-Type: application/http\r\n".encode()
        answered = content_id.replace("<", "<response-", 1)
        out += f"Content-ID: {answered}\r\n\r\n".encode()
        out += f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n".encode()
        sent = {"Content-Type": "application/json; charset=UTF-8", **headers}
        out += "".join(f"{name}: {value}\r\n" for name, value in sent.items()).encode()
        out += f"Content-Length: {len(body)}\r\n\r\n".encode() + body + b"\r\n"
    out += f"--{boundary}--\r\n".encode()
    return f"multipart/mixed; boundary={boundary}", bytes(out)
