"""Reading of a text: all that it tells, made once and asked often."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from desktop_app.mail.claims.claim import Claim
from desktop_app.mail.claims.claim_dates import dates, times
from desktop_app.mail.claims.claim_numbers import amounts
from desktop_app.mail.claims.telling import (
    WORD,
    Sentence,
    addresses,
    codes,
    runs,
    secrets,
    sentences,
    split,
    titled,
)
from desktop_app.mail.claims.telling_words import PRIVATE, folded, stem, tells
from desktop_app.mail.words.language import guess_language

_DIGITS = re.compile(r"\d{4,}")
_CAPITAL = re.compile(r"(?<=[^\s.!?:…>*•][ \u00a0])([A-ZÀ-Þ][\w'’-]{2,40})")
_LONG_RUN, _SUFFIX = 7, 7
"""Digits above which the last ones are enough: a telephone number has many prefixes."""

_NEAR = 3
"""Words to either side of a number that say what it counts."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number with its place, its key (equal for all notations), its unit where it has one, and
    the stems of the telling words around it."""

    start: int
    end: int
    value: str
    unit: str
    near: frozenset[str]


@dataclass(frozen=True, slots=True)
class Reading:
    """What one text says. `joined` are its folded words, each between spaces; `runs` its digits
    without what stands between them; `capitals` words written large within a sentence alone."""

    text: str
    joined: str
    stems: frozenset[str]
    numbers: tuple[Number, ...]
    values: Mapping[str, tuple[Number, ...]]
    runs: frozenset[str]
    codes: frozenset[str]
    secrets: frozenset[str]
    addresses: frozenset[str]
    capitals: frozenset[str]
    titled: frozenset[str]
    private: frozenset[str]
    sentences: tuple[Sentence, ...]
    places: Mapping[str, frozenset[int]]
    """Of each stem the sentences that have it, and those before them, by number."""

    def says(self, words: str) -> bool:
        """Whether the words stand in it, in this order."""
        return f" {' '.join(split(words))} " in self.joined

    def has_run(self, digits: str) -> bool:
        """Whether it says these digits, or of a long number the last ones."""
        if digits in self.runs:
            return True
        if len(digits) < _LONG_RUN:
            return False
        return any(len(r) >= _LONG_RUN and r[-_SUFFIX:] == digits[-_SUFFIX:] for r in self.runs)


@lru_cache(maxsize=256)
def reading(text: str) -> Reading:
    """The reading of a text."""
    language = guess_language(text)
    words = split(text)
    said = tuple(_numbers(text, language))
    values: dict[str, list[Number]] = {}
    for number in said:
        values.setdefault(number.value, []).append(number)
    parts = tuple(sentences(text))
    return Reading(
        text=text,
        joined=f" {' '.join(words)} ",
        stems=frozenset[str]().union(*(part.stems for part in parts)),
        numbers=said,
        values=MappingProxyType({value: tuple(each) for value, each in values.items()}),
        runs=frozenset(digits for _, _, digits in runs(text)) | frozenset(_DIGITS.findall(text)),
        codes=frozenset(key for _, _, key in codes(text)),
        secrets=frozenset(secrets(text)),
        addresses=frozenset(key for _, _, key in addresses(text)),
        capitals=_capitals(text, language),
        titled=frozenset(folded(words) for _, _, words in titled(text)),
        private=frozenset(stem(word) for word in words if word in PRIVATE),
        sentences=parts,
        places=_places(parts),
    )


def _places(parts: Sequence[Sentence]) -> Mapping[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, sentence in enumerate(parts):
        for each in sentence.stems:
            found.setdefault(each, set()).update((number, max(0, number - 1)))
    return MappingProxyType({each: frozenset(numbers) for each, numbers in found.items()})


def _capitals(text: str, language: str) -> frozenset[str]:
    """In German every noun has a capital: there only names behind a title count."""
    certain = {folded(words) for _, _, words in titled(text)}
    if language == "de":
        return frozenset(certain)
    inside = {
        folded(match[1].removesuffix("'s").removesuffix("’s")) for match in _CAPITAL.finditer(text)
    }
    small = {m[0] for m in re.finditer(r"\b[a-zß-ÿ][\w'’-]{2,40}", text)}
    return frozenset(certain | {word for word in inside if tells(word) and word not in small})


def _numbers(text: str, language: str) -> Iterator[Number]:
    """Every number that is no date and no time of day."""
    moments: list[Claim] = [*dates(text), *times(text)]
    taken = bytearray(len(text))
    for claim in moments:
        taken[claim.start : claim.end] = b"\1" * (claim.end - claim.start)
    for start, end, value, unit in amounts(text, language):
        if not any(taken[start:end]):
            yield Number(start, end, value, unit, _around(text, start, end))


def _around(text: str, start: int, end: int) -> frozenset[str]:
    before = [m[0] for m in WORD.finditer(text[max(0, start - 48) : start])]
    after = [m[0] for m in WORD.finditer(text[end : end + 48])]
    if start > 48:
        before = before[1:]  # it may be half a word
    near = (folded(word) for word in (*before[-_NEAR:], *after[:_NEAR]))
    return frozenset(stem(word) for word in near if tells(word) or word in _COUNTED)


_COUNTED = frozenset(
    "hour hours day days week weeks month months year years people person persons stunde stunden"
    " tag tage woche wochen monat monate jahr jahre personen heure heures jours mois personnes hora"
    " horas dias meses personas".split()
)
"""Words that tell nothing alone, but say what a number counts."""
