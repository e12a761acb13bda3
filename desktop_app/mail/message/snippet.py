"""Snippet of a message for a list row: its first words without quotes and signature, on one
line."""

from __future__ import annotations

import re

LENGTH = 200
_LOOKED_AT = 6_000
_HISTORY = re.compile(
    r"-{2,}\s*(?:original|forwarded|ursprüngliche|message d'origine|mensaje original)"
    r"|_{10,}\s*$|(?:on|am|le|el|il|op|den|em)\b.{6,200}:\s*$"
    r"|.{5,200}\b(?:wrote|writes|schrieb):\s*$",
    re.IGNORECASE,
)


def snippet(text: str) -> str:
    """At most `LENGTH` characters of `text` (already visible text), quotes left out; when
    everything is quoted, of the quotes."""
    text = text[:_LOOKED_AT]
    out: list[str] = []
    length = 0
    for line in map(str.strip, text.split("\n")):
        if not line or line[0] in ">|":
            continue
        if line == "--" or _ends_fresh(line):
            if out:
                break
            continue
        out.append(line)
        length += len(line) + 1
        if length > LENGTH:
            break
    if not out:
        return " ".join(text.split())[:LENGTH].strip()
    return " ".join(" ".join(out).split())[:LENGTH].strip()


def _ends_fresh(line: str) -> bool:
    return (line[-1] == ":" or line[0] in "-_") and _HISTORY.match(line) is not None
