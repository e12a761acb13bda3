"""The line of a long text that shows best why a search has found it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.search.fold import fold
from desktop_app.search.highlight import Field, Sought, spans

LONGEST = 240
"""Characters of a line that are shown."""

_BEFORE = 60


def best_line(text: str, sought: Sequence[Sought]) -> str:
    """The first line with most of what is sought, its words around the hit alone where it is long;
    empty where the text has none of it."""
    wanted = [one for one in sought if one.fields & Field.TEXT]
    best, most = "", 0
    for line in text.splitlines():
        found = sum(1 for one in wanted if _may_have(line, one) and spans(line, [one], Field.TEXT))
        if found > most:
            best, most = line, found
            if most == len(wanted):
                break
    return around(best, wanted) if most else ""


def around(line: str, sought: Sequence[Sought]) -> str:
    """The words of a line around its first hit, in one space each."""
    line = " ".join(line.split())
    found = spans(line, sought, Field.TEXT)
    start = found[0][0] if found else 0
    begin = max(0, start - _BEFORE) if len(line) > LONGEST else 0
    if begin:
        begin = line.find(" ", begin, start) + 1 or begin
    end = begin + LONGEST
    return ("… " if begin else "") + line[begin:end] + (" …" if end < len(line) else "")


def _may_have(line: str, one: Sought) -> bool:
    """Whether a line has the words somewhere: cheap, for the thousands that have not."""
    folded = fold(line).lower()
    return all(word in folded for word in one.words)
