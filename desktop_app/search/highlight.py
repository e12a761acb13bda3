"""Where the words of a query stand in a text, for marking them.

Pure. Words are folded as the index folds them, so that what was found is what is marked.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Flag, auto
from functools import lru_cache

from desktop_app.model.query import GmailOnly, Node, Not, Query, Term, Words
from desktop_app.search.fold import WORD, fold, words
from desktop_app.search.operators import BY_NAME

Span = tuple[int, int]


class Field(Flag):
    """Parts of a mail that are shown apart."""

    SUBJECT = auto()
    PEOPLE = auto()
    TEXT = auto()


_EVERYWHERE = Field.SUBJECT | Field.PEOPLE | Field.TEXT
_COLUMNS = {"subject": Field.SUBJECT, "sender": Field.PEOPLE, "recipient": Field.PEOPLE}


@dataclass(frozen=True, slots=True)
class Sought:
    """Consecutive words in the index's spelling, the last one perhaps only begun."""

    words: tuple[str, ...]
    prefix: bool
    fields: Field


def sought_by(query: Query) -> tuple[Sought, ...]:
    """What a query looks for in what can be read; what it excludes is not among it."""
    return tuple(dict.fromkeys(_sought(query.root)))


def _sought(node: Node | None) -> Iterator[Sought]:
    if node is None or isinstance(node, Not | GmailOnly):
        return
    if not isinstance(node, Words | Term):
        for child in node.nodes:
            yield from _sought(child)
        return
    fields = _EVERYWHERE if isinstance(node, Words) else _fields(node)
    text = node.text if isinstance(node, Words) else node.value
    found = tuple(words(text))
    if found and fields:
        yield Sought(found, node.prefix, fields)


def _fields(term: Term) -> Field:
    columns = BY_NAME[term.operator].columns
    if "sender" in columns or "recipient" in columns:
        return Field(0) if term.value.lower() == "me" else Field.PEOPLE
    return _COLUMNS.get(columns[0], Field(0)) if columns else Field(0)


def spans(text: str, sought: Iterable[Sought], field: Field) -> tuple[Span, ...]:
    """The places of what is sought in `text`, in order and apart from each other."""
    wanted = [one for one in sought if field & one.fields]
    if not wanted or not text:
        return ()
    located = _located(text)
    found = [span for one in wanted for span in _of(one, located)]
    return _apart(found)


@dataclass(frozen=True, slots=True)
class _Word:
    """A folded word; `ends` are the offsets in the text after each of its characters."""

    text: str
    start: int
    ends: Sequence[int]


@lru_cache(maxsize=4096)
def _folded(character: str) -> str:
    return fold(character).lower()


def _located(text: str) -> list[_Word]:
    if text.isascii():
        return [
            _Word(found[0], found.start(), range(found.start() + 1, found.end() + 1))
            for found in WORD.finditer(text.lower())
        ]
    folded, places = [], []
    for at, character in enumerate(text):
        shown = _folded(character)
        folded.append(shown)
        places += [at] * len(shown)
    return [
        _Word(
            found[0],
            places[found.start()],
            tuple(_end(text, place) for place in places[found.start() : found.end()]),
        )
        for found in WORD.finditer("".join(folded))
    ]


def _end(text: str, place: int) -> int:
    """The offset after a character and the marks on it."""
    end = place + 1
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    return end


def _of(sought: Sought, located: list[_Word]) -> Iterator[Span]:
    *before, last = sought.words
    for at in range(len(located) - len(before)):
        run = located[at : at + len(before) + 1]
        if [word.text for word in run[:-1]] != before:
            continue
        final = run[-1]
        if final.text == last or (sought.prefix and final.text.startswith(last)):
            yield run[0].start, final.ends[len(last) - 1]


def _apart(found: list[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for start, end in sorted(found):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return tuple(merged)
