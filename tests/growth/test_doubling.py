"""The measure of growth tells a square from what grows as the text does."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.growth.doubling import MOST_RATIO, growth

SQUARE = re.compile(r"@[^{};]*\{")
SIZE = 2_000


def searched(size: int) -> Callable[[], object]:
    return lambda: SQUARE.findall("@" * size)


def counted(size: int) -> Callable[[], object]:
    return lambda: sum(1 for _ in range(1_000 * size))


def test_a_square_is_told_at_both_doublings() -> None:
    assert growth(searched, SIZE, told=0.0) > 3


def test_what_grows_as_the_text_does_is_within_the_bound() -> None:
    assert growth(counted, SIZE) <= MOST_RATIO
