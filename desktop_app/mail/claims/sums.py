"""Numbers that can be computed from those a text names: sums, differences, products, shares."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

MOST = 24
"""Numbers, the largest ones, of which each two are computed with."""

FEW = 8
"""Numbers of which each three and four are computed with."""

_LARGEST = 10**12


def computed(values: Iterable[str]) -> frozenset[str]:
    """The keys (as of `number_key`) of what any two of the numbers make, and all of them added."""
    numbers = sorted({float(v) for v in values if len(v) <= 12 and _is_number(v)}, reverse=True)
    numbers = [n for n in numbers if 0 < n < _LARGEST][:MOST]
    found = {sum(numbers)} if len(numbers) > 2 else set()
    for a, b in combinations(numbers, 2):
        found |= {a + b, a - b, a * b, a * b / 100, a / b, a - a * b / 100, a + a * b / 100}
    for a, b, c in combinations(numbers[:FEW], 3):
        found |= {a + b + c, a * b + c, a * c + b, b * c + a, a * b * c}
    for a, b, c, d in combinations(numbers[:FEW], 4):
        found |= {a * b + c * d, a * c + b * d, a * d + b * c, a + b + c + d}
    return frozenset(key(n) for n in found if n > 0)


def key(number: float) -> str:
    """The key of a number: at most two decimals, none where they are zero."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _is_number(value: str) -> bool:
    return value.replace(".", "", 1).isdecimal() and value.isascii()
