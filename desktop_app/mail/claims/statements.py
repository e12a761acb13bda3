"""Statements: sentences and clauses of what somebody wrote, taken apart for a comparison."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from desktop_app.mail.claims.claim_dates import dates, times
from desktop_app.mail.claims.claim_numbers import NUMBER_WORDS, amounts
from desktop_app.mail.claims.telling import WORD, split
from desktop_app.mail.claims.telling_words import EMPTY, GRAMMAR, folded, stem
from desktop_app.mail.words.date_words import MONTHS, WEEKDAYS
from desktop_app.mail.words.language import guess_language

MOST_NEGATIONS = 12
"""Negations of one sentence that are looked at."""

NEAR = 120
"""Characters to either side of a negation that are looked at."""

_SENTENCE = re.compile(
    r"[^.!?…\n]+(?:(?:[.!?…](?!\s|$)|(?<=\d)\.(?=\s(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov"
    r"|Dez)))[^.!?…\n]*)*[.!?…]*"
)
_CLAUSE = re.compile(
    r",\s|;|\s(?:and|but|while|whereas|although|und|aber|sondern|während|et|mais|y|pero)\s|\s[–—-]\s",
    re.I,
)
_NOT = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|unable|nicht|kein\w{0,2}|nie"
    r"|niemals|niemand|nichts|ohne|pas|jamais|rien|aucune?|sans|nunca|ningun[oa]?|ningún|sin|tampoco|nada|nadie)\b|n['’]t\b",
    re.I,
)
_IS_EMPTY_NO = re.compile(
    r"^\W*(?:no|nein|non)\b[,.!]|\b(?:no problem|no worries|not only|nicht nur|no doubt|not sure"
    r"|why not|if not|or not|kein problem|pas de problème|pas seulement"
    r"|no longer than|no more than)\b",
    re.I,
)
_PER = re.compile(r"\s{0,2}(?:per|pro|par|por|/)\s?((?:square )?[^\W\d_]{1,40})", re.I)
_LABEL = re.compile(r"(?<=[^\W\d_] )([A-HJ-Z])(?![\w'’.:,%-]*\w)")
_LARGE = re.compile(r"\b[A-ZÀ-Þ][\w'’-]+")
_I = re.compile(r"\b(?:i|we|our|my|me|us|ich|wir|mir|uns|je|j|nous|yo|nosotros)\b", re.I)
_YOU = re.compile(r"\b(?:you|your|du|ihr|sie|ihnen|dir|vous|votre|tu|usted|ustedes)\b", re.I)


@dataclass(frozen=True, slots=True)
class Value:
    """A figure with its place: `kind` is its unit, *time*, *day* or *number*; `key` is equal in
    all notations; `noun` is the word right behind it, folded, empty where there is none."""

    start: int
    end: int
    kind: str
    key: str
    noun: str
    per: str = ""
    """What the figure is for one of: *45 EUR per tile*."""


@dataclass(frozen=True, slots=True)
class Clause:
    """`names` are those of its stems that are written large."""

    start: int
    end: int
    stems: frozenset[str]
    names: frozenset[str]
    values: tuple[Value, ...]
    negative: bool


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence with its place. `words` are its folded words; `speaks` and `addresses`: it has
    the first, or the second person. `negated` are what its negations are of: the next word that
    has a meaning, or the last one before."""

    start: int
    end: int
    text: str
    words: frozenset[str]
    stems: frozenset[str]
    clauses: tuple[Clause, ...]
    negative: bool
    negated: frozenset[str]
    asks: bool
    speaks: bool
    addresses: bool


@lru_cache(maxsize=128)
def statements(text: str) -> tuple[Statement, ...]:
    """The sentences of a text, in its order."""
    language = guess_language(text)
    figures = tuple(_values(text, language))
    return tuple(
        _statement(match.start(), match[0], figures)
        for match in _SENTENCE.finditer(text)
        if WORD.search(match[0])
    )


