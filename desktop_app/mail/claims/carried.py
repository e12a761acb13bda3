"""Carried words: pieces of a draft that stand in a text which its recipients have not seen.

By rules alone, and in doubt nothing: a piece counts where it tells something by itself, stands in
that text, and in nothing that is free (what the recipients have seen, the person's own words).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from desktop_app.mail.claims.sums import computed
from desktop_app.mail.claims.telling import (
    Sentence,
    addresses,
    capital_words,
    codes,
    is_public_page,
    names,
    runs,
    split,
    titled,
)
from desktop_app.mail.claims.telling_words import PRIVATE, folded, stem, tells
from desktop_app.mail.claims.text_reading import Number, Reading, reading
from desktop_app.model.address import Address

VERBATIM = 8
"""Words in the same order that are taken for a sentence of the text."""

MANY, SOME = 4, 3
"""Telling words that a sentence must share with one of the text: in any case, and where they are
half of what it tells."""

LONGEST_WORDS = 60
LEAST_ASKED = 5
_YEARS = re.compile(r"(?:19|20)\d\d")
_NO_COMPANY = frozenset("gmail googlemail outlook hotmail yahoo icloud example mail posteo".split())


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of a draft with their place; `whole` for a sentence."""

    start: int
    end: int
    words: str
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Unseen:
    """A text that somebody has not seen, and the people of its conversation."""

    text: str
    people: tuple[Address, ...] = ()


class Free:
    """What may be said: all that stands in these texts, or can be computed from their numbers, as
    names those of `named`, and names of which `asked`, the person's own request, has a word."""

    def __init__(
        self, texts: Iterable[str], named: Iterable[str] = (), asked: Iterable[str] = ()
    ) -> None:
        self._asked = tuple(reading(text) for text in asked)
        self._readings = tuple(reading(text) for text in texts)
        self._named = tuple(reading(text) for text in named)
        every = (*self._readings, *self._named)
        self.stems = frozenset[str]().union(*(r.stems for r in every))
        values = frozenset(value for r in self._readings for value in r.values)
        self._values = values | computed(values)

    def number(self, value: str) -> bool:
        return value in self._values or any(value in r.runs for r in self._readings)

    def run(self, digits: str) -> bool:
        return digits.lstrip("0") in self._values or any(r.has_run(digits) for r in self._readings)

    def code(self, key: str) -> bool:
        return any(key in r.codes or r.says(key) for r in self._readings)

    def address(self, key: str) -> bool:
        return any(key in r.addresses for r in self._readings)

    def says(self, words: str) -> bool:
        return any(r.says(words) for r in self._readings)

    def is_asked(self, word: str) -> bool:
        """Whether the person's request has this word, which is long enough to mean somebody."""
        return len(word) >= LEAST_ASKED and any(r.says(word) for r in self._asked)

    def names(self, words: str) -> bool:
        return self.says(words) or any(r.says(words) for r in self._named)


def carried(draft: str, unseen: Unseen, free: Free) -> tuple[Piece, ...]:
    """The pieces of `draft` that stand in the unseen text and are not free, none within another:
    codes, account numbers and addresses, amounts, names, then sentences."""
    told, source = reading(draft), reading(unseen.text)
    found: list[Piece] = []
    for piece in _every(told, source, unseen.people, free):
        if not any(piece.start < p.end and p.start < piece.end for p in found):
            found.append(piece)
    return tuple(found)


def _every(
    told: Reading, source: Reading, people: Sequence[Address], free: Free
) -> Iterator[Piece]:
    text = told.text
    for start, end, key in addresses(text):
        if key in source.addresses and not free.address(key) and not is_public_page(key):
            yield Piece(start, end, text[start:end])
    for start, end, key in codes(text):
        if key in source.codes and not free.code(key):
            yield Piece(start, end, text[start:end])
    yield from _secrets(told, source, free)
    yield from _runs(told, source, free)
    for number in told.numbers:
        if _is_told(number, source) and not free.number(number.value):
            yield Piece(number.start, number.end, text[number.start : number.end])
    yield from _names(told, source, people, free)
    yield from _private(told, source, free)
    yield from _sentences(told, source, free)


def _secrets(told: Reading, source: Reading, free: Free) -> Iterator[Piece]:
    """Words that either of the two texts says are a password."""
    for match in re.finditer(r"[^\W_][\w'’-]*", told.text):
        word = folded(match[0])
        known = word in source.secrets or (word in told.secrets and source.says(word))
        if known and tells(word) and not free.says(word):
            yield Piece(match.start(), match.end(), match[0])


