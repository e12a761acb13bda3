"""Encoder of header fields and parameters: RFC 5322, 2047 and 2231.

Any input gives exactly one field: control characters become spaces first. A field is ASCII, but for
letters before the @ of an address (RFC 6532).
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable

from desktop_app.mail.wire.headers import clean
from desktop_app.mail.wire.mailboxes import wire_address
from desktop_app.model.address import Address

LINE = 76
_ATOM_PHRASE = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_NOT_IN_ID = re.compile(r"[^\x21-\x7e]|[<>]")
_SAFE_Q = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!*+-/")
_SAFE_2231 = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_~+")
_ROOM = 63
"""Encoded characters in one word: 75 less `=?utf-8?q?` and `?=` (RFC 2047 section 2)."""


def text_field(name: str, value: str) -> bytes:
    """An unstructured field (Subject): as it is when plain ASCII, else encoded words."""
    value = clean(value)
    if _is_plain(value):
        words = re.findall(r"(?<! ) *+[^ ]++", value)
    else:
        words = [f" {word}" for word in encoded_words(value)]
    return folded(name, words)


def _is_plain(value: str) -> bool:
    longest = max(map(len, value.split(" ")), default=0)
    return value.isascii() and "=?" not in value and longest < 900


def encoded_words(value: str) -> list[str]:
    """`value` as encoded words, split between characters, in the shorter of Q and B."""
    data = value.encode("utf-8", "replace")
    plain = sum(byte in _SAFE_Q or byte == 0x20 for byte in data)
    encode, room = (_q, _ROOM) if plain * 2 >= len(data) else (_b, _ROOM // 4 * 3)
    words: list[str] = []
    chunk = ""
    used = 0
    for character in value:
        raw = character.encode("utf-8", "replace")
        cost = len(_q_text(raw)) if encode is _q else len(raw)
        if used + cost > room:
            words.append(encode(chunk))
            chunk, used = "", 0
        chunk += character
        used += cost
    return [*words, encode(chunk)] if chunk else words


def _q(chunk: str) -> str:
    return f"=?utf-8?q?{_q_text(chunk.encode('utf-8', 'replace'))}?="


def _q_text(data: bytes) -> str:
    return "".join(
        "_" if byte == 0x20 else chr(byte) if byte in _SAFE_Q else f"={byte:02X}" for byte in data
    )


def _b(chunk: str) -> str:
    return f"=?utf-8?b?{base64.b64encode(chunk.encode('utf-8', 'replace')).decode('ascii')}?="


def folded(name: str, words: Iterable[str]) -> bytes:
    """`Name: words` in lines of at most `LINE` where the words allow; ends with CRLF.

    Each word brings the space before it, at which a line may be broken.
    """
    lines: list[str] = []
    line = f"{name}:"
    for index, word in enumerate(words):
        if index == 0:
            word = f" {word.lstrip(' ')}"  # noqa: PLW2901 - the first never stands on a new line
        elif len(line) + len(word) > LINE:
            lines.append(line)
            line = ""
        line += word
    return "\r\n".join([*lines, line]).encode("utf-8", "replace") + b"\r\n"


def address_field(name: str, addresses: Iterable[Address]) -> bytes:
    """A mailbox list; empty bytes when no address is left to write."""
    written = [words for address in addresses if (words := _mailbox(address))]
    if not written:
        return b""
    for words in written[:-1]:
        words[-1] += ","
    return folded(name, (word for words in written for word in words))


def _mailbox(address: Address) -> list[str]:
    email = mailbox_address(address.email)
    if not email:
        return []
    name = clean(address.name)
    if not name:
        return [f" {email}"]
    if name.isascii() and "=?" not in name and len(name) < 900:
        shown = name if _ATOM_PHRASE.fullmatch(name) else _quoted(name)
        return [f" {shown}", f" <{email}>"]
    return [*(f" {word}" for word in encoded_words(name)), f" <{email}>"]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def mailbox_address(email: str) -> str:
    """An addr-spec for the wire, see `wire_address`; empty where it can't be written as it is."""
    return wire_address(email)


def ids_field(name: str, ids: Iterable[str]) -> bytes:
    """Message ids in angle brackets; empty bytes when there are none."""
    words = [f" <{cleaned}>" for i in ids if (cleaned := _NOT_IN_ID.sub("", i))]
    return folded(name, words) if words else b""


def parameter(name: str, value: str) -> list[str]:
    """`; name="value"` as words for `folded`; in the extended form of RFC 2231 when the value is
    not short plain ASCII."""
    value = clean(value)
    if value.isascii() and len(value) < 60:
        return [f" {name}={_quoted(value)}"]
    pieces = _percent(value)
    if len(pieces) == 1:
        return [f" {name}*=utf-8''{pieces[0]}"]
    starts = ["utf-8''", *("" for _ in pieces[1:])]
    return [f" {name}*{n}*={starts[n]}{piece}" for n, piece in enumerate(pieces)]


def _percent(value: str) -> list[str]:
    """The percent-encoded value in pieces that fit a line, split between characters."""
    pieces = [""]
    for character in value:
        coded = "".join(
            chr(byte) if byte in _SAFE_2231 else f"%{byte:02X}"
            for byte in character.encode("utf-8", "replace")
        )
        if len(pieces[-1]) + len(coded) > 50:
            pieces.append("")
        pieces[-1] += coded
    return pieces
