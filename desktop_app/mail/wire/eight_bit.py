"""Header values with raw 8-bit bytes, read by what the whole message tells of its character set."""

from __future__ import annotations

from desktop_app.mail.wire.charset_guess import guessed
from desktop_app.mail.wire.charsets import declared
from desktop_app.mail.wire.headers import eight_bit
from desktop_app.mail.wire.parts import Part


def settle(tree: Part) -> None:
    """Reads the raw bytes of each part's header values, in place. A set of several bytes that a
    text of the message names counts first, then the one that all values of its own head together
    tell: a name alone is too short. Values with encoded words stay as they are: raw bytes in a
    word are the word's."""
    leaves = list(tree.leaves())
    charset = next((found for leaf in leaves if (found := leaf.params.get("charset", ""))), "")
    raw = [_raw(value) for values in tree.headers.values() for value in values]
    codec = guessed(b"\n".join(filter(None, raw)))
    for part in [tree, *(leaf for leaf in leaves if leaf is not tree)]:
        if any(not value.isascii() for values in part.headers.values() for value in values):
            part.headers = {
                name: [_settled(value, charset, codec) for value in values]
                for name, values in part.headers.items()
            }


def _settled(value: str, charset: str, codec: str) -> str:
    data = _raw(value)
    if not data:
        return value
    return declared(charset, data) or _decoded(codec, data) or eight_bit(value)


def _decoded(codec: str, data: bytes) -> str:
    try:
        return data.decode(codec) if codec else ""
    except UnicodeError:
        return ""


def _raw(value: str) -> bytes:
    """The bytes of a value that has raw ones outside encoded words; else nothing."""
    if value.isascii() or "=?" in value:
        return b""
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return value.encode("utf-8", "surrogateescape")
    return b""
