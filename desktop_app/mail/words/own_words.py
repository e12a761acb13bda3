"""Own words of a sent mail: without quotes, without what is passed on, without the signature.

Stricter than folding for the eye: a style is learned from what is left, so that a doubtful line
counts as somebody else's. Pure text in, text out; the work is linear in the text.
"""

from __future__ import annotations

import re

from desktop_app.mail.reader import quote

LOOKED_AT = 20_000
"""Most characters of a mail that are looked at."""

_MARK = re.compile(r"^\s*[>|]")
_PASSED_ON = re.compile(
    r"^[\s\-_*>]{0,40}(?:anfang der |begin(?:ning of)? |début du |inicio del |inizio )?"
    r"(?:forwarded message|forwarded by|weitergeleitete[nr]? (?:nachricht|e-?mail)"
    r"|message (?:transféré|réexpédié)|mensaje reenviado|messaggio inoltrato"
    r"|mensagem (?:encaminhada|reencaminhada)|doorgestuurd bericht|original message"
    r"|ursprüngliche nachricht)",
    re.IGNORECASE,
)
_DEVICE = re.compile(
    r"^\s*(?:sent from my|sent from outlook|gesendet von|von meinem .{1,20} gesendet"
    r"|envoyé de(?:puis)? m|enviado desde mi|inviato da|get outlook for)\b",
    re.IGNORECASE,
)
_END = re.compile(r"^(?:-- ?|[-_*=~]{3,}\s*)$")


def own_words(text: str) -> str:
    """The words that the writer of a mail wrote for it, empty where there are none."""
    lines = text[:LOOKED_AT].replace("\r", "").split("\n")
    kept: list[str] = []
    index = 0
    while index < len(lines):
        line = lines[index]
        if _ends(lines, index):
            break
        if length := quote.attribution_lines(lines, index):
            index = _first_written(lines, index + length)
            if index == len(lines) or not _MARK.match(lines[index]):
                break  # a quote without marks ends where nobody can tell
        elif _MARK.match(line):
            index = _after_quote(lines, index)
        else:
            kept.append(line.rstrip())
            index += 1
    return "\n".join(kept).strip()


def _ends(lines: list[str], index: int) -> bool:
    line = lines[index]
    if _PASSED_ON.match(line) or _END.match(line) or _DEVICE.match(line):
        return True
    return quote.begins_history(lines, index)


def _first_written(lines: list[str], index: int) -> int:
    while index < len(lines) and not lines[index].strip():
        index += 1
    return index


def _after_quote(lines: list[str], index: int) -> int:
    """The first line after a quote: an unmarked line that follows at once is a piece of it, which
    a mail program has broken off."""
    while index < len(lines) and lines[index].strip():
        index += 1
    return index
