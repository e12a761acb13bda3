"""Fast parser: the common shapes of mail, straight from the bytes.

Anything unusual gives None and is left to `tolerant`. This parser accepts only unambiguous input,
so that both always agree.
"""

from __future__ import annotations

from functools import lru_cache

from desktop_app.mail.wire.charsets import known
from desktop_app.mail.wire.parts import Headers, Part, describe, transfer_encoding

_DEPTH = 6
_MOST_PARTS = 500
_ENCODINGS = frozenset(("", "7bit", "8bit", "binary", "quoted-printable", "base64"))
_ONCE = ("content-type", "content-transfer-encoding", "content-disposition")
_MULTIPARTS = frozenset(
    f"multipart/{kind}"
    for kind in ("alternative", "mixed", "related", "report", "signed", "encrypted")
)


def read_tree(raw: bytes) -> Part | None:
    """The parts of `raw`, or None when a strict parser would find anything doubtful."""
    if raw.startswith((b"From ", b">From ", b"\n", b"\r")):
        return None
    return _entity(raw, "", 0)


def _entity(raw: bytes, number: str, depth: int) -> Part | None:
    head, body = _cut(raw)
    headers = _headers(head)
    if headers is None:
        return None
    for name in _ONCE:
        if len(headers.get(name, ())) > 1:
            return None
    kind, params = describe(headers, "")
    if not kind:
        if "content-type" in headers:
            return None
        kind = "text/plain"
    encoding = transfer_encoding(headers)
    if kind.startswith("multipart/"):
        if depth == _DEPTH or kind not in _MULTIPARTS or encoding in {"base64", "quoted-printable"}:
            return None
        return _multipart(Part(number, headers, kind, params, encoding, b""), body, depth)
    if encoding not in _ENCODINGS or not known(params.get("charset", "")):
        return None
    return Part(number or "1", headers, kind, params, encoding, body)


def _cut(raw: bytes) -> tuple[bytes, bytes]:
    """Head and body of an entity, split at the first empty line."""
    lf = raw.find(b"\n\n")
    crlf = raw.find(b"\n\r\n", 0, lf + 1 if lf >= 0 else len(raw))
    if crlf >= 0:
        return raw[:crlf], raw[crlf + 3 :]
    if lf >= 0:
        return raw[:lf], raw[lf + 2 :]
    return raw, b""


def _headers(head: bytes) -> Headers | None:
    if b"\r" in head:
        head = head.replace(b"\r\n", b"\n").rstrip(b"\r")
        if b"\r" in head:
            return None
    try:
        text = head.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if "\n " in text or "\n\t" in text:
        text = text.replace("\n ", " ").replace("\n\t", "\t")
    found: dict[str, list[str]] = {}
    for line in text.rstrip("\n").split("\n") if text else ():
        name, colon, value = line.partition(":")
        key = _field_name(name)
        if not colon or not key:
            return None
        if key in found:
            found[key].append(value.strip(" \t"))
        else:
            found[key] = [value.strip(" \t")]
    return found


@lru_cache(maxsize=4096)
def _field_name(name: str) -> str:
    """The lower-case name, or nothing if it is invalid (RFC 5322 section 3.6.8)."""
    legal = len(name) < 100 and name.isascii() and name.isprintable() and " " not in name
    return name.lower() if legal else ""


def _multipart(part: Part, body: bytes, depth: int) -> Part | None:
    boundary = part.params.get("boundary", "")
    if not boundary or not boundary.isascii() or boundary != boundary.strip():
        return None
    pieces = _split(body, boundary.encode("ascii"))
    if pieces is None:
        return None
    prefix = f"{part.id}." if part.id else ""
    children = []
    for index, piece in enumerate(pieces, 1):
        child = _entity(piece, f"{prefix}{index}", depth + 1)
        if child is None:
            return None
        children.append(child)
    part.children = tuple(children)
    return part


def _split(body: bytes, boundary: bytes) -> list[bytes] | None:
    """The bytes between the boundary lines (RFC 2046 section 5.1.1); each delimiter occurs once
    and the last one closes."""
    if body.count(b"\r") != body.count(b"\r\n"):
        return None
    pieces = (b"\n" + body).split(b"\n--" + boundary)
    if not 3 <= len(pieces) <= _MOST_PARTS or not pieces[-1].startswith(b"--"):
        return None
    if pieces[-1][2:3] not in {b"", b"\n", b"\r"}:
        return None
    found = []
    for piece in pieces[1:-1]:
        start = 1 if piece.startswith(b"\n") else 2
        if not piece.startswith((b"\n", b"\r\n")):
            return None
        inner = piece[start:-1] if piece.endswith(b"\r") else piece[start:]
        if not inner:
            return None
        # A part without header fields begins with the empty line itself.
        found.append(b"\n" + inner if inner.startswith((b"\n", b"\r\n")) else inner)
    return found
