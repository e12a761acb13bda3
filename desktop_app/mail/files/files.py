"""File names from a mail, made safe for a disk and readable for a person."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 120
_BAD = re.compile(r'[\x00-\x1f\x7f-\x9f<>:"/\\|?*]')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)


def safe_filename(name: str) -> str:
    """`name` as one path component valid on every system: no separators, control or direction
    characters, device names or leading dots; never empty, at most `LONGEST` bytes of UTF-8."""
    name = re.split(r"[/\\]", name)[-1]
    name = "".join(c for c in name if unicodedata.category(c) not in {"Cf", "Cc", "Cs", "Zl", "Zp"})
    name = _BAD.sub("_", name).strip(" .")
    if _RESERVED.match(name):
        name = f"_{name}"
    stem, dot, suffix = name.rpartition(".")
    if not dot or len(suffix) > 10:
        stem, dot, suffix = name, "", ""
    room = LONGEST - len(f"{dot}{suffix}".encode())
    stem = stem.encode()[:room].decode("utf-8", "ignore")
    return f"{stem}{dot}{suffix}".strip(" .") or "attachment"
