"""Numbers of a draft that follow from those of its sources and from those beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from desktop_app.mail.claims.arithmetic import ANY, Number, follows
from desktop_app.mail.claims.numbers_in import kind_of, number_of, numbers_in
from desktop_app.mail.claims.statements import Statement, Value, statements

_TOTAL = re.compile(
    r"\b(?:total\w*|altogether|sum|in all|makes?|comes? to|amounts? to|adds? up|equals?|that is"
    r"|that's|together|overall|loss|lost|gain\w*|grew|growth|fewer|extra|so|remain\w*|left|rest"
    r"|balance|difference|each|per|half|double|saves?|saving|would be|out of"
    r"|insgesamt|also|verlust|gesamt\w*|zusammen|summe|macht|ergibt|sind das|das sind|bleiben"
    r"|k(?:o|ä)mm?en \w+ auf|komme auf|auf|au total"
    r"|en tout|somme|soit|ensemble|reste|revien\w*|en total"
    r"|suma\w*|son|ser[ií]an?|resto|queda\w*)\b|=",
    re.I,
)
"""A sentence with one of these may give what is computed."""

_WHOLE = re.compile(
    r"\b(?:altogether|in all|in total|total(?:s|ling)?|insgesamt|zusammen|gesamt\w*|en tout"
    r"|au total|en total)\b",
    re.I,
)
"""Words beside a number that is the sum of all before it."""

_BESIDE = 14
"""Characters between such a word and its number."""

_DOUBLES = (
    (re.compile(r"\b(?:year|yearly|annual\w*|jahr\w*|jähr\w*|année|años?)\b", re.I), 12.0),
    (re.compile(r"\b(?:both|double|twice|half|beide|doppelt|hälfte|moitié|doble)\b", re.I), 2.0),
    (re.compile(r"\b(?:dozens?|dutzend|douzaines?|docenas?)\b", re.I), 12.0),
    (re.compile(r"\b(?:week|weekly|woche\w*|wöchentlich|semaines?|semanas?)\b", re.I), 7.0),
)  # fmt: skip
"""Words that multiply without a number."""


def derived_places(
    text: str, doubted: Sequence[tuple[int, int]], sources: Sequence[str]
) -> list[tuple[int, int]]:
    """Places of numbers in `text`, among those `doubted`, that follow from the numbers of
    `sources` and from numbers of `text` that stand there or follow too."""
    there = [
        (each.stems, number)
        for source in sources
        for each in statements(source)
        for value in numbers_in(each)
        for number in (number_of(value),)
    ]
    proven: list[Number] = []
    found: list[tuple[int, int]] = []
    for statement in statements(text):
        inside = tuple(numbers_in(statement))
        opened = [v for v in inside if _is_in(v, doubted)]
        if not opened:
            continue
        near = sorted(there, key=lambda each: -len(each[0] & statement.stems))
        said = [*(number_of(v) for v in inside if v not in opened), *_unsaid(statement)]
        beside = _proved(text, statement, opened, said, [*proven, *(n for _, n in near)])
        found += [(v.start, v.end) for v in beside]
        proven += [number_of(v) for v in beside]
    return found


def _proved(
    text: str,
    statement: Statement,
    opened: Sequence[Value],
    said: Sequence[Number],
    other: Sequence[Number],
) -> list[Value]:
    """Those of `opened` that follow, each from the numbers of the sentence, those that followed
    before it, and `other` numbers."""
    found: list[Value] = []
    for value in (*opened, *opened):
        wanted = number_of(value)
        if value in found or not _is_result(statement, value, len(said) + len(found)):
            continue
        here = [*said, *map(number_of, found)]
        like = [n for n in here if n.kind == wanted.kind]
        is_whole = _is_whole(text, value) and len(like) > 1
        given = here if is_whole else _distinct([*here, *other])
        if follows(wanted, given):
            found.append(value)
    return found


def _distinct(numbers: Sequence[Number]) -> list[Number]:
    """The numbers in their order, none more than twice: *60 and 60*."""
    return [n for place, n in enumerate(numbers) if numbers[:place].count(n) < 2]


def _is_result(statement: Statement, value: Value, beside: int) -> bool:
    """Whether it may be computed: *page 836* is not."""
    return kind_of(value) != ANY or beside > 0 or _TOTAL.search(statement.text) is not None


def _is_whole(text: str, value: Value) -> bool:
    before = text[max(0, value.start - _BESIDE) : value.start]
    return _WHOLE.search(before) is not None or (
        _WHOLE.search(text[value.end : value.end + _BESIDE]) is not None
    )


def _unsaid(statement: Statement) -> Iterator[Number]:
    yield from (Number(value) for words, value in _DOUBLES if words.search(statement.text))


def _is_in(value: Value, places: Sequence[tuple[int, int]]) -> bool:
    return any(start < value.end and value.start < end for start, end in places)
