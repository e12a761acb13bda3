"""Suggestions at the caret: operators, their values, people, labels, saved searches.

Pure: people are looked up through a callable. Never raises, whatever was typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType

from desktop_app.model.address import Address
from desktop_app.search.checks import likely_name
from desktop_app.search.operators import BY_NAME, CHOICES, OPERATORS, PLACES, Operator, Takes
from desktop_app.search.values import label_key

_MOST = 10
_WORD = re.compile(r"[^\s(){}]*$")
_WORD_WITH_QUOTE = re.compile(r"[^\s(){}\"]*\"[^\"]*$")
_EXAMPLES: Mapping[Takes, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        Takes.DATE: (("today", "today"), ("yesterday", "yesterday")),
        Takes.AGE: (("7d", "a week"), ("1m", "a month"), ("1y", "a year")),
        Takes.SIZE: (("1M", "one megabyte"), ("5M", "five"), ("10M", "ten")),
    }
)
_FIRST = ("from", "to", "subject", "has", "is", "in", "label", "newer_than")

People = Callable[[str], Sequence[Address]]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """`text` replaces the query from `start` to `end`; the list shows `label` and `hint`."""

    text: str
    label: str
    hint: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Place:
    """The word at the caret, and the part of it before what is being completed."""

    before: str
    typed: str
    start: int
    end: int

    def offer(self, text: str, hint: str, *, label: str = "", go_on: bool = False) -> Suggestion:
        # A space follows a complete word; an operator expects its value.
        end = "" if go_on else " "
        return Suggestion(f"{self.before}{text}{end}", label or text, hint, self.start, self.end)


def suggest(
    query: str,
    caret: int,
    *,
    people: People,
    labels: Iterable[str],
    saved: Iterable[tuple[str, str]] = (),
) -> tuple[Suggestion, ...]:
    """At most ten, best first. `saved` are names and queries; one replaces the whole query."""
    caret = min(max(caret, 0), len(query))
    head = query[:caret]
    quoted = head.count('"') % 2 == 1
    found = (_WORD_WITH_QUOTE if quoted else _WORD).search(head) or _WORD.search(head)
    word = found[0] if found else ""
    sign = "-" if word.startswith("-") else ""
    start = caret - len(word)
    name, colon, value = word.removeprefix("-").partition(":")
    operator = BY_NAME.get(name.lower()) if colon else None
    if operator is not None:
        place = _Place(f"{sign}{name}:", value.lstrip('"'), start, caret)
        offers = _values(operator, place, people, list(labels))
    else:
        place = _Place(sign, word.removeprefix("-"), start, caret)
        meant = likely_name(name) if colon else ""
        if meant:
            end = start + len(sign) + len(name) + 1
            return (Suggestion(f"{sign}{meant}:", f"{meant}:{value}", "did you mean", start, end),)
        offers = _words(place, people, list(labels), saved, len(query))
    return tuple(islice(_distinct(offers), _MOST))


def _distinct(offers: Iterable[Suggestion]) -> Iterator[Suggestion]:
    seen: set[str] = set()
    for offer in offers:
        if offer.text not in seen:
            seen.add(offer.text)
            yield offer


def _values(
    operator: Operator, place: _Place, people: People, labels: list[str]
) -> Iterator[Suggestion]:
    typed = place.typed.lower()
    if operator.takes is Takes.PERSON:
        yield from _people(place, people)
    elif operator.takes is Takes.LABEL:
        yield from _labels(place, labels)
    elif operator.takes is Takes.PLACE:
        yield from (place.offer(p, "") for p in PLACES if p.startswith(typed))
        yield from _labels(place, labels)
    elif operator.takes in _EXAMPLES:
        examples = _EXAMPLES[operator.takes]
        yield from (place.offer(v, hint) for v, hint in examples if v.lower().startswith(typed))
    else:
        choices = CHOICES.get(operator.takes, ())
        yield from (place.offer(c, "") for c in choices if c.startswith(typed))


def _people(place: _Place, people: People) -> Iterator[Suggestion]:
    if "me".startswith(place.typed.lower()):
        yield place.offer("me", "your own addresses")
    for person in people(place.typed) if place.typed else ():
        yield place.offer(person.email, person.email, label=person.label)


def _labels(place: _Place, labels: list[str]) -> Iterator[Suggestion]:
    typed = label_key(place.typed)
    for name in labels:
        key = label_key(name)
        if key.startswith(typed) or f"-{typed}" in key:
            yield place.offer(key, "label", label=name)


def _words(
    place: _Place,
    people: People,
    labels: list[str],
    saved: Iterable[tuple[str, str]],
    length: int,
) -> Iterator[Suggestion]:
    typed = place.typed.lower()
    if not typed:
        yield from (_operator(place, BY_NAME[name]) for name in _FIRST)
        return
    yield from (_operator(place, o) for o in OPERATORS if o.name.startswith(typed))
    for name, query in saved:
        if typed in name.lower():
            yield Suggestion(query, name, query, 0, length)
    for person in people(place.typed):
        yield place.offer(f"from:{person.email}", person.email, label=f"from {person.label}")
    for name in labels:
        if label_key(name).startswith(label_key(typed)):
            yield place.offer(f"label:{label_key(name)}", "label", label=name)


def _operator(place: _Place, operator: Operator) -> Suggestion:
    return place.offer(f"{operator.name}:", operator.help, label=operator.example, go_on=True)
