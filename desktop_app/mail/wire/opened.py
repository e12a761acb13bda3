"""Parts that hold text and files inside themselves, opened: uuencode in plain text, TNEF
(winmail.dat), opaque S/MIME signatures, the mails of a digest.

Each becomes a multipart of what it holds, in its place in the tree, numbered below its own number.
No key is used and no signature is checked. What can't be opened stays the file it is.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from desktop_app.mail.wire.headers import decode_words
from desktop_app.mail.wire.parts import Headers, Part

Read = Callable[[bytes], Part]
"""Reader of a whole message, for those inside another."""

_DEEPEST, _MOST, _LARGEST = 3, 100, 64_000_000
_TNEF = frozenset(("application/ms-tnef", "application/vnd.ms-tnef"))
_PKCS7 = frozenset(("application/pkcs7-mime", "application/x-pkcs7-mime"))
_BEGIN = re.compile(rb"^begin [0-7]{3,4} ([^\r\n]{1,255})\r?\n", re.MULTILINE)
_LINE = re.compile(rb"[ -`]{1,90}\r?\n?")
_END = re.compile(rb"end[ \t]*(?:\r?\n|\Z)")
_FIELDS = ("from", "date", "to", "subject")
_BINARY = "application/octet-stream"
SPARE = "x-draftdesk-spare"
"""A field of a part made here: its text is shown only where the mail has no other."""
_ONLY_TEXT: Headers = {SPARE: ["tnef"]}


def opened(part: Part, read: Read, depth: int = 0) -> Part:
    """The tree with what its parts hold. Never raises."""
    if depth > _DEEPEST:
        return part
    if part.children:
        of_digest = part.kind == "multipart/digest"
        part.children = tuple(
            _mail(child, read, depth) if of_digest and _is_mail(child) else
            opened(child, read, depth)
            for child in part.children
        )  # fmt: skip
        return part
    if part.kind == "text/plain":
        return _with_files(part) if b"begin " in part.payload else part
    if part.kind in _TNEF or (part.kind == _BINARY and part.filename.lower() == "winmail.dat"):
        return _from_tnef(part)
    return _from_signature(part, read, depth) if _may_be_signed(part) else part


def _may_be_signed(part: Part) -> bool:
    if part.kind in _PKCS7:
        return part.params.get("smime-type", "").lower() in {"", "signed-data"}
    return part.kind == _BINARY and part.filename.lower().endswith(".p7m")


def renumbered(part: Part, number: str) -> Part:
    """A part of another tree under `number`, its own parts below it."""
    part.id = number
    for place, child in enumerate(part.children, 1):
        renumbered(child, f"{number}.{place}")
    return part


def _holding(part: Part, children: list[Part]) -> Part:
    """`part` as a multipart of these."""
    for place, child in enumerate(children, 1):
        renumbered(child, f"{part.id or '1'}.{place}")
    return replace(part, kind="multipart/mixed", payload=b"", encoding="", children=tuple(children))


def _text(words: bytes, kind: str = "text/plain", charset: str = "utf-8") -> Part:
    return Part("", {}, kind, {"charset": charset}, "", words)


def _file(name: str, data: bytes, kind: str = _BINARY, content_id: str = "") -> Part:
    held: Headers = {"content-disposition": ["attachment"]}
    if content_id:
        held = {**held, "content-id": [f"<{content_id}>"]}
    return Part("", held, kind, {"name": name}, "", data)


def _is_mail(part: Part) -> bool:
    return part.kind == "message/rfc822" and not part.children


def _mail(part: Part, read: Read, depth: int) -> Part:
    """A mail of a digest: its head in words, then what it holds."""
    if len(part.payload) > _LARGEST:
        return part
    held = read(part.data)
    if not held.headers:
        return part
    lines = (
        f"{name.capitalize()}: {decode_words(held.headers[name][0])}"
        for name in _FIELDS
        if held.headers.get(name)
    )
    head = _text("\n".join(lines).encode("utf-8", "replace"))
    return _holding(part, [head, opened(held, read, depth + 1)])


def _with_files(part: Part) -> Part:
    """Plain text without the files that stand in it as uuencode."""
    if part.filename or part.encoding not in {"", "7bit", "8bit", "binary", "quoted-printable"}:
        return part
    data, position = part.data, 0
    words, files = list[bytes](), list[Part]()
    for begin in _BEGIN.finditer(data):
        if begin.start() < position or len(files) == _MOST:
            continue
        read = _uuencoded(data, begin.end())
        if read is None:
            continue
        held, end = read
        name = begin[1].decode("utf-8", "replace").strip()
        words.append(data[position : begin.start()])
        files.append(_file(decode_words(name), held))
        position = end
    if not files:
        return part
    words.append(data[position:])
    return _holding(part, [replace(part, headers={}, payload=b"".join(words), encoding=""), *files])


def _uuencoded(data: bytes, position: int) -> tuple[bytes, int] | None:
    """The bytes of the lines from `position` on, and where the line `end` ends; None where the
    lines are no file."""
    out = list[bytes]()
    while (line := _LINE.match(data, position)) is not None:
        position = line.end()
        decoded = _uu_line(line[0].rstrip(b"\r\n"))
        if decoded is None:
            return None
        out.append(decoded)
    end = _END.match(data, position)
    return (b"".join(out), end.end()) if out and end is not None else None


def _uu_line(text: bytes) -> bytes | None:
    if not text.strip(b" `"):
        return b""
    size = (((text[0] - 32) & 63) * 4 + 2) // 3 + 1
    for tried in (text, text[:size], text.ljust(size)):
        try:
            return binascii.a2b_uu(tried)
        except binascii.Error:
            continue
    return None


def _from_tnef(part: Part) -> Part:
    """MS-OXTNEF: its files, and its text for a mail that has none."""
    from tnefparse import TNEF

    if len(part.payload) > _LARGEST:
        return part
    data = part.data
    try:
        found = TNEF(data + b"\0", do_checksum=False)  # the library leaves out a last short one
        children = [*_tnef_files(found), *_tnef_text(found)]
    except Exception:  # noqa: BLE001 - a library that reads a stranger's bytes; the file stays
        return part
    if not children:
        return part
    return _holding(part, children if _is_whole(data) else [*children, replace(part)])


def _is_whole(data: bytes) -> bool:
    """Whether the attributes of a TNEF stream end where it ends (MS-OXTNEF section 2.1.3)."""
    position = 6
    while position + 11 <= len(data):
        position += 11 + int.from_bytes(data[position + 5 : position + 9], "little")
    return position == len(data)


def _tnef_files(found: object) -> Iterator[Part]:
    for held in getattr(found, "attachments", ())[:_MOST]:
        name = str(held.long_filename() or held.name or "").replace("\0", "").strip()
        data = held.data if isinstance(held.data, bytes) else b""
        if name or data:
            yield _file(name or "file", data)


def _tnef_text(found: object) -> Iterator[Part]:
    """As alternatives to nothing: `leaves` reads these only where the mail has no other text."""
    for kind, words in (
        ("text/html", getattr(found, "htmlbody", None)),
        ("text/plain", getattr(found, "body", None)),
    ):
        data = words.encode("utf-8", "replace") if isinstance(words, str) else words
        if isinstance(data, bytes) and data.strip(b"\0 \r\n"):
            yield replace(_text(data.strip(b"\0"), kind, ""), headers=_ONLY_TEXT)
            return
    if rich := _of_rich_text(found):
        yield replace(_text(rich.encode()), headers=_ONLY_TEXT)


def _of_rich_text(found: object) -> str:
    packed = getattr(found, "_rtfbody", None)  # `rtfbody` has no limit to what it unpacks
    if not isinstance(packed, bytes):
        return ""
    from desktop_app.mail.wire.rich_text import rtf_words

    return rtf_words(packed + b"\0")  # the library leaves out a last byte


def without_spare(tree: Part) -> Part:
    """The tree without the spare texts, where another one has words."""
    leaves = list(tree.leaves())
    spare = [leaf for leaf in leaves if SPARE in leaf.headers]
    if spare and any(
        leaf.kind in {"text/plain", "text/html"} and leaf.placed != "attachment"
        and leaf.payload.strip()
        for leaf in leaves if leaf not in spare
    ):  # fmt: skip
        _drop(tree, spare)
    return tree


def _drop(part: Part, gone: list[Part]) -> None:
    part.children = tuple(child for child in part.children if child not in gone)
    for child in part.children:
        _drop(child, gone)


def _from_signature(part: Part, read: Read, depth: int) -> Part:
    """The mail inside an opaque signature (RFC 8551 section 3.5.2)."""
    if len(part.payload) > _LARGEST:
        return part
    from asn1crypto import cms

    try:
        content = cms.ContentInfo.load(part.data)
        if content["content_type"].native != "signed_data":
            return part
        held = content["content"]["encap_content_info"]["content"].native
    except Exception:  # noqa: BLE001 - a library that reads a stranger's bytes; the file stays
        return part
    if not isinstance(held, bytes) or not held:
        return part
    signed = _holding(part, [opened(read(held), read, depth + 1)])
    signed.kind, signed.params = "multipart/signed", {"protocol": "application/pkcs7-signature"}
    return signed
