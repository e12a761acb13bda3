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


def nearest(word: str, known: Iterable[str], most: int | None = MOST) -> tuple[str, ...]:
    """Of the `known` words the first `most`, or all, that are `word` but for a typo, the nearest
    first. A letter that is missing, added or another counts as one typo, and so do two that are
    exchanged."""
    from rapidfuzz.distance import OSA

    worst = allowed(word)
    typos = {each: OSA.distance(word, each, score_cutoff=worst) for each in known}
    near = [each for each, count in typos.items() if count <= worst]
    return tuple(sorted(near, key=lambda each: typos[each])[:most])
