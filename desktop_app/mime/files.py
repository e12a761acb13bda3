"""File names that came in a mail, made fit for a disk."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 120
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u202a-\u202e\u2066-\u2069\u200b-\u200f]')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.I)


def safe_filename(name: str) -> str:
    """`name` without path, control and bidirectional characters, at most 120 characters.

    The ending stays; names reserved on Windows get an underscore; nothing left is `attachment`.
    """
    plain = unicodedata.normalize("NFC", name).replace("\\", "/").rpartition("/")[2]
    plain = _UNSAFE.sub("_", plain).strip(" .")
    if len(plain) > LONGEST:
        stem, dot, ending = plain.rpartition(".")
        ending = ending[:20] if dot else ""
        plain = f"{(stem or plain)[: LONGEST - len(ending) - 1]}{dot}{ending}"
    if _RESERVED.fullmatch(plain):
        plain = f"_{plain}"
    return plain or "attachment"
