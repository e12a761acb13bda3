"""What can be worked out of numbers in a few steps: sums, differences, products, shares.

Kinds of numbers keep what nobody would compute out of it: euros are never added to kilograms, nor
multiplied with euros.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

MOST = 40
"""Numbers of which each two are computed with, the first ones."""

FEW = 10
"""Numbers of which each three and four are computed with, the first ones."""

ANY, COUNT, PERCENT, MONEY = "", "count", "percent", "money"
"""Kinds beside those of units: a bare number, one of things, a share, an amount without a
currency."""

_SCALES = (10, 60, 100, 1000)
_LARGEST = 10**12
_CURRENCIES = frozenset({"eur", "usd", "gbp", "chf", MONEY})


@dataclass(frozen=True, slots=True)
class Number:
    """`kind` is one of the above, a currency, or a group of units that measure the same."""

    value: float
    kind: str = ANY


def follows(wanted: Number, given: Sequence[Number]) -> bool:
    """Whether `wanted` is what some of `given` make; cents count."""
    kinds = _results(tuple(given[:MOST])).get(_cents(wanted.value), frozenset())
    return any(same_kind(wanted.kind, kind) for kind in kinds)


@lru_cache(maxsize=64)
def _results(given: tuple[Number, ...]) -> dict[int, frozenset[str]]:
    found: defaultdict[int, set[str]] = defaultdict(set)
    for number in _reached(given):
        if 0 < number.value < _LARGEST:
            found[_cents(number.value)].add(number.kind)
    return {value: frozenset(kinds) for value, kinds in found.items()}


def _reached(given: tuple[Number, ...]) -> Iterator[Number]:
    for a, b in combinations(given, 2):
        for made in (*_two(a, b), *_quotients(a, b)):
            yield made
            yield from _scaled(made)
    for number in given:
        yield from _scaled(number)
    few = given[:FEW]
    pairs = [
        (frozenset((i, j)), made)
        for (i, a), (j, b) in combinations(enumerate(few), 2)
        for made in _two(a, b)
    ]
    for used, made in pairs:
        for place, other in enumerate(few):
            if place not in used:
                yield from _scaled_too(_two(made, other))
    yield from _of_four(few)


def _of_four(few: Sequence[Number]) -> Iterator[Number]:
    """Two products added, and four numbers added."""
    products = [
        (frozenset((i, j)), made)
        for (i, a), (j, b) in combinations(enumerate(few), 2)
        for made in _products(a, b)
    ]
    for (one, a), (other, b) in combinations(products, 2):
        if not one & other:
            yield from _sums(a, b)
    for a, b, c, d in combinations(few, 4):
        for two in _added(a, b):
            for three in _added(two, c):
                yield from _added(three, d)


def product(a: Number, b: Number) -> Number | None:
    """Both multiplied; none for shares, and for kinds that nobody multiplies."""
    if PERCENT in {a.kind, b.kind}:
        return None
    return next(_products(a, b), None)


def total(numbers: Sequence[Number]) -> Number | None:
    """All added; none where two are of different kinds."""
    whole: Number | None = numbers[0]
    for number in numbers[1:]:
        whole = next(_added(whole, number), None) if whole is not None else None
    return whole


def same_number(one: float, other: float) -> bool:
    """Whether both are equal to the cent, also in a larger or smaller unit."""
    scaled = (one, *(one * scale for scale in _SCALES), *(one / scale for scale in _SCALES))
    return any(_cents(each) == _cents(other) for each in scaled)


def _two(a: Number, b: Number) -> Iterator[Number]:
    yield from _sums(a, b)
    yield from _products(a, b)


def _added(a: Number, b: Number) -> Iterator[Number]:
    if same_kind(a.kind, b.kind) and PERCENT not in {a.kind, b.kind}:
        yield Number(a.value + b.value, a.kind or b.kind)


def _sums(a: Number, b: Number) -> Iterator[Number]:
    for total in _added(a, b):
        yield total
        yield Number(abs(a.value - b.value), total.kind)


def _products(a: Number, b: Number) -> Iterator[Number]:
    if a.kind == PERCENT:
        a, b = b, a
    if b.kind == PERCENT:
        part = a.value * b.value / 100
        yield from (Number(v, a.kind) for v in (part, a.value - part, a.value + part))
        return
    kinds = {a.kind, b.kind} - {ANY, COUNT}
    if not kinds:
        yield Number(a.value * b.value, ANY if ANY in {a.kind, b.kind} else COUNT)
    elif len(kinds & _CURRENCIES) == 1 and not {a.kind, b.kind} <= _CURRENCIES:
        yield Number(a.value * b.value, next(iter(kinds & _CURRENCIES)))
    elif len(kinds) == 1 and not kinds <= _CURRENCIES and a.kind != b.kind:
        yield Number(a.value * b.value, kinds.pop())


def _quotients(a: Number, b: Number) -> Iterator[Number]:
    for over, under in ((a, b), (b, a)):
        if not under.value or PERCENT in {over.kind, under.kind}:
            continue
        share = over.value / under.value
        if same_kind(over.kind, under.kind):
            yield Number(share, COUNT)
            yield Number(round(share * 100), PERCENT)
            yield Number(round(share * 100, 1), PERCENT)
        elif under.kind not in _CURRENCIES:
            yield Number(share, over.kind)


def _scaled(number: Number) -> Iterator[Number]:
    """The number in a larger or smaller unit: grams of kilograms, pounds of pence."""
    if number.kind in {ANY, COUNT, PERCENT} or number.kind in _CURRENCIES - {MONEY}:
        return
    for scale in _SCALES:
        yield Number(number.value * scale, number.kind)
        yield Number(number.value / scale, number.kind)


def _scaled_too(numbers: Iterable[Number]) -> Iterator[Number]:
    for number in numbers:
        yield number
        yield from _scaled(number)


def same_kind(one: str, other: str) -> bool:
    """Whether both may be of the same kind."""
    if ANY in {one, other} or one == other:
        return True
    return MONEY in {one, other} and {one, other} <= _CURRENCIES


def _cents(value: float) -> int:
    return round(value * 100)
