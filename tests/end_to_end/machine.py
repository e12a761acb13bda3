"""What a busy machine took from the application: so that only its own time counts as a stall.

The system counts, for each thread, how long it could have run while others did (proc(5),
`/proc/<pid>/task/<tid>/schedstat`, second field, nanoseconds), and for the whole machine how long
its host ran others (`steal` in `/proc/stat`). A thread beside the test writes both down a hundred
times a second. Of a stall it is then known how much of it the window's thread waited for a
processor, and how much of its sleep may have been for somebody who waited for one: the holder of a
lock, or the screen the window draws on.
"""

from __future__ import annotations

import bisect
import contextlib
import functools
import math
import os
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop_app.ui.background.stall import piece_of_work

EVERY = 0.01
PACE_EVERY = 5
"""Looks between two samples of the pace: half a percent of one processor."""
TRYING = 2.0
TICK = 1 / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Sample:
    """Seconds since the start of the watch, each a running total; `at` as `time.perf_counter`.
    `others` are the program's other threads and the servers it may wait for."""

    at: float
    window: float
    others: float
    stolen: float


@dataclass(frozen=True, slots=True)
class Taken:
    """What the machine took in a stretch of time, in seconds: the window's thread was ready to run
    (`waited`), another thread of the program or a server was, at most (`held`), the host ran
    others (`stolen`)."""

    waited: float
    held: float
    stolen: float

    def own(self, lasted: float, computed: float, slowness: float) -> float:
        """Of a stall of that length, the seconds the program itself is to be blamed for: what it
        computed, as it would have taken at the processor's full speed, and what it slept for its
        own sake."""
        slept = max(0.0, lasted - computed - self.waited)
        return computed / slowness + max(0.0, slept - self.held - self.stolen)


NOTHING = Taken(0.0, 0.0, 0.0)


def taken(watches: Iterable[Sequence[Sample]], start: float, end: float) -> Taken:
    """What the machine took between two moments, by the first watch that was kept throughout.
    Nothing where none was."""
    for samples in watches:
        first = bisect.bisect_right(samples, start, key=_at) - 1
        last = bisect.bisect_left(samples, end, key=_at)
        if first >= 0 and last < len(samples):
            a, b = samples[first], samples[last]
            return Taken(b.window - a.window, b.others - a.others, b.stolen - a.stolen)
    return NOTHING


def _at(sample: Sample) -> float:
    return sample.at


class _Pace:
    """The least seconds the piece of work took so far."""

    best = math.inf

    def sample(self) -> None:
        self.best = min(self.best, piece_of_work())


_PACE = _Pace()


@functools.cache
def _try_for_a_while() -> None:
    end = time.monotonic() + TRYING
    while time.monotonic() < end:
        _PACE.sample()
        time.sleep(0.002)


def best_pace() -> float:
    """Microseconds the piece of work takes on this machine when nothing keeps it back: the least
    of two seconds of trying, and of every watch so far."""
    _try_for_a_while()
    return _PACE.best * 1e6


class Machine:
    """Watches one process from outside until it is stopped or the process ends. `servers` are
    the processes it may wait for."""

    def __init__(self, pid: int, servers: Iterable[int] = ()) -> None:
        self.samples: list[Sample] = []
        self._pid = pid
        self._watched = [Path(f"/proc/{each}/task") for each in (pid, *servers)]
        self._waits: dict[str, float] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="machine", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def _watch(self) -> None:
        window = others = 0.0
        stolen = at_first = _stolen()
        while not self._stop.wait(EVERY):
            try:
                threads = [str(task) for tasks in self._watched for task in tasks.iterdir()]
            except OSError:
                return
            grown = {thread: self._grown(thread) for thread in threads}
            window += grown.pop(f"/proc/{self._pid}/task/{self._pid}", 0.0)
            others += max(grown.values(), default=0.0)
            stolen = _stolen() - at_first
            self.samples.append(Sample(time.perf_counter(), window, others, stolen))
            if len(self.samples) % PACE_EVERY == 0:
                _PACE.sample()

    def _grown(self, thread: str) -> float:
        """Seconds this thread waited for a processor since it was last looked at."""
        before = self._waits.get(thread)
        now = before or 0.0
        with contextlib.suppress(OSError, IndexError, ValueError):
            now = int(_read(f"{thread}/schedstat").split()[1]) / 1e9
        self._waits[thread] = now
        return 0.0 if before is None else now - before


def _stolen() -> float:
    """Seconds the host ran others, of the processor it took most from; 0 where it is not said."""
    with contextlib.suppress(OSError):
        lines = Path("/proc/stat").read_text("ascii").splitlines()
        each = [line.split() for line in lines if line.startswith("cpu")][1:]
        return max(int(fields[8]) for fields in each) * TICK
    return 0.0


def _read(path: str) -> bytes:
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 100)
    finally:
        os.close(file)
