"""Brief calls: done within a few milliseconds or not at all.

A face with one thread for everybody (the bridge's loop) tries a brief tool with a `Deadline` in
place of the call's `cancelled`. `TooLong` means that nothing was done and nothing was recorded: the
face makes the call again on a thread that may wait.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event


class TooLong(Exception):
    """A brief call reached a step that may take long."""


class Deadline(Event):
    """An event that counts as set once `seconds` are over since it was last begun."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._seconds, self._clock = seconds, clock
        self.begin()

    def begin(self) -> None:
        """Start the seconds anew."""
        self._end = self._clock() + self._seconds

    def is_set(self) -> bool:
        return super().is_set() or self._clock() >= self._end
