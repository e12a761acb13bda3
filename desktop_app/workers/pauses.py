"""Pauses between attempts that fail."""

from __future__ import annotations

import random

FIRST, LONGEST = 5.0, 300.0
_CHANCE = random.SystemRandom()


def growing(failures: int) -> float:
    """Seconds to wait after so many failures in a row, by chance up to a quarter less: programs
    that lost one server together do not come back together."""
    longest = min(LONGEST, FIRST * 2.0 ** min(failures - 1, 10))
    return longest * _CHANCE.uniform(0.75, 1.0)
