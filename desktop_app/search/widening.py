"""What a query may have meant besides what it says: other forms, spellings and ways of writing.

Only bare words are widened: a phrase, `+word`, `-word`, an operator and an address mean what they
say, and so does what stands in brackets. Pure; the words of the mail are asked of a `Vocabulary`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain, islice
from typing import Protocol

from desktop_app.model.query import And, Node, Or, Query, Words
from desktop_app.search.alike import Tokens, joined, parted, umlauts
from desktop_app.search.fold import stands_alone, words
from desktop_app.search.forms import forms
from desktop_app.search.misspelt import respelt

MOST_WORDS = 8
"""Words of a query that are widened; a longer one says enough."""

MOST_FORMS, MOST_SPELLINGS = 8, 4
"""Variants of one word, of those that somebody may see."""

_DOUBTFUL = 30
"""A word is taken for misspelt where another one that is near is so many times as common."""

_COMMON = 0.1
"""Share of the mails from which on a word says next to nothing."""


class Vocabulary(Protocol):
    """The words of the mail that somebody may see. `total` is the number of mails, `languages` what
    it is written in. `begun` and `like` may name words of other mail, of which `frequency` is 0."""

    total: int

    @property
    def languages(self) -> Sequence[str]: ...

    def frequency(self, word: str) -> int:
        """The number of mails with the word."""

    def begun(self, prefix: str) -> Iterable[tuple[str, int]]:
        """The words that begin so, with their counts."""

    def like(self, word: str) -> Iterable[tuple[str, int]]:
        """The words of about this length that a misspelt one may be, with their counts."""


class How(Enum):
    """Why words stand for another one."""

    WRITTEN = "written"
    FORM = "form"
    ALIKE = "alike"
    SPELLING = "spelling"


@dataclass(frozen=True, slots=True)
class Variant:
    """Words that stand together, in the index's spelling, and the number of mails with them."""

    tokens: Tokens
    how: How
    mails: int


@dataclass(frozen=True, slots=True)
class Wide:
    """A word of the query as it was written, folded, with all that it may mean; the first variant
    is the word itself."""

    asked: str
    variants: tuple[Variant, ...]

    @property
    def others(self) -> tuple[Variant, ...]:
        return tuple(v for v in self.variants if v.how is not How.WRITTEN)

    @property
    def mails(self) -> int:
        """About how many mails have it; one that has two variants counts twice."""
        return sum(variant.mails for variant in self.variants)

    def node(self) -> Node:
        """Any of the variants."""
        found = tuple(Words(" ".join(v.tokens), phrase=len(v.tokens) > 1) for v in self.variants)
        return found[0] if len(found) == 1 else Or(found)

    def rarity(self, total: int) -> float:
        """How much a mail with it is worth: 0 for a word that is everywhere."""
        return math.log((total + 1) / (self.mails + 0.5)) if self.mails < total else 0.0


@dataclass(frozen=True, slots=True)
class Widened:
    """A query of which some words are wide; `fixed` are the parts that mean what they say."""

    words: tuple[Wide, ...]
    fixed: tuple[Node, ...]

    @property
    def is_wider(self) -> bool:
        """Whether some word means more than was written."""
        return any(word.others for word in self.words)

    def query(self, words: Sequence[Wide] | None = None) -> Query:
        """The query for mails with all of the words (or of these ones)."""
        wanted = self.words if words is None else words
        nodes = (*self.fixed, *(word.node() for word in wanted))
        return Query("", nodes[0] if len(nodes) == 1 else And(nodes))

    def telling(self, total: int) -> tuple[Wide, ...]:
        """The words that tell mails apart: those that are everywhere do not, nor does one that is
        nowhere."""
        there = tuple(word for word in self.words if word.mails)
        rare = tuple(word for word in there if word.mails < _COMMON * total)
        return rare or there


def widened(query: Query, known: Vocabulary) -> Widened | None:
    """What the query may mean besides, or None where it has no bare word."""
    parts = list(_parts(query.root))
    bare = [part for part in parts if _is_bare(part)]
    if not bare or len(bare) > MOST_WORDS:
        return None
    fixed = tuple(part for part in parts if not _is_bare(part))
    return Widened(tuple(_joined_up(bare, known)), fixed)


def _parts(root: Node | None) -> Iterable[Node]:
    if isinstance(root, And):
        return chain.from_iterable(_parts(node) for node in root.nodes)
    return () if root is None else (root,)


def _is_bare(node: Node) -> bool:
    if not isinstance(node, Words) or node.phrase or node.exact or "@" in node.text:
        return False
    return bool(words(node.text)) and not any(map(stands_alone, node.text))


def _joined_up(bare: Sequence[Node], known: Vocabulary) -> Iterable[Wide]:
    """Each word with its variants. Two neighbours that the mail has as one word are that too."""
    tokens = [tuple(words(node.text)) for node in bare if isinstance(node, Words)]
    at = 0
    while at < len(tokens):
        pair = (*tokens[at], *tokens[at + 1]) if at + 1 < len(tokens) else ()
        whole = "".join(pair)
        # `book shelf` is looked for as `bookshelf` where neither of the two is: each may be found.
        if pair and len(whole) > 5 and known.frequency(whole) and _is_part(pair, known):
            both = Variant(pair, How.WRITTEN, min(map(known.frequency, pair)))
            yield Wide(" ".join(pair), (both, Variant((whole,), How.ALIKE, known.frequency(whole))))
            at += 2
            continue
        yield _wide(tokens[at], known)
        at += 1


def _is_part(pair: Tokens, known: Vocabulary) -> bool:
    """Whether the words of a pair are no more usual apart than the whole is."""
    return min(map(known.frequency, pair)) <= 4 * known.frequency("".join(pair))


def _wide(tokens: Tokens, known: Vocabulary) -> Wide:
    """What stands in a word's place; a spelling is meant where the word is next to unknown."""
    found = {tokens: Variant(tokens, How.WRITTEN, min(map(known.frequency, tokens)))}
    for variant in _meaning_the_same(tokens, known):
        found.setdefault(variant.tokens, variant)
    if len(tokens) == 1:
        best = max(variant.mails for variant in found.values())
        likely = (each for each, _ in respelt(tokens[0], known.like(tokens[0])))
        for variant in _there(likely, How.SPELLING, MOST_SPELLINGS, known):
            if not best or variant.mails > _DOUBTFUL * best:
                found.setdefault(variant.tokens, variant)
    return Wide(" ".join(tokens), tuple(found.values()))


def _there(candidates: Iterable[str], how: How, most: int, known: Vocabulary) -> Iterator[Variant]:
    """The first of the words that the mail has."""
    counted = ((each, known.frequency(each)) for each in candidates)
    yield from islice((Variant((each,), how, mails) for each, mails in counted if mails), most)


def _meaning_the_same(tokens: Tokens, known: Vocabulary) -> Iterator[Variant]:
    """The same word in another form, and written in another way."""
    alike = [joined(tokens, known.frequency)]
    if len(tokens) == 1:
        (word,) = tokens
        alike.append(umlauts(word, known.frequency))
        if not word.isalpha() or not known.frequency(word):
            alike.append(parted(word, known.frequency))
        others = (each for each, _ in forms(word, known.languages, known.begun))
        yield from _there(others, How.FORM, MOST_FORMS, known)
    for other in chain.from_iterable(alike):
        yield Variant(other, How.ALIKE, min(map(known.frequency, other)))
