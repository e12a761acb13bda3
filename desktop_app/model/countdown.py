"""Countdowns to moments that are stored by the clock on the wall, run by one that nobody sets."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable

from desktop_app.model.clock import Clock

Monotonic = Callable[[], float]
"""Returns seconds that only grow, as `time.monotonic` does."""


class Countdowns:
    """The time left is taken from the wall when a countdown is first looked at; from then on, a
    clock that is set forwards or back neither shortens nor lengthens it. For one thread, in the
    process that began the countdowns."""

    def __init__(self, clock: Clock, monotonic: Monotonic = time.monotonic) -> None:
        self._clock, self._monotonic = clock, monotonic
        self._ends: dict[Hashable, tuple[float, float]] = {}

    def seconds(self, key: Hashable, at: float) -> float:
        """Seconds from now to `at`, 0 when it has come. Another `at` for a key begins anew."""
        known = self._ends.get(key)
        if known is None or known[0] != at:
            known = (at, self._monotonic() + at - self._clock())
            self._ends[key] = known
        return max(0.0, known[1] - self._monotonic())

    def keep(self, keys: Iterable[Hashable]) -> None:
        """Forgets every other countdown."""
        kept = set(keys)
        self._ends = {key: end for key, end in self._ends.items() if key in kept}
