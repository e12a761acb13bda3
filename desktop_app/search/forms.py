"""Other forms of a word (`leases`, `leasing` for `lease`), by the stemmers of Snowball.

A form is a word that the mail has, and that has the same stem in a language of the mail. Stems are
made of words as the index spells them, without accents. Source: https://snowballstem.org
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

SHORTEST = 3
"""Letters of a stem; shorter ones join words that have nothing in common."""

MOST = 24
"""Forms of one word that are looked at, the commonest first."""

_STEMMERS = {
    "en": "english",
    "de": "german",
    "fr": "french",
    "es": "spanish",
    "it": "italian",
    "pt": "portuguese",
    "nl": "dutch",
    "sv": "swedish",
    "da": "danish",
    "no": "norwegian",
    "fi": "finnish",
    "ru": "russian",
    "tr": "turkish",
    "pl": "polish",
    "cs": "czech",
}
LANGUAGES = tuple(_STEMMERS)
"""Languages with a stemmer and a table of common words (ISO 639-1)."""

Terms = Callable[[str], Iterable[tuple[str, int]]]
"""The words that begin so, and the number of mails each is in."""


@cache
def _stemmer(language: str) -> Any:
    import Stemmer

    return Stemmer.Stemmer(_STEMMERS[language])


def stems(words: Sequence[str], language: str) -> list[str]:
    """The stem of each word."""
    stemmed: list[str] = _stemmer(language).stemWords(list(words))
    return stemmed


def same_stem(word: str, others: Iterable[str], language: str) -> tuple[str, ...]:
    """Those of the other words (folded, each once) that are forms of `word` in a language."""
    if language not in _STEMMERS or not word.isalpha():
        return ()
    known = list(dict.fromkeys(others))
    (stem,) = stems((word,), language)
    if len(stem) < SHORTEST:
        return ()
    stemmed = stems(known, language)
    return tuple(w for w, s in zip(known, stemmed, strict=True) if s == stem and w != word)


def forms(word: str, languages: Sequence[str], begun: Terms) -> tuple[tuple[str, int], ...]:
    """The commonest other forms of `word` among the words of the mail, with their counts."""
    if not word.isalpha():
        return ()
    found: dict[str, int] = {}
    known: dict[str, list[tuple[str, int]]] = {}
    for language in languages:
        (stem,) = stems((word,), language)
        if len(stem) < SHORTEST:
            continue
        # A stem may end otherwise than its words do (`study` and `studies`: `studi`).
        begin = stem[: max(SHORTEST, len(stem) - 1)]
        if not word.startswith(begin):
            continue
        if begin not in known:
            known[begin] = [row for row in begun(begin) if row[0].isalpha()]
        rows = known[begin]
        stemmed = stems([term for term, _ in rows], language)
        found.update(row for row, other in zip(rows, stemmed, strict=True) if other == stem)
    found.pop(word, None)
    commonest = sorted(found.items(), key=lambda each: each[1], reverse=True)
    return tuple(commonest[:MOST])
