"""Lines of plain text that only read well in letters of one width: patches, tables, code.

Pure. Prose must never be taken for one of them.
"""

from __future__ import annotations

import re
from collections import Counter

_HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")
_PATCH = re.compile(r"(?:diff --git|Index:|index [0-9a-f]{7}|--- \S|\+\+\+ \S)")
_RULE = re.compile(r"[ |+=\u2500-\u257f-]{5,}$")
_COLUMN = re.compile(r"(?<=[^\s.!?]) {2,}(?=\S)|(?<=[.!?]) {3,}(?=\S)")
_LONGEST_CODE = 400
_CODE = re.compile(
    r"\s*(?:"
    r".*[;{]\s*$|[})\]]+[;,]?\s*$|#include\b.*|(?:\$|>>>) \S.*"
    r"|(?:def|class|if|for|while|else|elif|try|with|except)\b.*:\s*$"
    r"|(?:import|from) [\w.]+(?: import .*)?$|return\b.*[\w)\]]$"
    r"|(?:const|let|var|public|private|static|func|fn|int|void)\b.*[=(].*"
    r"|[\w.]+\(.*\)$|[\w.\[\]]+ [+*/-]?= \S.*"
    r")"
)


def hunk_lengths(line: str) -> tuple[int, int] | None:
    """How many lines of the old and of the new file follow the head of a hunk."""
    found = _HUNK.match(line)
    return (int(found[1] or 1), int(found[2] or 1)) if found else None


def left_of_hunk(left: tuple[int, int], line: str) -> tuple[int, int] | None:
    """What is left of a hunk after `line`; None when the line does not belong to it."""
    old, new = left
    if line[:1] == "\\":
        return left
    if line[:1] == "-":
        return (old - 1, new) if old > 0 else None
    if line[:1] == "+":
        return (old, new - 1) if new > 0 else None
    return (old - 1, new - 1) if not line.strip() or line[0] == " " else None


def is_fixed(lines: list[str]) -> bool:
    """Whether the lines of a paragraph are a patch, a table, aligned columns or code."""
    if any(_HUNK.match(line) or _PATCH.match(line) for line in lines):
        return True
    return len(lines) > 1 and (_is_table(lines) or _is_aligned(lines) or _is_code(lines))


def _is_table(lines: list[str]) -> bool:
    """Bars or rules above one another."""
    bars = [tuple(n for n, c in enumerate(line) if c in "|│┃") for line in lines]
    same = Counter(places for places in bars if len(places) > 1)
    if same and same.most_common(1)[0][1] > 1:
        return True
    ruled = sum(1 for line in lines if _RULE.match(line) and line.strip("-="))
    return ruled > 1


def _is_aligned(lines: list[str]) -> bool:
    """Columns: in most lines a word begins at the same place, after two spaces or more."""
    starts = Counter(place for line in lines for place in {m.end() for m in _COLUMN.finditer(line)})
    if not starts:
        return False
    most = starts.most_common(1)[0][1]
    return most > 1 and most * 2 > len(lines)


def _is_code(lines: list[str]) -> bool:
    hits = sum(1 for line in lines if len(line) <= _LONGEST_CODE and _CODE.fullmatch(line))
    return hits > 1 and hits * 3 >= len(lines) * 2
