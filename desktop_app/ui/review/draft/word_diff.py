"""Difference of two texts word by word, as hunks that can be put back. No widgets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from desktop_app.ui.widgets.elision import shortened_middle
from desktop_app.ui.widgets.safe_text import as_markup

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
MOST_PAIRS = 400_000_000
"""Pairs of words above which lines are compared instead, and pairs of lines above which it is one
hunk: the time of a comparison, some hundredths of a second here, grows with them."""
MOST_CHARS = 100_000
"""Characters of either changed middle above which words are not even counted."""
LONGEST_WORD = 1_000
"""Characters after which a word is cut: nobody reads it as one."""
MOST_SHOWN = 1_200
"""Characters of one side of a hunk that are shown."""
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
        return said_change(self.old, self.new)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The changed places in order. `by_line`: so much differs that whole lines were compared."""

    hunks: tuple[Hunk, ...] = ()
    by_line: bool = False


@dataclass(frozen=True, slots=True)
class _Unit:
    """Where the word or line around a place (an offset in characters) starts and ends; the place
    itself when it stands between two."""

    start: Callable[[str, int], int]
    end: Callable[[str, int], int]


def said_change(old: str, new: str) -> str:
    """A change as words, without marks or colours."""
    if not new:
        return f"Deleted: {_said(old)}"
    return f"Added: {_said(new)}" if not old else f"Changed: {_said(old)} to {_said(new)}"


def hunks(old: str, new: str) -> tuple[Hunk, ...]:
    """The changed places from `old` to `new`, in order."""
    return compare(old, new).hunks


def compare(old: str, new: str) -> Comparison:
    """The changed places from `old` to `new`, word by word where that is not too much."""
    if old == new:
        return Comparison()
    head, tail = _same_ends(old, new, _WORD)
    a, b = old[head : len(old) - tail], new[head : len(new) - tail]
    if max(len(a), len(b)) <= MOST_CHARS:
        found = _changed(_TOKEN.findall(a), _TOKEN.findall(b))
        if found is not None:
            return Comparison(_hunks_of(found, a, b, head, new))
    head, tail = _same_ends(old, new, _ROW)
    a, b = old[head : len(old) - tail], new[head : len(new) - tail]
    found = _changed(_lines(a), _lines(b))
    if found is None:
        found = [(0, len(a), 0, len(b))]
    return Comparison(_hunks_of(found, a, b, head, new), by_line=True)


def marked(hunk: Hunk) -> str:
    """A hunk as mark-up, with the words around it: old words struck through, new ones bold and
    underlined. Line ends that come or go are seen."""
    old = f"<s>{_visible(hunk.old)}</s>" if hunk.old else ""
    new = f"<u><b>{_visible(hunk.new)}</b></u>" if hunk.new else ""
    between = " " if old and new else ""
    return f"{as_markup(hunk.before)}{old}{between}{new}{as_markup(hunk.after)}"


def _visible(text: str) -> str:
    return as_markup(_abridged(text).replace("\n", "¶\n"))


