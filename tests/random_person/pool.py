"""A pool of threads in which a job runs when it is told to, and answers when it is told to.

It stands where `Jobs` has its ThreadPoolExecutor. Whoever waits for a job waits here, so a run is
the same every time though the tools work in threads.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

PATIENCE = 60.0
"""Seconds after which a job that neither ends nor answers is a fault of the test."""

_here = threading.local()


class Work:
    """One job that was submitted. `late`: it has what it was asked for and keeps it back."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self._function, self._arguments = function, arguments
        self.late = False
        self.ended = False
        self._stopped, self._go_on = threading.Event(), threading.Event()

    def run(self) -> None:
        _here.work = self
        try:
            self._function(*self._arguments)
        finally:
            _here.work = None
            self.ended = True
            self._stopped.set()

    def keep_back(self) -> None:
        """In the thread: wait with the answer, if it is to be late."""
        if self.late:
            self.late = False
            self._stopped.set()
            self._go_on.wait(PATIENCE)

    def go_on(self) -> None:
        self._stopped.clear()
        self._go_on.set()
        self.wait()

    def wait(self) -> None:
        """Until it has ended or keeps its answer back."""
        if not self._stopped.wait(PATIENCE):
            raise TimeoutError("a job neither ended nor answered")


def keep_back() -> None:
    """Called by the runner when a tool has answered."""
    work = getattr(_here, "work", None)
    if work is not None:
        work.keep_back()


class HandPool:
    """`waiting` jobs have not begun, `kept` ones have their answer and keep it back."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(16, thread_name_prefix="job")
        self.waiting: list[Work] = []
        self.kept: list[Work] = []

    @property
    def idle(self) -> bool:
        return not self.waiting and not self.kept

    def submit(self, function: Callable[..., Any], *arguments: Any) -> None:
        self.waiting.append(Work(function, arguments))

    def begin(self, place: int = 0, *, late: bool = False) -> None:
        """Run a job to its end, or until it has its answer."""
        work = self.waiting.pop(place % len(self.waiting))
        work.late = late
        self._threads.submit(work.run)
        work.wait()
        if not work.ended:
            self.kept.append(work)

    def answer(self, place: int = 0) -> None:
        """Let a job go on that keeps its answer back."""
        self.kept.pop(place % len(self.kept)).go_on()

    def run_all(self) -> None:
        while not self.idle:
            if self.kept:
                self.answer()
            else:
                self.begin()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        del wait, cancel_futures
        self.run_all()
        self._threads.shutdown(wait=True)


def one_for_all_jobs() -> Callable[..., HandPool]:
    """What stands where `Jobs` makes its pools: a window's second one is its first."""
    made: list[HandPool] = []

    def pool(_: int, *, thread_name_prefix: str) -> HandPool:
        if thread_name_prefix == "job":
            made.append(HandPool())
        return made[-1]

    return pool
