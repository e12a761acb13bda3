"""Patience: how long all that is done for one caller may wait for a service's limits, in seconds.

Whoever calls says it once, around the whole call; what waits below asks how much is left. A program
that waits longer than that is ended by its host, and nobody learns why.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_until: ContextVar[float] = ContextVar("until", default=math.inf)
"""By the monotonic clock; of this thread's call."""


@contextmanager
def no_longer_than(seconds: float) -> Iterator[None]:
    """Waits inside take no longer than that together."""
    token = _until.set(min(_until.get(), time.monotonic() + seconds))
    try:
        yield
    finally:
        _until.reset(token)


def left() -> float:
    """Seconds that may still be waited; infinite where nobody has said."""
    return max(0.0, _until.get() - time.monotonic())