def _abridged(text: str) -> str:
    """`text` as far as it is shown and said: its beginning and its end where it is very long."""
    return shortened_middle(text, MOST_SHOWN, " […] ", end=MOST_SHOWN // 2)


def put_back(new: str, hunk: Hunk) -> str:
    """The text with one hunk as it was before; unchanged when the text is another by now."""
    end = hunk.start + len(hunk.new)
    if new[hunk.start : end] != hunk.new:
        return new
    return new[: hunk.start] + hunk.old + new[end:]


def _same_ends(old: str, new: str, unit: _Unit) -> tuple[int, int]:
    """How many characters are the same at the beginning, and at the end behind those, in whole
    words or lines of both."""
    head = _same_start(old, new)
    head = min(unit.start(old, head), unit.start(new, head))
    a, b = old[head:], new[head:]
    tail = _same_start(a[::-1], b[::-1])
    return head, min(len(t) - unit.end(t, len(t) - tail) for t in (a, b))


def _same_start(a: str, b: str) -> int:
    """How many characters are the same at the beginning: halving, so that C compares."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _word_start(text: str, place: int) -> int:
    least = max(0, place - LONGEST_WORD)
    while place > least and _in_word(text, place):
        place -= 1
    return place


def _word_end(text: str, place: int) -> int:
    most = min(len(text), place + LONGEST_WORD)
    while place < most and _in_word(text, place):
        place += 1
    return place


def _in_word(text: str, place: int) -> bool:
    """Whether the characters before and at `place` are of one token."""
    return 0 < place < len(text) and _TOKEN.fullmatch(text, place - 1, place + 1) is not None


def _line_start(text: str, place: int) -> int:
    return text.rfind("\n", 0, place) + 1 if place < len(text) else place


def _line_end(text: str, place: int) -> int:
    if not place:
        return place
    found = text.find("\n", place - 1)
    return found + 1 if found >= 0 else len(text)


_WORD = _Unit(_word_start, _word_end)
_ROW = _Unit(_line_start, _line_end)


def _lines(text: str) -> list[str]:
    """With their line ends; only a line feed ends one."""
    *whole, last = text.split("\n")
    return [*(f"{line}\n" for line in whole), *([last] if last else [])]


def _changed(a: list[str], b: list[str]) -> list[tuple[int, int, int, int]] | None:
    """The changed places as characters of both middles; None where there is too much.

    Spaces are no landmarks (half of all tokens are one): they match beside what does.
    """
    if len(a) * len(b) > MOST_PAIRS:
        return None
    words_a, words_b = _no_spaces(a), _no_spaces(b)
    same = [(words_a[i], words_b[j]) for i, j in _same_words(a, b, words_a, words_b)]
    of_a, of_b = _starts(a), _starts(b)
    return [(of_a[a0], of_a[a1], of_b[b0], of_b[b1]) for a0, a1, b0, b1 in _gaps(a, b, same)]


def _no_spaces(tokens: list[str]) -> list[int]:
    """The places of the tokens that are no space."""
    return [place for place, token in enumerate(tokens) if not token.isspace()]


def _same_words(
    a: list[str], b: list[str], words_a: list[int], words_b: list[int]
) -> Iterator[tuple[int, int]]:
    """The longest common subsequence of the words, as pairs of their numbers."""
    from rapidfuzz.distance import LCSseq

    numbers: dict[str, int] = {}
    left = [numbers.setdefault(a[place], len(numbers)) for place in words_a]
    right = [numbers.setdefault(b[place], len(numbers)) for place in words_b]
    for code in LCSseq.opcodes(left, right):
        if code.tag == "equal":
            yield from zip(
                range(code.src_start, code.src_end),
                range(code.dest_start, code.dest_end),
                strict=True,
            )


def _gaps(
    a: list[str], b: list[str], same: Sequence[tuple[int, int]]
) -> list[tuple[int, int, int, int]]:
    """What lies between the tokens that are the same and differs. Equal spaces beside those are the
    same too, and changes that only a space parts are one: `red car` to `blue bike`, not two
    hunks."""
    found: list[tuple[int, int, int, int]] = []
    a0 = b0 = 0
    for word_a, word_b in (*same, (len(a), len(b))):
        a1, b1 = word_a, word_b
        while a0 < a1 and b0 < b1 and a[a0] == b[b0]:
            a0, b0 = a0 + 1, b0 + 1
        while a0 < a1 and b0 < b1 and a[a1 - 1] == b[b1 - 1]:
            a1, b1 = a1 - 1, b1 - 1
        if a0 < a1 or b0 < b1:
            between = "".join(b[found[-1][3] : b0]) if found else ""
            if between.isspace() and "\n" not in between:
                found[-1] = (found[-1][0], a1, found[-1][2], b1)
            else:
                found.append((a0, a1, b0, b1))
        a0, b0 = word_a + 1, word_b + 1
    return found


def _hunks_of(
    found: Sequence[tuple[int, int, int, int]], a: str, b: str, head: int, new: str
) -> tuple[Hunk, ...]:
    return tuple(_hunk(a[a0:a1], b[b0:b1], head + b0, new) for a0, a1, b0, b1 in found)


def _starts(tokens: list[str]) -> list[int]:
    places, at = [], 0
    for token in tokens:
        places.append(at)
        at += len(token)
    return [*places, at]


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


def _said(text: str) -> str:
    return _abridged(text.strip()) or "a line break"