def _runs(told: Reading, source: Reading, free: Free) -> Iterator[Piece]:
    dated = [(n.start, n.end) for n in told.numbers]
    for start, end, digits in runs(told.text):
        if _YEARS.fullmatch(digits) or not source.has_run(digits) or free.run(digits):
            continue
        counts = any(s < end and start < e for s, e in dated)
        if counts or len(digits) > len("31122026"):  # else it is a date
            yield Piece(start, end, told.text[start:end])


def _is_told(number: Number, source: Reading) -> bool:
    """Whether the text says this number, and of the same thing where it is a small one."""
    there = source.values.get(number.value, ())
    if not there or len(number.value) < 2 or (number.value == "100" and number.unit == "percent"):
        return False
    alike = [n for n in there if not (n.unit and number.unit and n.unit != number.unit)]
    if any(number.near & n.near for n in alike):
        return True
    if number.unit or "." in number.value:
        return bool(alike)
    return len(number.value) >= 4 and not _YEARS.fullmatch(number.value)


def _names(
    told: Reading, source: Reading, people: Sequence[Address], free: Free
) -> Iterator[Piece]:
    for start, end, words in names(told.text):
        parts = list(dropwhile(lambda part: not tells(part), split(words)))
        telling = [part for part in parts if tells(part)] if len(parts) > 1 else []
        free_name = all(map(free.names, telling)) or any(map(free.is_asked, telling))
        if telling and source.says(" ".join(parts)) and not free_name:
            yield Piece(start, end, words)
    for start, end, words in titled(told.text):
        if folded(words) in source.titled and not free.names(words):
            yield Piece(start, end, words)
    certain = frozenset(_surnames(people)) | (source.titled - _first_names(people))
    possible = source.capitals | _first_names(people)
    for start, end, words in capital_words(told.text):
        name = folded(words)
        if not tells(name) or free.names(words):
            continue
        if name in certain or (name in possible and _in_context(told, source, start, name, free)):
            yield Piece(start, end, words)


def _surnames(people: Iterable[Address]) -> Iterator[str]:
    """Last words of names, and the names of organisations that addresses end with."""
    for person in people:
        words = split(person.name)
        if len(words) > 1:
            yield words[-1]
        labels = person.domain.split(".")
        if len(labels) > 1 and labels[-2] not in _NO_COMPANY:
            yield from (part for part in labels[-2].split("-") if len(part) > len("abc"))


def _first_names(people: Iterable[Address]) -> frozenset[str]:
    return frozenset(words[0] for words in (split(p.name) for p in people) if words)


def _in_context(told: Reading, source: Reading, at: int, name: str, free: Free) -> bool:
    """Whether the sentence shares more with the text: something private, or two words with one
    of its sentences (one where that has the name too), other names apart."""
    here = next((s for s in told.sentences if s.start <= at < s.end), None)
    if here is None:
        return False
    large = {stem(folded(w)) for _, _, w in capital_words(told.text[here.start : here.end])}
    shared = here.stems - free.stems - large
    if shared & told.private & source.private:
        return True
    return any(len(shared & s.stems) >= (1 if name in s.words else 2) for s in source.sentences)


def _private(told: Reading, source: Reading, free: Free) -> Iterator[Piece]:
    """Words about health, money and work that both texts have."""
    both = (told.private & source.private) - free.stems
    for match in re.finditer(r"[^\W\d_]{3,}", told.text) if both else ():
        word = folded(match[0])
        if word in PRIVATE and stem(word) in both:
            yield Piece(match.start(), match.end(), match[0])


def _sentences(told: Reading, source: Reading, free: Free) -> Iterator[Piece]:
    for sentence in told.sentences:
        new = sentence.stems - free.stems
        shared = _most_shared(new, source) if len(new) >= SOME else 0
        much = shared >= MANY or (shared >= SOME and shared * 2 >= len(sentence.stems))
        if much or _verbatim(sentence, source, free):
            words = told.text[sentence.start : sentence.end].strip()
            yield Piece(sentence.start, sentence.end, words, whole=True)


def _most_shared(stems: frozenset[str], source: Reading) -> int:
    """How many of the stems stand in one sentence of the text or the next one, at most."""
    counts: Counter[int] = Counter()
    for each in stems:
        counts.update(source.places.get(each, ()))
    return max(counts.values(), default=0)


def _verbatim(sentence: Sentence, source: Reading, free: Free) -> bool:
    """Whether eight words of it that tell something stand in the text, and in nothing free."""
    for start in range(len(sentence.words) - VERBATIM + 1):
        words = sentence.words[start : start + VERBATIM]
        new = {stem(word) for word in words if tells(word)} - free.stems
        if len(new) >= SOME and f" {' '.join(words)} " in source.joined:
            return True
    return False
