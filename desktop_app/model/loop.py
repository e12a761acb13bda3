"""Loop: the thread of one worker, with the one way to wake it, to let it rest and to end it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

LAST_SECONDS = 5.0
"""How long a worker is waited for at the end; what it does not finish the next start does."""


class Loop(Thread):
    """`work` runs once, in the thread; it rests between its steps and returns once it is to end. A
    wake that comes before a rest ends that rest at once."""

    def __init__(self, name: str, work: Callable[[], object]) -> None:
        super().__init__(target=work, name=name, daemon=True)
        self.stopping = Event()
        """Set once the worker is to end; also for what takes an event that calls it off."""
        self._woken = Event()

    def wake(self) -> None:
        """End the rest, or the next one."""
        self._woken.set()

    @property
    def woken(self) -> bool:
        """Whether a wake has not been heeded yet."""
        return self._woken.is_set()

    def heed(self) -> None:
        """What woke it so far is done with."""
        self._woken.clear()

    def rest(self, seconds: float | None = None) -> bool:
        """Wait until it is woken, or for so long; whether it is to go on."""
        self._woken.wait(seconds)
        self._woken.clear()
        return not self.stopping.is_set()

    def pause(self, seconds: float) -> bool:
        """Wait for so long, whoever wakes it; whether it is to go on."""
        return not self.stopping.wait(seconds)

    def end(self) -> None:
        """It is to end. Does not wait."""
        self.stopping.set()
        self._woken.set()

    def ended(self, seconds: float = LAST_SECONDS) -> bool:
        """Wait for the end for so long at most; whether it came. One that was not started is
        none."""
        if self.is_alive():
            self.join(seconds)
        return not self.is_alive()

    def shutdown(self) -> None:
        """End, and wait for it some seconds."""
        self.end()
        self.ended()
