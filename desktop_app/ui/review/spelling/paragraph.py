"""A paragraph and the marks in it, which move with its text until it has been checked again."""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop_app.spelling.known import Known, is_known
from desktop_app.spelling.passages import Mark


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`text` is what of it is checked, None before it was looked at. `checked`: the marks are what
    was found in this very text. `language` is the one it is in, `forced` the person's choice.
    `number` is that of the question about this very text, 0 where none was asked."""

    text: str | None = None
    marks: tuple[Mark, ...] = ()
    checked: bool = False
    language: str = ""
    settled: bool = False
    forced: str = ""
    number: int = 0

    def edited(self, text: str) -> Paragraph:
        """With another text: marks of words that are still there are kept."""
        marks = moved(self.marks, self.text or "", text)
        return replace(self, text=text, marks=marks, checked=False, number=0)

    def without(self, known: Known) -> Paragraph:
        """Without marks of words that are known now."""
        left = tuple(mark for mark in self.marks if not is_known(mark.word, known))
        return self if len(left) == len(self.marks) else replace(self, marks=left)

    @property
    def undecided(self) -> bool:
        """Whether it was checked, and others say its language."""
        return bool(self.text) and self.checked and not self.settled and not self.forced

    def unread(self) -> Paragraph:
        """To be checked again; its marks stay until then."""
        return replace(self, checked=False)


def moved(marks: tuple[Mark, ...], old: str, new: str) -> tuple[Mark, ...]:
    """The marks of the words that an edit has not touched, where they stand now."""
    if not marks:
        return ()
    head = _alike(old, new, min(len(old), len(new)))
    tail = _alike(old[::-1], new[::-1], min(len(old), len(new)) - head)
    shift = len(new) - len(old)
    out: list[Mark] = []
    for mark in marks:
        by = 0 if mark.end <= head else shift if mark.start >= len(old) - tail else None
        if by is not None and _is_whole(new, mark.start + by, mark.end + by):
            out.append(Mark(mark.start + by, mark.end + by, mark.word, mark.languages))
    return tuple(out)


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether a word is no part of a longer one now."""
    before, behind = text[start - 1 : start], text[end : end + 1]
    return not (before.isalpha() or behind.isalpha())


def _alike(one: str, other: str, most: int) -> int:
    """How many characters at the beginning are the same, `most` at most."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
