"""What changed between two texts, word by word, as hunks that can be put back. No widgets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
MOST_PAIRS = 4_000_000
"""Pairs of words above which lines are compared instead, and pairs of lines above which it is
one hunk: comparing is quadratic at its worst."""
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
    for pattern in (_TOKEN, _LINE):
        a, b = pattern.findall(old), pattern.findall(new)
        head, tail = _same_ends(a, b)
        middle_a, middle_b = a[head : len(a) - tail], b[head : len(b) - tail]
        if len(middle_a) * len(middle_b) <= MOST_PAIRS:
            matcher = SequenceMatcher(None, middle_a, middle_b, autojunk=False)
            found = _merged(matcher.get_opcodes(), middle_b)
            break
    else:
        found = [(0, len(middle_a), 0, len(middle_b))]
    starts = _starts(b)
    return tuple(
        _hunk("".join(middle_a[a0:a1]), "".join(middle_b[b0:b1]), starts[head + b0], new)
        for a0, a1, b0, b1 in found
    )


def put_back(new: str, hunk: Hunk) -> str:
    """The text with one hunk as it was before; unchanged when the text is another by now."""
    end = hunk.start + len(hunk.new)
    if new[hunk.start : end] != hunk.new:
        return new
    return new[: hunk.start] + hunk.old + new[end:]


def _same_ends(a: list[str], b: list[str]) -> tuple[int, int]:
    """How many tokens are the same at the beginning, and at the end behind those."""
    most = min(len(a), len(b))
    head = next((i for i in range(most) if a[i] != b[i]), most)
    most -= head
    tail = next((i for i in range(most) if a[-1 - i] != b[-1 - i]), most)
    return head, tail


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
