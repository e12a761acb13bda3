"""The numbers of a sentence, with what they are numbers of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from desktop_app.mail.claims.arithmetic import ANY, COUNT, MONEY, PERCENT, Number
from desktop_app.mail.claims.measures import UNITS
from desktop_app.mail.claims.statements import Statement, Value
from desktop_app.mail.claims.telling_words import GRAMMAR

_CENTS = frozenset(["pence", "cent", "cents", "centimes", "centimos", "p"])
_THINGS = frozenset(["person", "box"])
"""A word of each group of units that are things to count."""

_LONGEST = 12
"""Characters of a number that may be computed with."""


def numbers_in(statement: Statement) -> Iterator[Value]:
    """The figures that are no dates and no times of day."""
    for value in chain.from_iterable(clause.values for clause in statement.clauses):
        plain = value.key.replace(".", "", 1).isdecimal() and len(value.key) <= _LONGEST
        if plain and value.kind not in {"time", "day"}:
            yield value


def number_of(value: Value) -> Number:
    return Number(float(value.key), kind_of(value))


def kind_of(value: Value) -> str:
    """The kind of a figure, as of `Number`."""
    if value.kind != "number":
        return PERCENT if value.kind == "percent" else value.kind
    if value.noun in _CENTS:
        return MONEY
    for place, units in enumerate(UNITS):
        if value.noun in units:
            return COUNT if units & _THINGS else f"unit{place}"
    return COUNT if value.noun and value.noun not in GRAMMAR else ANY
