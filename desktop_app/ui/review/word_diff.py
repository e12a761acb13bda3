"""What changed between two texts, word by word, as hunks that can be put back. No widgets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
MOST_TOKENS = 4000
"""Words above which lines are compared instead: comparing is quadratic at its worst."""
NEAR = 32
"""Characters of unchanged text shown on either side of a hunk."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """`old` stood where `new` stands now: at `start` (offset in characters) of the new text.
    `before` and `after` are the unchanged words around it, cut short."""

    old: str
    new: str
    start: int
    before: str = ""
    after: str = ""

    @property
    def sentence(self) -> str:
        """For a screen reader, without marks or colours."""
        old, new = self.old.strip() or "a line break", self.new.strip() or "a line break"
        if not self.new:
            return f"Deleted: {old}"
        return f"Added: {new}" if not self.old else f"Changed: {old} to {new}"


def hunks(old: str, new: str) -> tuple[Hunk, ...]:
    """The changed places from `old` to `new`, in order."""
    if old == new:
        return ()
    pattern = _TOKEN
    a, b = pattern.findall(old), pattern.findall(new)
    if len(a) + len(b) > MOST_TOKENS:
        a, b = _LINE.findall(old), _LINE.findall(new)
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    starts = _starts(b)
    merged = _merged(matcher.get_opcodes(), b)
    return tuple(
        _hunk("".join(a[a0:a1]), "".join(b[b0:b1]), starts[b0], new) for a0, a1, b0, b1 in merged
    )


def put_back(new: str, hunk: Hunk) -> str:
    """The text with one hunk as it was before; unchanged when the text is another by now."""
    end = hunk.start + len(hunk.new)
    if new[hunk.start : end] != hunk.new:
        return new
    return new[: hunk.start] + hunk.old + new[end:]


def _starts(tokens: list[str]) -> list[int]:
    places, at = [], 0
    for token in tokens:
        places.append(at)
        at += len(token)
    return [*places, at]


def _merged(
    opcodes: Sequence[tuple[str, int, int, int, int]], b: list[str]
) -> list[tuple[int, int, int, int]]:
    """Changes that only a space parts are one: `red car` to `blue bike`, not two hunks."""
    found: list[tuple[int, int, int, int]] = []
    for tag, a0, a1, b0, b1 in opcodes:
        if tag == "equal":
            continue
        if found and "".join(b[found[-1][3] : b0]).isspace() and "\n" not in b[found[-1][3] : b0]:
            found[-1] = (found[-1][0], a1, found[-1][2], b1)
        else:
            found.append((a0, a1, b0, b1))
    return found


def _hunk(old: str, new: str, start: int, text: str) -> Hunk:
    end = start + len(new)
    before = text[max(0, start - NEAR) : start]
    after = text[end : end + NEAR]
    return Hunk(
        old,
        new,
        start,
        ("…" if start > NEAR else "") + before,
        after + ("…" if end + NEAR < len(text) else ""),
    )
