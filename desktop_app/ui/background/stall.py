"""Monitor of the window's thread: long turns of its loop, and calls that block it.

Switched on by `debug.stall_log` alone, for tests and benchmarks. It changes nothing.
"""

from __future__ import annotations

import faulthandler
import os
import re
import sys
import tempfile
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer

LIMIT_MS = 50.0
BEAT_MS = 10
BLOCKING = frozenset(
    {
        *("time.sleep", "os.system", "subprocess.Popen"),
        *("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "urllib.Request"),
    }
)
"""Audit events (docs.python.org/3/library/audit_events.html) of calls that wait for something;
`time.sleep` is one from Python 3.13 on."""

SAMPLES = 1_000
"""Looks at the waiting for a processor that are kept: half a minute of them."""

_CODE = (".py", ".pyc", ".so", ".pyd", ".dylib")
"""Files that an import opens: a module is imported where it is first needed."""

_THREAD = re.compile(r"^(?:Current t|T)hread (0x[0-9a-f]+)", re.MULTILINE)
_FRAME = re.compile(r'^  File "(.*)", line (\d+) in (.*)$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Stall:
    """How long the window's thread was away, how much of that it computed, and where it was seen
    then (innermost call last). `kept` is how long the window's thread was ready meanwhile, and
    other programs had the processors, and the longest that one of the other threads was, which it
    may have waited for. The rest it slept."""

    milliseconds: float
    computed: float
    stack: str
    kept: float = 0.0

    def __str__(self) -> str:
        return (
            f"The window's thread was away for {self.milliseconds:.0f} ms, "
            f"computing for {self.computed:.0f} of them, "
            f"without a processor for {self.kept:.0f}\n{self.stack}"
        )


class StallMonitor(QObject):
    """Beats in the window's thread; a thread beside it looks whether the beat is late.

    Made and stopped in the window's thread. `report` is called there with each stall, once it has
    come round again.
    """

    def __init__(
        self,
        report: Callable[[Stall], object],
        parent: QObject | None = None,
        *,
        limit_ms: float = LIMIT_MS,
    ) -> None:
        super().__init__(parent)
        self._report, self._limit = report, limit_ms / 1000
        self._watched, self._own = threading.get_ident(), str(threading.get_native_id())
        self._beat_at, self._computed = time.perf_counter(), time.thread_time()
        self._looked = False
        self._kept: deque[tuple[float, dict[str, float]]] = deque(maxlen=SAMPLES)
        self._stop = threading.Event()
        self._timer = QTimer(self, interval=BEAT_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._watcher = threading.Thread(target=self._watch, name="stall monitor", daemon=True)

    def start(self) -> None:
        self._beat_at, self._computed = time.perf_counter(), time.thread_time()
        self._stacks = StackDump()
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
        self._stacks.close()

    def _beat(self) -> None:
        now, computed = time.perf_counter(), time.thread_time()
        late, busy = now - self._beat_at, computed - self._computed
        self._beat_at, self._computed = now, computed
        seen = self._stacks.read(self._watched) if self._looked else ""
        self._looked = False
        if late > self._limit + BEAT_MS / 1000:
            stack, kept = seen or "(not seen while it lasted)", self._kept_since(now - late)
            self._report(Stall(late * 1000, busy * 1000, stack, min(kept, late - busy) * 1000))

    def _kept_since(self, moment: float) -> float:
        """Seconds since then that the window's thread was ready and not running, and the longest
        of another, as the watching thread saw it: the window's own reads no file. All others
        together would be more than passes: they wait beside each other."""
        looks = tuple(self._kept)
        before = [kept for at, kept in looks if at <= moment]
        if not before:
            return 0.0
        since = {name: kept - before[-1].get(name, 0.0) for name, kept in looks[-1][1].items()}
        return since.pop(self._own, 0.0) + max(since.values(), default=0.0)

    def _watch(self) -> None:
        """In the watching thread."""
        while not self._stop.wait(self._limit / 2):
            self._kept.append((time.perf_counter(), kept_waiting()))
            if time.perf_counter() - self._beat_at > self._limit and not self._looked:
                self._stacks.look()
                self._looked = True  # now there is something to read


def kept_waiting() -> dict[str, float]:
    """Seconds that each thread of this process has been ready to run and had no processor
    (docs.kernel.org/scheduler/sched-stats.html, the second field); empty where the system does not
    tell."""
    found: dict[str, float] = {}
    for thread in Path("/proc/self/task").glob("*"):
        with suppress(OSError, ValueError, IndexError):
            found[thread.name] = int((thread / "schedstat").read_bytes().split()[1]) / 1e9
    return found


class StackDump:
    """Stacks of all threads at a moment.

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


class BlockingCalls:
    """Reports each call of this thread that waits for the disk, the network or another program,
    from `begin` to `end`. Python keeps the hook until the process ends."""

    def __init__(self, report: Callable[[str], object]) -> None:
        self._report = report
        self._thread = threading.get_ident()
        self._on = False
        self._hooked = False

    def begin(self) -> None:
        self._on = True
        if not self._hooked:
            self._hooked = True
            sys.addaudithook(self._look)

    def end(self) -> None:
        self._on = False

    def _look(self, event: str, arguments: tuple[object, ...]) -> None:
        """In whichever thread; whatever is reported is not looked at again meanwhile."""
        if not self._on or (event not in BLOCKING and event != "open"):
            return
        if threading.get_ident() != self._thread:
            return
        if event == "open" and (not arguments or _is_code(arguments[0])):
            return
        self._on = False
        try:
            stack = "".join(traceback.format_stack()[:-1])
            self._report(f"The window's thread called {event}{arguments!r:.200}\n{stack}")
        finally:
            self._on = True


def _is_code(path: object) -> bool:
    return isinstance(path, int) or str(path).endswith(_CODE)
