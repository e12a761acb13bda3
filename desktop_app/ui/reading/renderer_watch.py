"""Limits of the process that draws an Original: it is ended from outside when it passes them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from desktop_app.bounded_process import Why

if TYPE_CHECKING:
    import psutil

MOST_MEMORY = 900_000_000
"""Bytes. A mail of many pictures takes some 200 MB."""

MOST_SECONDS = 20.0
"""Of a processor. A page that stands still takes none."""

_LOOK_SECONDS = 0.05
"""The engine reserves more addresses than it uses and ends itself where it gets none, so that the
system's own limits are no use here."""


class RendererWatch:
    """Watches the process `pid` in a thread of its own until it ends; `passed` is called there
    with the limit that it passed, once the process is ended."""

    def __init__(
        self,
        pid: int,
        passed: Callable[[Why], object],
    ) -> None:
        self._pid, self._passed = pid, passed
        self._memory, self._seconds = MOST_MEMORY, MOST_SECONDS
        self._over = threading.Event()
        threading.Thread(target=self._watch, name="renderer", daemon=True).start()

    def stop(self) -> None:
        self._over.set()

    def _watch(self) -> None:
        import psutil

        try:
            process = psutil.Process(self._pid)
            begun = _used(process)
            while not self._over.wait(_LOOK_SECONDS):
                why = None
                if process.memory_info().rss > self._memory:
                    why = Why.MEMORY
                elif _used(process) - begun > self._seconds:
                    why = Why.TIME
                if why is not None and not self._over.is_set():
                    process.kill()
                    self._passed(why)
                    return
        except psutil.Error:
            return  # it has ended, or the system does not tell


def _used(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)
