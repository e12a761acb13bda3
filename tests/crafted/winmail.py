"""Generator of winmail.dat (MS-OXTNEF), as Outlook sends it with a mail in rich text."""

from __future__ import annotations

import base64
import struct
from collections.abc import Mapping

_TEXT, _BYTES, _NUMBER = 2, 6, 8


def tnef(body: str, attachments: Mapping[str, bytes], packed: bytes = b"") -> bytes:
    """A stream with a plain body, files, and a packed rich text."""
    out = struct.pack("<IH", 0x223E9F78, 1)
    out += _attribute(1, 0x9006, _NUMBER, struct.pack("<I", 0x10000))
    if body:
        out += _attribute(1, 0x800C, _TEXT, body.encode() + b"\0")
    if packed:
        out += _attribute(1, 0x9003, _BYTES, _property(0x1009, packed))
    for name, data in attachments.items():
        out += _attribute(2, 0x9002, _BYTES, b"\0" * 14)
        out += _attribute(2, 0x8010, _TEXT, name.encode() + b"\0")
        out += _attribute(2, 0x800F, _BYTES, data)
    return out


def as_it_is(rtf: bytes) -> bytes:
    """Rich text packed without being compressed (MS-OXRTFCP section 2.1.3)."""
    return struct.pack("<II4sI", len(rtf) + 12, len(rtf), b"MELA", 0) + rtf


def _attribute(level: int, name: int, kind: int, data: bytes) -> bytes:
    head = struct.pack("<BHHI", level, name, kind, len(data))
    return head + data + struct.pack("<H", sum(data) & 0xFFFF)


def _property(name: int, data: bytes) -> bytes:
    """One binary property of MAPI."""
    padded = data + b"\0" * (-len(data) % 4)
    return struct.pack("<IHHII", 1, 0x0102, name, 1, len(data)) + padded


def winmail(data: bytes) -> bytes:
    """The part that carries a stream."""
    head = b"Content-Type: application/ms-tnef; name=winmail.dat\r\n"
    return head + b"Content-Transfer-Encoding: base64\r\n\r\n" + base64.encodebytes(data)


def rich(words: str) -> bytes:
    """A rich text of plain words."""
    units = memoryview(words.encode("utf-16-le")).cast("H")
    signs = ("\\par " if unit == 10 else f"\\u{unit - (unit >> 15 << 16)}?" for unit in units)
    return (
        r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Arial;}}\f0 " + "".join(signs) + "}"
    ).encode()
