"""Files of Apple Mail: the length of the message in a line, the message, a property list."""

from __future__ import annotations

import re

_LENGTH = re.compile(rb"[ \t]*(\d{1,12})[ \t]*\r?\n")
_FLAGS = re.compile(rb"<key>flags</key>\s*<integer>(\d{1,20})</integer>")
_LONGEST_LIST = 65_536


def split(data: bytes) -> tuple[bytes, int]:
    """The message and its flags, 0 where none are told. Empty for what is no such file, or one
    that was cut off."""
    length = _LENGTH.match(data)
    if length is None:
        return b"", 0
    start, size = length.end(), int(length[1])
    raw = data[start : start + size]
    if not size or len(raw) < size:
        return b"", 0
    flags = _FLAGS.search(data, start + size, start + size + _LONGEST_LIST)
    return raw, int(flags[1]) if flags else 0
