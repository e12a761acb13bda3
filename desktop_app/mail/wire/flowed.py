"""Plain text as format=flowed (RFC 3676): short lines on the wire, whole paragraphs to read."""

from __future__ import annotations

import re

WIDTH = 72
"""Characters of a line on the wire, the space of its soft break not counted."""

_QUOTE = re.compile(r"((?:>\s?)*)(.*)", re.DOTALL)
_WIDE = re.compile(
    "[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]"
)


def flow(text: str) -> tuple[str, bool]:
    """`text` (lines ended by `\n`) as flowed lines, and whether DelSp is used.

    Spaces at line ends are removed, except for the signature mark; `>` marks are written without
    spaces between. DelSp is used where a line without spaces (Chinese, Japanese) must be broken.
    """
    lines = text.split("\n")
    delsp = any(len(line) > WIDTH and _unbroken(line) for line in lines)
    return "\n".join(piece for line in lines for piece in _line(line, delsp)), delsp


def _unbroken(line: str) -> bool:
    return any(len(word) > WIDTH // 2 and _WIDE.search(word) for word in line.split(" "))


def _line(line: str, delsp: bool) -> list[str]:
    if line == "-- ":
        return ["-- "]
    match = _QUOTE.match(line)
    marks, content = (match[1], match[2]) if match else ("", line)
    quotes = ">" * marks.count(">")
    if content == "-- ":
        return [f"{quotes} -- "]
    content = content.rstrip(" ")
    pieces = _broken(content, max(WIDTH - len(quotes), 30), delsp)
    return [_stuffed(quotes, piece) for piece in pieces]


def _stuffed(quotes: str, piece: str) -> str:
    """Space-stuffing (section 4.4): always between marks and text, else only where needed."""
    if quotes:
        return f"{quotes} {piece}" if piece else quotes
    return f" {piece}" if piece.startswith((" ", ">", "From ")) else piece


def _broken(content: str, width: int, delsp: bool) -> list[str]:
    """`content` in pieces that end with the soft break's space, all but the last."""
    pieces: list[str] = []
    while len(content) > width:
        cut = content.rfind(" ", 1, width) + 1
        if cut < 2 or not content[:cut].strip():
            cut = _other_cut(content, width, delsp)
        if cut <= 0 or not content[cut:].strip():
            break
        pieces.append(content[:cut] + (" " if delsp else ""))
        content = content[cut:]
    # A line that begins with a space after a soft break would lose it, were it not stuffed.
    return [*pieces, content]


def _other_cut(content: str, width: int, delsp: bool) -> int:
    """The place to break when no space comes in time: between wide characters, or after the
    word."""
    if delsp:
        for index in range(min(width, len(content) - 1), 1, -1):
            if _WIDE.match(content[index - 1]) and _WIDE.match(content[index]):
                return index
    return content.find(" ", width) + 1
