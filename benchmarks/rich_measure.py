"""How much two drawings of a mail differ, in figures that can be checked by eye.

Letters are compared as they are drawn, not as they are called. What belongs to the reader's program
and not to the mail (how far a list is moved in, how much air is around a heading) is no difference;
that a line is moved in more or less than another one is.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from PySide6.QtGui import QImage

from benchmarks.rich_words import Drawn, Word

SHIFTS = (-2, -1, 0, 1, 2)
"""Pixels by which two pictures of a word are moved against each other before they are compared."""

AS_FAR = 3.0
"""Pixels up to which two lines are moved in as far."""

MARGIN = 4
LEAST_INK = 24
"""Steps of grey, of 255, from which on something is ink."""

MOST_INK = 60
"""Words of a mail whose ink is compared."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one mail: `words` there are in what is sent; `missing` stand in one picture alone; `looks`
    are drawn otherwise (bold, italic, underlined, struck, fixed pitch, larger), letter by letter;
    `order` counts words that stand above another one in one picture and below it in the other.
    Of `pairs` of neighbours in a block `breaks` are parted by the end of a line in one alone.
    `indents` are pairs of following lines of which one picture moves the other one in. `pictures`
    have another size. `unseen` words can't be told from their ground in what is sent, or are cut
    off. `empty` lines are seen in one picture alone. `widths` are differences of the widths of
    words, by the width. `ink` is the share of a word's ink that has none of the other picture's at
    its place or beside it, after the best shift, `other_ink` the same of a word and the next one of
    about its width."""

    words: int
    missing: int
    looks: int
    order: int
    pairs: int
    breaks: int
    indents: int
    pictures: int
    unseen: int
    empty: int
    widths: tuple[float, ...]
    ink: tuple[float, ...]
    other_ink: tuple[float, ...]


def compared(ours: Drawn, theirs: Drawn) -> Figures:
    """The differences of the two."""
    matched = SequenceMatcher(
        None, [w.text for w in ours.words], [w.text for w in theirs.words], autojunk=False
    )
    pairs = [
        (ours.words[one.a + n], theirs.words[one.b + n])
        for one in matched.get_matching_blocks()
        for n in range(one.size)
    ]
    missing = len(ours.words) + len(theirs.words) - 2 * len(pairs)
    sizes = zip(ours.pictures, theirs.pictures, strict=False)
    other_pictures = abs(len(ours.pictures) - len(theirs.pictures))
    neighbours = list(pairwise(pairs))
    in_block = [
        (a, b) for a, b in neighbours if a[0].block == b[0].block and a[1].block == b[1].block
    ]
    return Figures(
        words=len(theirs.words),
        missing=missing,
        looks=sum(a.looks != b.looks for a, b in pairs),
        order=sum(_above(a[0], b[0]) != _above(a[1], b[1]) for a, b in neighbours if _apart(a, b)),
        pairs=len(in_block),
        breaks=sum(_ends(a[0], b[0]) != _ends(a[1], b[1]) for a, b in in_block),
        indents=_indents(pairs),
        pictures=other_pictures + sum(not _alike(a, b) for a, b in sizes),
        unseen=sum(not _ink(theirs.image, other) for _, other in pairs),
        empty=abs(ours.empty - theirs.empty),
        widths=tuple(abs(_wide(a) - _wide(b)) / max(_wide(b), 1) for a, b in pairs),
        ink=tuple(_inks(ours.image, theirs.image, pairs)),
        other_ink=tuple(_inks(ours.image, theirs.image, _others(pairs))),
    )


_Pair = tuple[Word, Word]


def _wide(word: Word) -> float:
    return word.right - word.left


def _alike(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return all(abs(a - b) <= 1 for a, b in zip(one, other, strict=True))


def _ends(word: Word, after: Word) -> bool:
    """Whether a line ends between the two."""
    return (after.top + after.bottom) / 2 > word.bottom


def _above(word: Word, other: Word) -> bool:
    return (other.top + other.bottom) / 2 > (word.top + word.bottom) / 2 + 2


def _apart(one: _Pair, other: _Pair) -> bool:
    """Whether the two stand in different blocks, so that one has to stand above the other, or
    beside it in a table."""
    return one[0].block != other[0].block and one[1].block != other[1].block


def _indents(pairs: list[_Pair]) -> int:
    """Pairs of following blocks, of one direction, that begin at the same edge in one picture alone
    or of which another one is moved in."""
    firsts: list[_Pair] = []
    for pair in pairs:
        if not firsts or firsts[-1][0].block != pair[0].block:
            firsts.append(pair)
    lines = [f for f in firsts if not _is_rtl(f[0].text)]
    return sum(
        _moved(a[0].left, b[0].left) != _moved(a[1].left, b[1].left) for a, b in pairwise(lines)
    )


def _moved(one: float, other: float) -> int:
    return 0 if abs(one - other) <= AS_FAR else 1 if other > one else -1


def _is_rtl(text: str) -> bool:
    return any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in text)


def _others(pairs: list[_Pair]) -> list[_Pair]:
    """Each word of ours beside the next one of theirs that says something else."""
    found = []
    for at, (word, _) in enumerate(pairs):
        near = (o for _, o in pairs[at + 1 :] if o.text != word.text)
        close = (o for o in near if abs(_wide(o) - _wide(word)) < 0.25 * _wide(word))
        other = next(close, None)
        if other is not None:
            found.append((word, other))
    return found


def _inks(ours: QImage, theirs: QImage, pairs: list[_Pair]) -> Iterator[float]:
    step = max(1, len(pairs) // MOST_INK)
    for one, other in pairs[::step]:
        a, b = _ink(ours, one), _ink(theirs, other)
        if a and b and one.text.isascii():  # what is drawn by pictures of its own is no ink
            yield min(_difference(a, b, x, y) for x in SHIFTS for y in SHIFTS)


_Ink = list[int]
"""Rows of pixels, the bits of a number each, the first pixel the lowest bit."""


def _ink(image: QImage, word: Word) -> _Ink:
    """The pixels of a word's box that have ink: halfway from the ground to the darkest, or the
    lightest. Trimmed to the rows that have some."""
    left, top = int(word.left), int(word.top)
    wide, high = int(word.right) + 1 - left, int(word.bottom) + 1 - top
    if left < 0 or top < 0 or left + wide > image.width() or top + high > image.height():
        return []
    grey = image.copy(left, top, wide, high).convertToFormat(QImage.Format.Format_Grayscale8)
    data, line = bytes(grey.constBits()), grey.bytesPerLine()
    lines = [data[y * line : y * line + wide] for y in range(high)]
    every = b"".join(lines)
    ground = max(set(every), key=every.count)
    most = max(abs(value - ground) for value in every)
    if most < LEAST_INK:
        return []
    rows = [
        sum(1 << x for x, value in enumerate(each) if 2 * abs(value - ground) >= most)
        for each in lines
    ]
    inked = [y for y, row in enumerate(rows) if row]
    return rows[inked[0] : inked[-1] + 1]


def _difference(a: _Ink, b: _Ink, across: int, down: int) -> float:
    """The share of the inked pixels of both that have no ink of the other one at their place or
    beside it, with `b` moved: two programs never draw the edge of a letter on the same pixel."""
    high = max(len(a), len(b) + max(down, 0)) + 2
    one = [a[y] << MARGIN if 0 <= y < len(a) else 0 for y in range(high)]
    other = [b[y - down] << (MARGIN + across) if 0 <= y - down < len(b) else 0 for y in range(high)]
    lost = sum(row.bit_count() for row in b[: max(-down, 0)])
    alone = lost + _alone(one, other) + _alone(other, one)
    return alone / (sum(row.bit_count() for row in a) + sum(row.bit_count() for row in b))


def _alone(ink: _Ink, other: _Ink) -> int:
    wide = [row | row << 1 | row >> 1 for row in other]
    near = [
        wide[y] | (wide[y - 1] if y else 0) | (wide[y + 1] if y + 1 < len(wide) else 0)
        for y in range(len(wide))
    ]
    return sum((row & ~near[y]).bit_count() for y, row in enumerate(ink))
