"""A message as a tree of parts; both parsers make it, every reader walks it.

Payloads stay encoded until asked for. Nothing here decides what is shown.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from desktop_app.mail.wire.charsets import decode
from desktop_app.mail.wire.params import (
    content_type,
    disposition,
    filename,
    parameters,
    written_filename,
)

Headers = Mapping[str, Sequence[str]]
"""Lower-case field name -> its values in order, unfolded, still encoded."""

NUMBERED_DEPTH = 12
"""Multiparts nested deeper than this are kept as one opaque leaf."""

_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
_META = re.compile(rb"<meta[^>]{0,200}?charset\s*+=\s*+[\"']?\s*+([\w.:-]{1,40})", re.IGNORECASE)
_HEAD_OF_HTML = 4_096
_SIGNS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_MECHANISM = re.compile(r"[\s\"']*+(?:\([^()]*+\)[\s\"']*+)*+([\w-]++)")
UUENCODED = frozenset(("x-uuencode", "uuencode", "uue", "x-uue"))
"""Encodings of transfer that are read: RFC 2045 section 6.1, and what older programs wrote."""
_NO_PARAMS: Mapping[str, str] = {}


@dataclass(slots=True)
class Part:
    """One node. `id` is its part number (RFC 3501 section 6.4.5), empty for a root multipart;
    `kind` is `type/subtype`; `payload` is still transfer-encoded, empty for a multipart; `alone`:
    it is the only leaf of its message."""

    id: str
    headers: Headers
    kind: str
    params: Mapping[str, str]
    encoding: str
    payload: bytes
    children: tuple[Part, ...] = ()
    alone: bool = False

    @property
    def placed(self) -> str:
        values = self.headers.get("content-disposition")
        return disposition(values[0]) if values else ""

    @property
    def filename(self) -> str:
        values = self.headers.get("content-disposition")
        placed = parameters(values[0]) if values else _NO_PARAMS
        return filename(self.params, placed)

    @property
    def written_filename(self) -> str:
        """The file name with what does not show in it: to be judged, never to be shown."""
        values = self.headers.get("content-disposition")
        placed = parameters(values[0]) if values else _NO_PARAMS
        return written_filename(self.params, placed)

    @property
    def content_id(self) -> str:
        values = self.headers.get("content-id")
        return values[0].strip().strip("<>").strip() if values else ""

    @property
    def data(self) -> bytes:
        """The decoded bytes of a leaf."""
        return decode_transfer(self.payload, self.encoding)

    @property
    def size(self) -> int:
        """The decoded length in bytes, computed without decoding where possible."""
        if self.encoding != "base64":
            return len(self.data)
        payload = self.payload.rstrip()
        if b"=" in payload[:-2]:
            return len(self.data)
        signs = len(payload) - len(payload.translate(None, _SIGNS))
        return signs // 4 * 3 + (0, 0, 1, 2)[signs % 4]

    @property
    def text(self) -> str:
        """A text leaf as text with `\\n` line ends."""
        data = self.data
        charset = self.params.get("charset", "")
        if not charset and self.kind == "text/html" and not data.isascii():
            named = _META.search(data[:_HEAD_OF_HTML])
            charset = named[1].decode("ascii") if named else ""
        text = decode(data, charset)
        return text.replace("\r\n", "\n") if "\r" in text else text

    def leaves(self) -> Iterator[Part]:
        """Every leaf in order."""
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves()


def describe(headers: Headers, default: str = "text/plain") -> tuple[str, Mapping[str, str]]:
    """The content type of a part's headers, or `default` (RFC 2045 section 5.2)."""
    values = headers.get("content-type")
    if not values:
        return default, _NO_PARAMS
    kind, params = content_type(values[0])
    return kind or default, params


def transfer_encoding(headers: Headers) -> str:
    """Content-Transfer-Encoding's mechanism in lower case, empty for none."""
    values = headers.get("content-transfer-encoding")
    found = _MECHANISM.match(values[0]) if values else None
    return found[1].lower() if found else ""


def decode_transfer(payload: bytes, encoding: str) -> bytes:
    """`payload` without its transfer encoding; broken input is decoded as far as possible."""
    if encoding == "quoted-printable":
        return binascii.a2b_qp(payload)
    if encoding == "base64":
        return _base64(payload)
    if encoding in UUENCODED:
        return _uudecode(payload)
    return payload


def _base64(payload: bytes) -> bytes:
    if b"=" not in payload.rstrip()[:-2]:  # the library stops at padding
        try:
            return binascii.a2b_base64(payload)
        except binascii.Error:
            pass
    return b"".join(map(_whole, payload.split(b"=")))


def _whole(payload: bytes) -> bytes:
    """A run of base64 without padding; a sign too many at its end is left out."""
    data = _NOT_BASE64.sub(b"", payload)
    data = data[: len(data) - (len(data) % 4 == 1)]
    return binascii.a2b_base64(data + b"=" * (-len(data) % 4))


def _uudecode(payload: bytes) -> bytes:
    out = []
    lines = iter(payload.splitlines())
    for line in lines:
        if line.startswith(b"begin "):
            break
    for line in lines:
        if line.strip() in {b"end", b"`", b""}:
            break
        try:
            out.append(binascii.a2b_uu(line))
        except binascii.Error:
            # A line padded beyond its count, as some encoders wrote: take what it declares.
            size = (((line[0] - 32) & 63) * 4 + 5) // 3
            try:
                out.append(binascii.a2b_uu(line[:size]))
            except binascii.Error:
                break
    return b"".join(out)
