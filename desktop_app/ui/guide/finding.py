"""Search over the guide: each word by its beginning, its other forms, or as it may be meant."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from desktop_app.search.fold import fold, words
from desktop_app.search.forms import stems
from desktop_app.search.misspelt import respelt
from desktop_app.ui.guide.library import FIRST, Guide, Section

MOST = 30
"""Sections that are shown."""
AROUND = 220
"""Characters of the sentence that is shown around what was found."""
GUESSES = 3
WORDS = 8
"""Words of a search that count, the first ones."""
_LANGUAGE = "en"
_ASKING = frozenset(
    "a an and are as at be by can could did do does for from get have how i if in is it its me my"
    " of on or please should so some that the then there they this to want was we what when where"
    " which who why will with would you your".split()
)
"""Words that a question is made of: they say nothing of what is looked for."""
_SENTENCE = re.compile(r"(?<=[.!?:])\s+|\n")


@dataclass(frozen=True, slots=True)
class Found:
    """A section that has the words, with its page's title, and the sentence around them as HTML."""

    section: Section
    title: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Findings:
    """`whole` tells whether each has all of the words. `meant` are the words looked for instead of
    those that stand nowhere."""

    query: str
    found: tuple[Found, ...]
    whole: bool = True
    meant: tuple[str, ...] = ()


class Finder:
    """Index of a guide. Pure and quick, yet a job makes it: the stems of all words are made."""

    def __init__(self, guide: Guide) -> None:
        pages = [page for page in guide.pages.values() if page.name != FIRST]
        self._titles = {page.name: page.title for page in pages}
        self._sections = [section for page in pages for section in page.sections]
        self._heads = [self._head(section) for section in self._sections]
        self._places: dict[str, set[int]] = {}
        self._counts: dict[str, int] = {}
        for place, section in enumerate(self._sections):
            for word in (*words(section.text), *self._heads[place]):
                self._places.setdefault(word, set()).add(place)
                self._counts[word] = self._counts.get(word, 0) + 1
        known = sorted(self._places)
        self._by_stem: dict[str, list[str]] = {}
        for word, stem in zip(known, stems(known, _LANGUAGE), strict=True):
            self._by_stem.setdefault(stem, []).append(word)

    def _head(self, section: Section) -> frozenset[str]:
        return frozenset(words(f"{self._titles[section.page]} {section.heading}"))

    def find(self, query: str) -> Findings:
        """The sections that have every word, best first; where there is none, those that have most
        of them."""
        said = list(dict.fromkeys(words(query)))
        wanted = ([word for word in said if word not in _ASKING] or said)[:WORDS]
        terms = [self._terms(word) for word in wanted]
        guessed = [
            near
            for word, some in zip(wanted, terms, strict=True)
            if not some
            for near in self._near(word)
        ]
        terms = [
            some or frozenset(self._near(word)) for word, some in zip(wanted, terms, strict=True)
        ]
        holds = [set().union(*(self._places[term] for term in some)) for some in terms]
        if not any(holds):
            return Findings(query, ())
        count = {place: sum(place in some for some in holds) for place in set().union(*holds)}
        most = max(count.values())
        hits = [place for place, number in count.items() if number == most]
        every = frozenset().union(*terms)
        hits.sort(key=lambda place: self._weight(place, terms), reverse=True)
        found = tuple(self._found(place, every) for place in hits[:MOST])
        return Findings(query, found, most == len(wanted), tuple(dict.fromkeys(guessed)))

    def _terms(self, word: str) -> frozenset[str]:
        begins = {known for known in self._places if known.startswith(word)}
        return frozenset(begins.union(self._by_stem.get(stems([word], _LANGUAGE)[0], ())))

    def _near(self, word: str) -> tuple[str, ...]:
        return tuple(term for term, _ in respelt(word, self._counts.items())[:GUESSES])

    def _weight(self, place: int, terms: Sequence[frozenset[str]]) -> tuple[int, int, int]:
        """How many of the words its headings have, and one sentence of it, each counted once; and
        how many of its sentences have the word that the fewest of them have."""
        parts = [frozenset(words(part)) for part in _sentences(self._sections[place])]
        together = max((_count(part, terms) for part in parts), default=0)
        often = min((sum(bool(part & some) for part in parts) for some in terms), default=0)
        return _count(self._heads[place], terms), together, often

    def _found(self, place: int, terms: frozenset[str]) -> Found:
        section = self._sections[place]
        parts = _sentences(section)
        best = max(parts, key=lambda part: len(terms.intersection(words(part))), default="")
        return Found(section, self._titles[section.page], marked(best, terms))


def _sentences(section: Section) -> list[str]:
    return [part for part in _SENTENCE.split(section.text) if part.strip()]


def _count(has: frozenset[str], terms: Sequence[frozenset[str]]) -> int:
    return sum(bool(has & some) for some in terms)


def marked(sentence: str, terms: Iterable[str]) -> str:
    """A sentence as HTML, cut around the first of the words, with all of them marked."""
    known = frozenset(terms)
    pieces = re.split(r"(\s+)", sentence.strip())
    hit = [bool(known.intersection(words(fold(piece)))) for piece in pieces]
    first = sum(map(len, pieces[: hit.index(True)])) if True in hit else 0
    begin, at, out = max(0, first - AROUND // 3), 0, []
    for piece, is_hit in zip(pieces, hit, strict=True):
        if begin <= at < begin + AROUND:
            said = html.escape(piece)
            out.append(f'<span class="hit">{said}</span>' if is_hit else said)
        at += len(piece)
    before, after = "… " if begin else "", " …" if at > begin + AROUND else ""
    return f"{before}{''.join(out).strip()}{after}"