def _statement(start: int, text: str, figures: tuple[Value, ...]) -> Statement:
    words = split(text)
    inside = tuple(v for v in figures if start <= v.start and v.end <= start + len(text))
    return Statement(
        start,
        start + len(text),
        text.strip(),
        frozenset(words),
        stems_of(text),
        tuple(_clauses(start, text, inside)),
        negative=_is_negative(text),
        negated=frozenset(_negated(text)),
        asks=text.rstrip().endswith("?"),
        speaks=_I.search(text) is not None,
        addresses=_YOU.search(text) is not None,
    )


def stems_of(text: str) -> frozenset[str]:
    """Stems of the words that have a meaning, and letters that tell one thing of two: *hall B*."""
    words = (word for word in split(text) if _means(word) and not word.isdigit())
    labels = (f"label:{m[1].lower()}" for m in _LABEL.finditer(text))
    return frozenset((*map(root, words), *labels))


def root(word: str) -> str:
    """Stem of a folded word without the *s* of a plural."""
    return stem(word.removesuffix("s")) if len(word) > len("its") else stem(word)


EMPTY_STEMS = frozenset(root(word) for word in EMPTY)
"""Stems of the words that tell nothing by themselves: courtesies, words of mail and of time."""

TIME_STEMS = frozenset(
    root(folded(word))
    for word in (
        *MONTHS,
        *WEEKDAYS,
        *NUMBER_WORDS,
        *"past half quarter morning evening afternoon noon night week weekend month year hour"
        " halb viertel morgen abend uhr woche monat jahr stunde heure demi matin soir semaine mois"
        " tarde mañana noche semana hora media cuarto".split(),
    )
)
"""Stems of the words of times and numbers: sentences that share no other are about nothing."""


def _is_negative(text: str) -> bool:
    """An odd number of negations; *ne … pas* is one, a *no* that answers is none."""
    plain = _IS_EMPTY_NO.sub(" ", text)
    return len(_NOT.findall(plain)) % 2 == 1


def _negated(text: str) -> Iterator[str]:
    for match in islice(_NOT.finditer(text), MOST_NEGATIONS):
        end, start = match.end(), match.start()
        behind = [root(word) for word in split(text[end : end + NEAR]) if _means(word)]
        before = [root(word) for word in split(text[max(0, start - NEAR) : start]) if _means(word)]
        yield from behind[:1] or before[-1:]


def _means(word: str) -> bool:
    return len(word) > 2 and word not in GRAMMAR and word != "longer"


def _clauses(start: int, text: str, values: tuple[Value, ...]) -> Iterator[Clause]:
    begin = 0
    for end, after in (
        *((m.start(), m.end()) for m in _CLAUSE.finditer(text)),
        (len(text), len(text)),
    ):
        inside = tuple(v for v in values if start + begin <= v.start < start + end)
        part = text[begin:end]
        large = (root(folded(m[0])) for m in _LARGE.finditer(part))
        stems = stems_of(part)
        names = stems.intersection(large)
        yield Clause(
            start + begin, start + end, stems, names, inside, _NOT.search(part) is not None
        )
        begin = after


def _values(text: str, language: str) -> Iterator[Value]:
    taken = bytearray(len(text))
    for claim in (*dates(text), *times(text)):
        if any(taken[claim.start : claim.end]):
            continue
        taken[claim.start : claim.end] = b"\1" * (claim.end - claim.start)
        kind = "time" if claim.kind == "time" else "day"
        key = "|".join(sorted(k for k in claim.keys if "@" not in k) or sorted(claim.keys))
        yield Value(claim.start, claim.end, kind, key, "")
    for start, end, value, unit in amounts(text, language):
        if not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            per = _PER.match(text, end)
            noun, one = _noun(text, end), folded(per[1]) if per is not None else ""
            yield Value(start, end, unit or "number", value, noun, one)


def _noun(text: str, end: int) -> str:
    """The word right behind a number, or behind one small word: *22 of the chairs*."""
    match = re.match(
        r"[ \u00a0-](?:(?:of|the|new|more)\s){0,2}([^\W\d_]{1,40})", text[end : end + 60]
    )
    return folded(match[1]) if match is not None else ""
