"""Percent signs in addresses (RFC 3986, 2.1): a text as one part of an address, and back."""

from __future__ import annotations

import re

_ESCAPED = re.compile(rb"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def encoded(text: str, also_plain: bytes = b"") -> str:
    """The text as UTF-8, with percent signs for all but letters of ASCII, digits, `-._~` and
    `also_plain`: nothing in it parts an address any more."""
    plain = _UNRESERVED.union(also_plain)
    data = text.encode("utf-8", "replace")
    return "".join(chr(byte) if byte in plain else f"%{byte:02X}" for byte in data)


def decoded(text: str) -> str:
    """Percent signs decoded as UTF-8, what is none replaced; a plus sign is one. Never raises."""
    data = text.encode("utf-8", "replace")
    found = _ESCAPED.sub(lambda each: bytes.fromhex(each[1].decode()), data)
    return found.decode("utf-8", "replace")
