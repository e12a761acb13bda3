"""Texts that a regular expression is worst at, made from its own structure.

For every repeat of a pattern: what leads to it once or many times, then what it repeats, many
times, then something that lets the rest fail.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from re import _constants as c  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

LONG = 40
"""A repeat of at most so many is no repeat here."""

_CATEGORIES = {
    c.CATEGORY_DIGIT: "1",
    c.CATEGORY_SPACE: " \n",
    c.CATEGORY_WORD: "a1_",
    c.CATEGORY_NOT_DIGIT: "a ",
    c.CATEGORY_NOT_SPACE: "a.@",
    c.CATEGORY_NOT_WORD: " .@",
}
_SAMPLE = "a1 .@,<>\"'()-:;/\\&=?\n\t[]{}_#%+*A!é€|~\xa0"
_ENDS = ("", "\0", "!\n.", " x", "@")


USUAL = ('\\"', '"a', "(", "<a ", "a=", "\n\n", " a", ": ", ";a=")
"""What passes over text are often worst at, whatever they look for."""


def _in_set(items: list[tuple[object, Any]]) -> list[str]:
    negated = bool(items) and items[0][0] is c.NEGATE
    pattern = _Set(items)
    chosen = [ch for ch in _SAMPLE if pattern.has(ch)]
    if not chosen and not negated:
        chosen = list(pattern.some())
    return chosen[:7] or ["\u00df"]


class _Set:
    def __init__(self, items: list[tuple[object, Any]]) -> None:
        self.items = items

    def has(self, ch: str) -> bool:
        negated, found = False, False
        for op, value in self.items:
            if op is c.NEGATE:
                negated = True
            elif op is c.LITERAL:
                found |= ord(ch) == value
            elif op is c.RANGE:
                found |= value[0] <= ord(ch) <= value[1]
            elif op is c.CATEGORY:
                found |= _is(ch, value)
        return found != negated

    def some(self) -> Iterator[str]:
        for op, value in self.items:
            if op is c.LITERAL:
                yield chr(value)
            elif op is c.RANGE:
                yield chr(value[0])


def _is(ch: str, category: object) -> bool:
    tests = {
        c.CATEGORY_DIGIT: ch.isdecimal(),
        c.CATEGORY_SPACE: ch.isspace(),
        c.CATEGORY_WORD: ch.isalnum() or ch == "_",
    }
    if category in tests:
        return tests[category]
    inverse = {
        c.CATEGORY_NOT_DIGIT: c.CATEGORY_DIGIT,
        c.CATEGORY_NOT_SPACE: c.CATEGORY_SPACE,
        c.CATEGORY_NOT_WORD: c.CATEGORY_WORD,
    }
    return not tests[inverse[category]]


def choices(seq: Iterable[tuple[object, Any]], most: int = 5) -> list[str]:
    """Some texts that a sequence matches, of its shortest."""
    out = [""]
    for op, value in seq:
        out = ["".join(pair) for pair in itertools.islice(_product(out, _one(op, value)), most)]
    return out


def _product(left: list[str], right: list[str]) -> Iterator[tuple[str, str]]:
    """Each with each, so that every one of the right comes early."""
    longest = max(len(left), len(right))
    for number in range(longest):
        yield left[number % len(left)], right[number % len(right)]


def _one(op: object, value: Any) -> list[str]:
    if op is c.LITERAL:
        return [chr(value)]
    if op is c.NOT_LITERAL:
        return [ch for ch in _SAMPLE if ord(ch) != value][:6]
    if op is c.ANY:
        return ["a", " ", "<", '"', "\n"]
    if op is c.IN:
        return _in_set(value)
    if op is c.BRANCH:
        return [text for part in value[1] for text in choices(part, 2)][:12]
    if op is c.SUBPATTERN:
        return choices(value[3])
    if op is c.ATOMIC_GROUP:
        return choices(value)
    if op in {c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT}:
        low, _, body = value
        return [text * low for text in choices(body)] if low else ["", *choices(body, 2)]
    return [""]


def _repeats(
    seq: Iterable[tuple[object, Any]], before: list[str]
) -> Iterator[tuple[list[str], list[str]]]:
    """(what leads to it, what it repeats) of every long repeat."""
    lead = before
    for op, value in seq:
        if op in {c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT}:
            _, high, body = value
            if high > LONG:
                yield lead, choices(body, 7)
            yield from _repeats(body, lead)
        elif op is c.BRANCH:
            for part in value[1]:
                yield from _repeats(part, lead)
        elif op is c.SUBPATTERN:
            yield from _repeats(value[3], lead)
        elif op is c.ATOMIC_GROUP:
            yield from _repeats(value, lead)
        elif op in {c.ASSERT, c.ASSERT_NOT}:
            yield from _repeats(value[1], lead)
        lead = [a + b for a, b in itertools.islice(_product(lead, _one(op, value)), 7)]


def attacks(pattern: str | bytes, flags: int, size: int) -> Iterator[str]:
    """Texts of at least `size` characters. The same in number and order whatever the size."""
    tree = _parser.parse(pattern, flags & ~re.DEBUG)
    seen: set[str] = set()
    for lead, body in _repeats(tree, [""]):
        for first in dict.fromkeys(lead):
            for repeated in dict.fromkeys(body):
                for unit, start in (
                    (repeated, first),
                    (first + repeated, ""),
                    (first + repeated * 3 + " ", ""),
                    (first, ""),
                ):
                    key = f"{start}\0{unit}"
                    if unit and key not in seen and len(seen) < 90:
                        seen.add(key)
                        yield start + _many(unit, size)
    for whole in (*choices(tree), *USUAL):
        for unit in (whole, whole[:-1]):
            if unit and unit not in seen:
                seen.add(unit)
                yield _many(unit, size)


def _many(unit: str, size: int) -> str:
    """As often as makes a square over units the same work whatever the unit is: one of seven
    letters would take a seventh of it in a text of the same length, too little to be seen."""
    times: int = round(size / len(unit) ** 0.5)
    return unit * times


ENDS = _ENDS
