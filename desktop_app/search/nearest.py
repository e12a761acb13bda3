"""Words that are spelled nearly like one that was typed."""

from __future__ import annotations

from collections.abc import Iterable

SHORTEST = 4
"""Characters of a word that may have a typo; among shorter ones almost any two are near."""

TWICE_FROM = 7
"""Characters from which a word may have two."""

MOST = 8


def allowed(word: str) -> int:
    """Typos that a word of this length may have."""
    return 0 if len(word) < SHORTEST else 1 if len(word) < TWICE_FROM else 2


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Of the `known` words those that are `word` but for a typo, the nearest first. A letter that
    is missing, added or another counts as one typo, and so do two that are exchanged."""
    from rapidfuzz.distance import OSA

    most = allowed(word)
    typos = {each: OSA.distance(word, each, score_cutoff=most) for each in known}
    near = [each for each, count in typos.items() if count <= most]
    return tuple(sorted(near, key=lambda each: typos[each])[:MOST])
