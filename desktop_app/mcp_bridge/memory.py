"""Memory that a large request has taken is given back to the system.

glibc keeps what is freed for the next request of its size. After one of some MB that is tens of MB
for as long as the application runs.
"""

from __future__ import annotations

import asyncio
import ctypes
import sys
import threading
from collections.abc import Callable
from functools import cache

LARGE = 500_000
"""Bytes of a request's body from which on memory is given back after it."""

PAUSE_SECONDS = 1.0
"""After the last of several: giving back takes some milliseconds."""


@cache
def _trim() -> Callable[[int], object] | None:
    """glibc's malloc_trim(3), which has no counterpart elsewhere."""
    if not sys.platform.startswith("linux"):
        return None
    found: Callable[[int], object] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return found


def give_back() -> None:
    """Blocking, for some milliseconds; other threads go on."""
    trim = _trim()
    if trim is not None:
        trim(0)


class GivingBack:
    """Gives memory back once large requests have ended. Used on one loop."""

    def __init__(self, give: Callable[[], None] = give_back) -> None:
        self._give = give
        self._waiting: asyncio.TimerHandle | None = None

    def ended(self, size: int) -> None:
        """A request of so many bytes has been answered."""
        if size < LARGE:
            return
        if self._waiting is not None:
            self._waiting.cancel()
        loop = asyncio.get_running_loop()
        self._waiting = loop.call_later(PAUSE_SECONDS, self._begin)

    def _begin(self) -> None:
        """On a thread of its own: a loop that is ending has no other left."""
        threading.Thread(target=self._give, name="giving memory back", daemon=True).start()
