"""Header values with raw 8-bit bytes, read by what the whole message tells of its character set."""

from __future__ import annotations

from desktop_app.mime.charsets import declared
from desktop_app.mime.headers import eight_bit
from desktop_app.mime.parts import Part


def settle(tree: Part) -> None:
    """Reads the raw bytes of each part's header values, in place. A set of several bytes that a
    text of the message names counts first. Values with encoded words stay as they are: raw bytes
    in a word are the word's."""
    leaves = list(tree.leaves())
    charset = next((found for leaf in leaves if (found := leaf.params.get("charset", ""))), "")
    for part in [tree, *(leaf for leaf in leaves if leaf is not tree)]:
        if any(not value.isascii() for values in part.headers.values() for value in values):
            part.headers = {
                name: [_settled(value, charset) for value in values]
                for name, values in part.headers.items()
            }


def _settled(value: str, charset: str) -> str:
    if value.isascii() or "=?" in value:
        return value
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        data = value.encode("utf-8", "surrogateescape")
        return declared(charset, data) or eight_bit(value)
    return value
