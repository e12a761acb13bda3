"""Whether work doubles when what it is about is doubled.

Steps can't be counted inside a regular expression or a library, so that the time of the thread is
taken: the least of a few, of texts long enough for it to be told from noise. What takes less than
`TOLD` at the longer size is not judged; nothing that grows as a square takes less there.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TOLD = 0.03
"""Seconds below which a time says nothing."""

MOST_RATIO = 2.2
TRIES = 4
LONGEST = 6.0


class Stopped(Exception):
    """It took longer than `LONGEST`."""


@contextmanager
def ended(seconds: float) -> Iterator[None]:
    """Ends what runs in the main thread after so much of the processor, expressions too."""

    def stop(*_: object) -> None:
        raise Stopped

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def seconds(work: Callable[[], object]) -> float:
    begun = time.thread_time()
    with ended(LONGEST):
        work()
    return time.thread_time() - begun


def growth(work: Callable[[int], Callable[[], object]], size: int, told: float = TOLD) -> float:
    """Ratio of the times at twice `size` and at `size`; 0 where it can't be told, infinite where
    it does not end. `work(size)` makes the text and returns what reads it."""
    ratio = float("inf")
    try:
        for _ in range(TRIES):
            twice = min(seconds(work(2 * size)) for _ in range(2))
            if twice < told:
                return 0.0
            once = min(seconds(work(size)) for _ in range(2))
            ratio = min(ratio, twice / max(once, 1e-6))
            if ratio <= MOST_RATIO:
                break
    except Stopped:
        return float("inf")
    return ratio
