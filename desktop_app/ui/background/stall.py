"""A monitor of the GUI thread: whenever it does not come round in time, its stack is kept.

Used by the end-to-end tests and by `--stall-log`. It changes nothing and costs one timer.
"""

from __future__ import annotations

import faulthandler
import os
import re
import tempfile
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from PySide6.QtCore import QObject, Qt, QTimer

LIMIT_MS = 50.0
BEAT_MS = 10
PIECES = 5
_THREAD = re.compile(r"^(?:Current t|T)hread (0x[0-9a-f]+)", re.MULTILINE)
_FRAME = re.compile(r'^  File "(.*)", line (\d+) in (.*)$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Stall:
    """How long the GUI thread was away, how much of that it computed, and where it was seen then
    (innermost call last). The rest it slept, or waited for a processor others had.

    `pace` is how many microseconds `piece_of_work` took right after it: a processor that shares
    its core, or its clock, is slower. `ended` is in seconds of `time.perf_counter`.
    """

    milliseconds: float
    computed: float
    pace: float
    ended: float
    stack: str

    def __str__(self) -> str:
        return (
            f"GUI thread stalled for {self.milliseconds:.0f} ms, {self.computed:.0f} of them "
            f"computing at a pace of {self.pace:.0f} µs, until {self.ended:.4f}\n{self.stack}"
        )


class StallMonitor(QObject):
    """Beats in the GUI thread; a thread beside it looks whether the beat is late.

    Made and stopped in the GUI thread. `stalls` holds what was seen, `report` is called with
    each one, in the GUI thread, once it has come round again.
    """

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        limit_ms: float = LIMIT_MS,
        report: Callable[[Stall], object] | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(parent)
        self.stalls: list[Stall] = []
        self._limit = limit_ms / 1000
        self._report = report
        self._clock = clock
        self._watched = threading.get_ident()
        self._beat_at = clock()
        self._computed = time.thread_time()
        self._looked = False
        self._stop = threading.Event()
        self._timer = QTimer(self, interval=BEAT_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._watcher = threading.Thread(target=self._watch, name="stall monitor", daemon=True)

    def start(self) -> None:
        self._beat_at = self._clock()
        self._computed = time.thread_time()
        self._places = Places()
        self._timer.start()
        self._watcher.start()

    def stop(self) -> None:
        """End watching; a stall under way is still counted. Without a start it does nothing."""
        self._stop.set()
        if not self._watcher.is_alive():
            return
        self._beat()
        self._timer.stop()
        self._watcher.join(timeout=1)
        self._places.close()

    def _beat(self) -> None:
        now, computed = self._clock(), time.thread_time()
        late, busy = now - self._beat_at, computed - self._computed
        self._beat_at, self._computed = now, computed
        seen = self._places.read(self._watched) if self._looked else ""
        self._looked = False
        if late > self._limit + BEAT_MS / 1000:
            pace = median(piece_of_work() for _ in range(PIECES)) * 1e6
            seen = seen or "(not seen while it lasted)"
            stall = Stall(late * 1000, busy * 1000, pace, now, seen)
            self.stalls.append(stall)
            if self._report is not None:
                self._report(stall)

    def _watch(self) -> None:
        """In the watching thread."""
        while not self._stop.wait(self._limit / 2):
            if self._clock() - self._beat_at > self._limit and not self._looked:
                self._looked = True
                self._places.look()


def piece_of_work() -> float:
    """Seconds of this thread's own that always the same work takes, some tenths of a
    millisecond."""
    start = time.thread_time()
    total = 0
    for number in range(4000):
        total += number * number
    return time.thread_time() - start


class Places:
    """Where the threads were when somebody looked.

    The frames are written down, not held: one that is held would outlive its function, and with
    it, say, a QPainter, which would then be destroyed in the wrong thread. They are read later: a
    look at a thread that lets no other have its turn is one call, and waits for no disk.
    """

    def __init__(self) -> None:
        memory = getattr(os, "memfd_create", None)
        self._file = (
            os.fdopen(memory("places"), "w+") if memory else tempfile.TemporaryFile("w+")  # noqa: SIM115  # `close` closes it
        )

    def close(self) -> None:
        self._file.close()

    def look(self) -> None:
        """Note where every thread is now."""
        faulthandler.dump_traceback(self._file.fileno(), all_threads=True)

    def read(self, thread: int) -> str:
        """Where a thread was at the last look since the last reading, innermost call last; empty
        when it was not seen. `thread` as of `threading.get_ident`."""
        self._file.seek(0)
        parts = _THREAD.split(self._file.read())[1:]
        self._file.seek(0)
        self._file.truncate()
        stacks = {int(name, 16): text for name, text in zip(parts[::2], parts[1::2], strict=True)}
        frames = _FRAME.findall(stacks.get(thread, ""))
        calls = [(path, int(line), name, None) for path, line, name in reversed(frames)]
        return "".join(traceback.StackSummary.from_list(calls).format())
