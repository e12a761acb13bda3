"""Conversations that are close to a query: all of its words in other forms and spellings, then as
many of them as there are, the rare ones first.

The words of the mail are those of the table `term`; the mails are found by the index as it is, so
that nothing more is stored. A conversation counts as one: its mails may have one word each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import islice
from operator import or_

import apsw

from desktop_app.model.message import MessageId, ThreadId
from desktop_app.model.query import Query, Words
from desktop_app.search.forms import LANGUAGES
from desktop_app.search.nearest import allowed
from desktop_app.search.plan import Plan
from desktop_app.search.widening import Widened
from desktop_app.store.mail.statistics import TermIndex
from desktop_app.store.rows.walk import walk

READ = 3_000
"""The newest mails with a word that are looked at."""

LOOKED_UP = 20_000
"""The commonest words of a first letter, among which a misspelt one is looked for."""

WORTH = 0.5
"""The least that a conversation has of what the closest one has."""

ENOUGH = 500
"""Mails with a word of an account that are counted."""

_MOST_FORMS = 3_000
_PRESENT = 0.02
"""Share of the mails with the commonest words of a language from which on it is one of the mail."""

_COMMONEST = {
    "en": ("the", "and"),
    "de": ("und", "nicht"),
    "fr": ("les", "vous"),
    "es": ("los", "para"),
    "it": ("che", "della"),
    "pt": ("nao", "para"),
    "nl": ("het", "niet"),
    "sv": ("och", "att"),
    "da": ("ikke", "og"),
    "no": ("ikke", "og"),
    "fi": ("etta", "ovat"),
    "ru": ("\u0447\u0442\u043e", "\u043d\u0435"),
    "tr": ("icin", "bir"),
    "pl": ("nie", "jest"),
    "cs": ("jsem", "ze"),
}
"""Two words, as the index spells them, that nearly every longer mail of a language has."""


Compile = Callable[[Query], Plan]


class MailVocabulary:
    """The table `term` as search.widening.Vocabulary, within one snapshot."""

    def __init__(self, connection: apsw.Connection, total: int) -> None:
        self._connection = connection
        self._index = TermIndex(connection, total)
        self.total = total

    @cached_property
    def languages(self) -> Sequence[str]:
        least = min(max(1.0, _PRESENT * self.total), float(ENOUGH))
        found = [
            language
            for language in LANGUAGES
            if all(self.frequency(word) >= least for word in _COMMONEST[language])
        ]
        return found or ("en",)

    def frequency(self, word: str) -> int:
        return self._index.frequency(word)

    def begun(self, prefix: str) -> list[tuple[str, int]]:
        return list(self._connection.execute(
            "SELECT term, messages FROM term WHERE term >= ?1 AND term < ?2"
            " AND length(term) <= ?3 LIMIT ?4",
            (prefix, prefix + "\U0010ffff", len(prefix) + 9, _MOST_FORMS),
        ))  # fmt: skip

    def like(self, word: str) -> Iterator[tuple[str, int]]:
        typos = allowed(word)
        if typos:
            yield from self._connection.execute(
                "SELECT term, messages FROM (SELECT term, messages FROM term INDEXED BY term_1"
                " WHERE substr(term, 1, 1) = ?1 ORDER BY messages DESC LIMIT ?2)"
                " WHERE length(term) BETWEEN ?3 AND ?4",
                (word[0], LOOKED_UP, len(word) - typos, len(word) + typos),
            )


class ScopedVocabulary(MailVocabulary):
    """The words of some accounts: how often each is there is counted in their mail alone, up to
    `ENOUGH`. Whoever may see those accounts alone learns nothing of the words of others."""

    def __init__(self, connection: apsw.Connection, compiled: Compile, total: int) -> None:
        super().__init__(connection, total)
        self._compiled = compiled
        self._counted: dict[str, int] = {}

    def frequency(self, word: str) -> int:
        if word not in self._counted:
            found = walk(self._connection, self._compiled(Query("", Words(word))))
            self._counted[word] = sum(1 for _ in islice(found, ENOUGH))
        return self._counted[word]


@dataclass(frozen=True, slots=True)
class Close:
    """A conversation, its mail that has most of the words, and which words it has (bits)."""

    thread: ThreadId
    message: MessageId
    words: int
    score: float


def close_threads(
    connection: apsw.Connection,
    wide: Widened,
    compiled: Compile,
    *,
    total: int,
    besides: frozenset[ThreadId],
    limit: int,
) -> list[Close]:
    """The closest conversations that are not among `besides`; of two the newer one first."""
    found = {
        close.thread: close
        for close in (
            *_some_words(connection, wide, compiled, total=total),
            *_all_words(connection, wide, compiled, total=total, most=limit + len(besides)),
        )
        if close.thread not in besides
    }
    ranked = sorted(found.values(), key=lambda each: (each.score, each.message), reverse=True)
    least = ranked[0].score * WORTH if ranked else 0.0
    return [each for each in ranked[:limit] if each.score >= least]


def _all_words(
    connection: apsw.Connection, wide: Widened, compiled: Compile, *, total: int, most: int
) -> Iterator[Close]:
    """The newest mails that have all of the words, whatever stands for them."""
    every = (1 << len(wide.words)) - 1
    score = sum(word.rarity(total) for word in wide.words) + 1.0
    seen: set[ThreadId] = set()
    for message, thread in walk(connection, compiled(wide.query())):
        if thread not in seen:
            seen.add(thread)
            yield Close(thread, message, every, score)
        if len(seen) == most:
            return


def _some_words(
    connection: apsw.Connection, wide: Widened, compiled: Compile, *, total: int
) -> Iterator[Close]:
    """Conversations with some of the words that tell mails apart, by their newest mail that has
    most of them."""
    telling = wide.telling(total) if len(wide.words) > 1 else ()
    has: dict[ThreadId, dict[MessageId, int]] = {}
    for word in telling:
        bit = 1 << wide.words.index(word)
        for message, thread in islice(walk(connection, compiled(wide.query([word]))), READ):
            mails = has.setdefault(thread, {})
            mails[message] = mails.get(message, 0) | bit
    worth = [word.rarity(total) for word in wide.words]
    for thread, mails in has.items():
        words = reduce(or_, mails.values())
        message = max(mails, key=lambda each: (mails[each].bit_count(), each))
        score = sum(one for at, one in enumerate(worth) if words & (1 << at))
        yield Close(thread, message, words, score)
