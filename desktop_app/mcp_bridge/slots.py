"""Slots for blocking work, some for each program: nobody waits for the calls of another.

A slot is free again when the work has ended, not when its caller has gone: who calls and cancels in
turn has no more of them than who waits.
"""

from __future__ import annotations

import asyncio
import math
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import anyio
import anyio.to_thread


class Slots:
    """Used on one loop. `most` is of one program."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: dict[str, anyio.CapacityLimiter] = {}
        self._using: Counter[str] = Counter()
        self._threads: anyio.CapacityLimiter | None = None

    async def run(self, program: str, work: Callable[..., Any], *arguments: Any) -> Any:
        """Run the work in a thread, in one of the program's slots. Its last argument is an event
        that is set when the caller is cancelled, so that the work ends too."""
        threads = self._threads = self._threads or anyio.CapacityLimiter(math.inf)
        slots = self._of.setdefault(program, anyio.CapacityLimiter(self._most))
        self._using[program] += 1
        turn, stop = object(), threading.Event()
        try:
            await slots.acquire_on_behalf_of(turn)
        except BaseException:
            self._left(program)
            raise
        loop, begins = asyncio.get_running_loop(), threading.Lock()

        def free() -> None:
            slots.release_on_behalf_of(turn)
            self._left(program)

        def worked() -> Any:
            if not begins.acquire(blocking=False):
                return None  # it was cancelled before, and its slot is free
            try:
                return work(*arguments, stop)
            finally:
                with suppress(RuntimeError):  # the bridge was switched off meanwhile
                    loop.call_soon_threadsafe(free)

        try:
            return await anyio.to_thread.run_sync(worked, limiter=threads, abandon_on_cancel=True)
        except anyio.get_cancelled_exc_class():
            stop.set()
            if begins.acquire(blocking=False):
                free()
            raise

    def _left(self, program: str) -> None:
        """Nothing is kept of a program that calls nothing."""
        self._using[program] -= 1
        if not self._using[program]:
            del self._using[program], self._of[program]
