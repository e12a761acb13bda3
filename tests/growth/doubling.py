"""Whether work doubles when what it is about is doubled.

Steps can't be counted inside a regular expression or a library, so that the time of the thread is
taken: the least of a few, of texts long enough for it to be told from noise. What takes less than
`TOLD` at the longer size is not judged; nothing that grows as a square takes less there.
"""

from __future__ import annotations

import gc
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TOLD = 0.03
"""Seconds below which a time says nothing."""

MOST_RATIO = 2.2
TRIES = 12
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
    """Of the thread, without the collector: how often it looks at everything there is grows by
    steps, and not with the text."""
    gc.disable()
    begun = time.thread_time()
    try:
        with ended(LONGEST):
            work()
        return time.thread_time() - begun
    finally:
        gc.enable()


def growth(work: Callable[[int], Callable[[], object]], size: int, told: float = TOLD) -> float:
    """Ratio of the least times at twice `size` and at `size`; 0 where it can't be told, infinite
    where it does not end. `work(size)` makes the text and returns what reads it. What is above
    `MOST_RATIO` is judged by the next doubling: where the text outgrows a cache of the processor
    it takes more once, what takes its square takes four times as long there too."""
    found = _ratio(work, size, told)
    return min(found, _ratio(work, 2 * size, told)) if found > MOST_RATIO else found


def _ratio(work: Callable[[int], Callable[[], object]], size: int, told: float) -> float:
    once = twice = float("inf")
    short, long = work(size), work(2 * size)
    try:
        for _ in range(TRIES):
            twice = min(twice, seconds(long))
            if twice < told:
                return 0.0
            once = min(once, seconds(short))
            if twice <= MOST_RATIO * once:
                break
    except Stopped:
        return float("inf")
    return twice / max(once, 1e-6)
