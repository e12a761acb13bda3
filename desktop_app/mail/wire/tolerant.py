"""Tolerant parser, for every message the fast one leaves: the standard library's, bounded and
guarded.

A message that even this parser can't read becomes flat: its leading header fields, and the rest as
text.
"""

from __future__ import annotations

import re
from email.errors import MessageError
from email.message import Message
from email.parser import BytesParser
from email.policy import Compat32
from typing import cast

from desktop_app.mail.wire.parts import NUMBERED_DEPTH, Headers, Part, describe, transfer_encoding

LARGEST = 64_000_000
"""Bytes of an unusual message that are parsed."""

_MOST_BOUNDARIES = 200
_MOST_LINES_TIMES_DEPTH = 6_000_000
_MOST_PARTS = 20_000
_RAISES = (LookupError, ValueError, TypeError, AttributeError, RecursionError, MessageError)
_BREAK = re.compile(r"\r\n|\r|\n")
_FIELD = re.compile(rb"([!-9;-~]{1,200})[ \t]*:[ \t]*((?:[^\r\n]|\r?\n[ \t])*)\r?(?:\n|$)")
_BOUNDARY = re.compile(rb"boundary\s*\*?\d?\*?=", re.IGNORECASE)


class _Entity(Message):
    """Message class that keeps the parser out of attached messages: their bytes stay as they
    are."""

    def get_content_type(self) -> str:
        kind = super().get_content_type()
        return "application/octet-stream" if kind.startswith("message/") else kind

    _payload: object

    def stored(self) -> object:
        """The payload as parsed; `get_payload` would guess at 8-bit text."""
        return self._payload

    def get_content_maintype(self) -> str:
        return self.get_content_type().partition("/")[0]


class _Plain(Compat32):
    """Policy that returns header values unfolded and undecoded, also those with 8-bit bytes."""

    def header_fetch_parse(self, name: str, value: str) -> str:  # noqa: ARG002 - the base's shape
        return _BREAK.sub("", value)


def read_tree(raw: bytes) -> tuple[Part, str]:
    """The parts of `raw`, and the problem found, empty when it was read in full. Never raises."""
    if len(raw) > LARGEST:
        return _flat(raw[:LARGEST]), "The message is too large to be read as a whole."
    if _costs_too_much(raw):
        return _flat(raw), "The message is nested too deeply to be read."
    try:
        part = _part(
            cast("_Entity", BytesParser(_Entity, policy=_Plain()).parsebytes(raw)),
            "",
            0,
            "text/plain",
        )
    except _RAISES:
        return _flat(raw), "The structure of the message is damaged; it is shown as it is."
    if part.headers:
        return part, ""
    part = _flat(raw)  # reads what the standard library does not, as `Subject : words`
    return part, "" if part.headers else "This is not a mail: it has no header fields."


def _costs_too_much(raw: bytes) -> bool:
    """Whether parsing exceeds the budget. The standard library reads every line once per level,
    and recurses per level."""
    levels = len(_BOUNDARY.findall(raw))
    if levels > _MOST_BOUNDARIES or levels * raw.count(b"\n") > _MOST_LINES_TIMES_DEPTH:
        return True
    return levels > 0 and raw.count(b"\n--") > _MOST_PARTS


def _part(message: _Entity, number: str, depth: int, default: str) -> Part:
    headers = _headers(message)
    kind, params = describe(headers, default)
    payload = message.stored()
    if isinstance(payload, list):
        return _multipart(
            [p for p in payload if isinstance(p, _Entity)],
            Part(number, headers, kind, params, "", b""),
            depth,
        )
    data = payload.encode("ascii", "surrogateescape") if isinstance(payload, str) else b""
    if kind.startswith("multipart/"):
        kind = "text/plain"  # no boundary was found: all there is is text
    return Part(number or "1", headers, kind, params, transfer_encoding(headers), data)


def _multipart(payload: list[_Entity], part: Part, depth: int) -> Part:
    if depth >= NUMBERED_DEPTH:
        data = b"\n".join(bytes(m) for m in payload)
        return Part(part.id, part.headers, "text/plain", part.params, "", data)
    prefix = f"{part.id}." if part.id else ""
    default = "message/rfc822" if part.kind == "multipart/digest" else "text/plain"
    part.children = tuple(
        _part(child, f"{prefix}{n}", depth + 1, default) for n, child in enumerate(payload, 1)
    )
    return part


def _headers(message: _Entity) -> Headers:
    found: dict[str, list[str]] = {}
    for name, value in message.raw_items():
        found.setdefault(str(name).lower().rstrip(), []).append(
            _BREAK.sub("", str(value)).strip(" \t")
        )
    return found


def _flat(raw: bytes) -> Part:
    """The leading header fields, and the rest as plain text whatever type they claim."""
    found: dict[str, list[str]] = {}
    position = 0
    while match := _FIELD.match(raw, position):
        value = match[2].decode("ascii", "surrogateescape")
        found.setdefault(match[1].decode("ascii").lower(), []).append(_BREAK.sub("", value))
        position = match.end()
    return Part("1", found, "text/plain", {}, "", raw[position:].lstrip(b"\r\n"))
