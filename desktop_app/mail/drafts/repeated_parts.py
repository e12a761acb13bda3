"""Parts of a draft's words that stand below them already: the quoted mail, the signature. Pure."""

from __future__ import annotations

import re

from desktop_app.mail.reader.quote import is_attribution

SAME = 0.8
"""Part of a quote's lines that are those of the quote below."""

LONGEST_SIGNATURE = 8
"""Lines below `--` that are taken for a signature."""

_SPACES = re.compile(r"\s+")
_MARK = re.compile(r"^[>\s]+")
_WROTE = re.compile(
    r"\b(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev)\b[^\n]{0,80}:$"
)
_DELIMITER = re.compile(r"^\s*--\s*$")


def without_quote(body: str, quoted: str) -> str:
    """Words without the quote at their end, where `quoted` holds it. A quote with an answer below
    it stays."""
    if not quoted.strip() or ">" not in body:
        return body
    lines = body.rstrip().split("\n")
    place = len(lines)
    while place and (lines[place - 1].lstrip().startswith(">") or not lines[place - 1].strip()):
        place -= 1
    told = [_bare(line) for line in lines[place:] if _bare(line)]
    known = {_bare(line) for line in quoted.split("\n")}
    if not told or sum(line in known for line in told) < SAME * len(told):
        return body
    for count in (1, 2):
        line = " ".join(lines[max(0, place - count) : place]).strip()
        if place >= count and (is_attribution(line) or _WROTE.search(line) or line in known):
            place -= count
            break
    words = "\n".join(lines[:place]).rstrip()
    return words or body


def without_signature(body: str, signature: str) -> str:
    """Words without `signature` at their end."""
    own = [_plain(line) for line in signature.split("\n") if line.strip()]
    if not own:
        return body
    lines = body.rstrip().split("\n")
    delimiter = next((n for n in range(len(lines) - 1, -1, -1) if _DELIMITER.match(lines[n])), None)
    if delimiter is not None and len(lines) - delimiter - 1 <= LONGEST_SIGNATURE:
        below = [_plain(line) for line in lines[delimiter + 1 :] if line.strip()]
        if set(below) & set(own):
            return "\n".join(lines[:delimiter]).rstrip() or body
    place, left = len(lines), list(own)
    while left and place and (not lines[place - 1].strip() or _plain(lines[place - 1]) == left[-1]):
        if lines[place - 1].strip():
            left.pop()
        place -= 1
    if left or not place or (len(own) == 1 and lines[place - 1].strip()):
        return body  # a name right below other words is the person's own
    return "\n".join(lines[:place]).rstrip() or body


def _bare(line: str) -> str:
    return _SPACES.sub(" ", _MARK.sub("", line)).strip()


def _plain(line: str) -> str:
    return _SPACES.sub(" ", line).strip().casefold()
