"""A process of this program with limits of memory and time, for work on what strangers have sent.

It is given bytes and gives bytes back, knows no database, and is ended from outside when it passes
a limit: the interpreter that waits for it is never held.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import psutil

Answering = Callable[[bytes], bytes]

_LOOK_SECONDS = 0.05
"""Between two looks at what the process has taken. What it takes within one look is bounded by the
system where the system does that (RLIMIT_DATA of Linux), and else by this."""

_DONE, _TOO_MUCH = b"d", b"m"


@dataclass(frozen=True, slots=True)
class Limits:
    """Of one question: `memory` in bytes, `per_byte` more for each byte it is about, `cpu` in
    seconds of a processor, `per_megabyte` more of them; `seconds` by the clock, None for any."""

    memory: int
    cpu: float
    per_byte: int = 0
    per_megabyte: float = 0.0
    seconds: float | None = None

    def bytes_for(self, size: int) -> int:
        return self.memory + self.per_byte * size

    def cpu_for(self, size: int) -> float:
        return self.cpu + self.per_megabyte * size / 1_000_000


class Why(StrEnum):
    """Why there is no answer. The value ends a sentence: `The message …`."""

    MEMORY = "takes too much memory to be read"
    TIME = "takes too long to be read"
    ENDED = "made its reader fail"


class Passed(Exception):
    """The process has passed a limit or ended; it is gone, and answers nothing more."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.value)
        self.why = why


class BoundedProcess:
    """`begin` runs in the process and returns what answers there; it is a function of a module.
    One question at a time. Threads may ask; one waits for the other."""

    def __init__(self, begin: Callable[[], Answering], limits: Limits) -> None:
        context = multiprocessing.get_context("spawn")
        self.limits = limits
        self._lock = threading.Lock()
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, begin, limits), daemon=True)
        with unheard_interrupts():
            self._process.start()
        theirs.close()
        self._watched: psutil.Process | None = None
        self.ended: Why | None = None

    def ask(self, question: bytes, *, size: int = 0) -> bytes:
        """The answer. `size` is the bytes that the question is about, if they are not in it.
        Raises `Passed`."""
        with self._lock:
            if self.ended is not None:
                raise Passed(self.ended)
            about = max(size, len(question))
            try:
                self._ours.send_bytes(about.to_bytes(8, "big") + question)
                answer = self._answer(about)
            except (EOFError, OSError):
                raise self._given_up(self._how_it_ended()) from None
            if answer[:1] == _TOO_MUCH:
                raise self._given_up(Why.MEMORY)
            return answer[1:]

    def close(self) -> None:
        """End it. Whoever waits for an answer is told that it ended."""
        self.ended = self.ended or Why.ENDED
        self._process.kill()

    def _given_up(self, why: Why) -> Passed:
        self.ended = self.ended or why
        self._process.kill()
        self._process.join(5)
        self._ours.close()
        return Passed(self.ended)

    def _how_it_ended(self) -> Why:
        self._process.join(5)
        code = self._process.exitcode
        too_long = sys.platform != "win32" and code == -signal.SIGXCPU
        return Why.TIME if too_long else Why.ENDED

    def _answer(self, about: int) -> bytes:
        until = None if self.limits.seconds is None else time.monotonic() + self.limits.seconds
        most, cpu = self.limits.bytes_for(about), self.limits.cpu_for(about)
        begun: float | None = None
        while not self._ours.poll(_LOOK_SECONDS):
            memory, used = self._taken()
            begun = used if begun is None else begun
            if memory > most:
                raise self._given_up(Why.MEMORY)
            if used - begun > cpu or (until is not None and time.monotonic() > until):
                raise self._given_up(Why.TIME)
        return self._ours.recv_bytes()

    def _taken(self) -> tuple[int, float]:
        """Bytes of memory that it has now, and seconds of a processor that it has had."""
        import psutil

        try:
            if self._watched is None:
                self._watched = psutil.Process(self._process.pid)
            times = self._watched.cpu_times()
            return int(self._watched.memory_info().rss), float(times.user + times.system)
        except psutil.NoSuchProcess:
            raise EOFError from None
        except psutil.Error:
            return 0, 0.0  # the system does not tell: its own limits hold


class KeptProcess:
    """A process that is started with the first question, and anew after one that ended it."""

    def __init__(self, begin: Callable[[], Answering], limits: Limits) -> None:
        self._begin, self._limits = begin, limits
        self._lock = threading.Lock()
        self._process: BoundedProcess | None = None

    def ask(self, question: bytes, *, size: int = 0) -> bytes:
        """As `BoundedProcess.ask`."""
        return self._living().ask(question, size=size)

    def close(self) -> None:
        with self._lock:
            if self._process is not None:
                self._process.close()
                self._process = None

    def _living(self) -> BoundedProcess:
        with self._lock:
            if self._process is None or self._process.ended is not None:
                self._process = BoundedProcess(self._begin, self._limits)
            return self._process


@contextmanager
def unheard_interrupts() -> Iterator[None]:
    """Processes that are started here never hear of Ctrl+C, which goes to all processes of a
    terminal: the one that started them ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection, begin: Callable[[], Answering], limits: Limits) -> None:
    """The process, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_leave_with, args=(parent.join,), daemon=True).start()
    _leave_no_core()
    with contextlib.suppress(EOFError, OSError):
        answering = begin()
        while True:
            asked = connection.recv_bytes()
            _bound(limits, int.from_bytes(asked[:8], "big"))
            try:
                answer = _DONE + answering(asked[8:])
            except MemoryError:
                answer = _TOO_MUCH
            connection.send_bytes(answer)
    os._exit(0)


def _leave_with(join: Callable[[], None]) -> None:
    join()
    os._exit(0)


def _leave_no_core() -> None:
    """A process that is ended writes no file of what it had in memory: it is mail."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _bound(limits: Limits, about: int) -> None:
    """The system's own limits of the process for one question, where it has them. Libraries
    reserve more addresses than they use, so that the bound is on data."""
    if sys.platform == "win32":
        return
    import resource

    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    wanted = (
        (resource.RLIMIT_DATA, limits.bytes_for(about)),
        (resource.RLIMIT_CPU, int(used + limits.cpu_for(about)) + 1),
    )
    for what, most in wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, resource.getrlimit(what)[1]))
