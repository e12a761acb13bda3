"""Words that a misspelt one may stand for, among those that the mail has."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from desktop_app.search.nearest import allowed

MOST = 24
"""Spellings of one word that are looked at, the likeliest first."""

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_QWERTZ_AZERTY = ("yz", "aq", "wz")


def _neighbours() -> frozenset[tuple[str, str]]:
    """Pairs of letters whose keys touch, on one row or on two, and those that layouts exchange."""
    pairs = set(_QWERTZ_AZERTY)
    for row in _ROWS:
        pairs |= {a + b for a, b in pairwise(row)}
    for upper, lower in pairwise(_ROWS):
        pairs |= {a + b for at, a in enumerate(upper) for b in lower[max(0, at - 1) : at + 1]}
    return frozenset((a, b) for pair in pairs for a, b in (tuple(pair), tuple(reversed(pair))))


_NEAR = _neighbours()


def respelt(word: str, known: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Of the `known` words, with their counts, the likeliest ones that `word` was meant to be: the
    fewest slips first, a key beside it and a doubled letter before another letter, common words
    before rare ones."""
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract_iter

    most = allowed(word)
    if not most or not word.isalpha():
        return ()
    counts = {term: count for term, count in known if term != word and term.isalpha()}
    near = extract_iter(word, counts.keys(), scorer=OSA.distance, score_cutoff=most)
    judged = [
        (_slips(word, str(term), int(far)), -counts[str(term)], str(term)) for term, far, _ in near
    ]
    return tuple((term, -count) for _, count, term in sorted(judged)[:MOST])


def _slips(word: str, other: str, far: int) -> float:
    """The distance, with half a slip for a neighbouring key and for a doubled letter."""
    if far == 1:
        return 0.5 if _is_usual(word, other) else 1.0
    return float(far)


def _is_usual(word: str, other: str) -> bool:
    if len(word) == len(other):
        different = [pair for pair in zip(word, other, strict=True) if pair[0] != pair[1]]
        return len(different) == 2 or different[0] in _NEAR
    longer, shorter = (word, other) if len(word) > len(other) else (other, word)
    at = next((n for n, c in enumerate(shorter) if longer[n] != c), len(shorter))
    return at > 0 and longer[at] == longer[at - 1]
