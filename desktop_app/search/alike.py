"""Other ways to write the same: joined and parted words, umlauts spelled out, numbers with and
without separators. Pure: whether the mail has them is asked of `known`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Tokens = tuple[str, ...]
"""Words of the index that stand together."""

Known = Callable[[str], int]
"""The number of mails with a word."""

LEAST_PART = 3
"""Letters of each part of a word that is taken apart."""

MOST_PARTINGS = 3
_SPELLED_OUT = (("ae", "a"), ("oe", "o"), ("ue", "u"))
_GROUPED = re.compile(r"(?=.*\d)[0-9a-z]{9,34}")
_THOUSANDS = re.compile(r"\d{4,12}")
_MOST_UMLAUTS = 4


def joined(tokens: Tokens, known: Known) -> Iterator[Tokens]:
    """Words that stand together as one (`e mail`: `email`; `DE89 3704 …`; `1 234`)."""
    whole = "".join(tokens)
    if len(tokens) > 1 and known(whole):
        yield (whole,)


def parted(word: str, known: Known) -> Iterator[Tokens]:
    """A word as two that the mail has (`bookshelf`: `book shelf`), the likeliest partings, and a
    long number in its groups of three or four."""
    if word.isalpha():
        cuts = range(LEAST_PART, len(word) - LEAST_PART + 1)
        parts = [(min(known(word[:at]), known(word[at:])), at) for at in cuts]
        for mails, at in sorted(parts, reverse=True)[:MOST_PARTINGS]:
            if mails:
                yield word[:at], word[at:]
        return
    if _THOUSANDS.fullmatch(word):
        yield _groups(word, 3, from_end=True)
    if _GROUPED.fullmatch(word):
        yield _groups(word, 4, from_end=False)


def _groups(word: str, size: int, *, from_end: bool) -> Tokens:
    first = len(word) % size if from_end else 0
    pieces = [word[:first]] if first else []
    pieces += [word[at : at + size] for at in range(first, len(word), size)]
    return tuple(pieces)


def umlauts(word: str, known: Known) -> Iterator[Tokens]:
    """The word with umlauts spelled out or not (`mueller` and, for `müller`, `muller`)."""
    if not word.isalpha():
        return
    for spelled, plain in _SPELLED_OUT:
        for old, new in ((spelled, plain), (plain, spelled)):
            places = [m.start() for m in re.finditer(old, word)][:_MOST_UMLAUTS]
            for at in places:
                other = word[:at] + new + word[at + len(old) :]
                if other != word and known(other):
                    yield (other,)
