"""Counter of the accounts' calls: in memory, and written to the store in portions.

Whoever makes a call waits for no disk. A portion is written by a thread that ends when nothing is
left, and the last one when the program ends; a kill loses what has been counted since the portion
before.
"""

from __future__ import annotations

import logging
from threading import Event, Lock, Thread

from desktop_app.model.api_use import HOUR, Call
from desktop_app.model.clock import Clock
from desktop_app.model.errors import KnownError
from desktop_app.store.store import Store

PORTION_SECONDS = 30.0
_LAST_SECONDS = 5.0
"""How long a portion that is being written is waited for at the end."""
_log = logging.getLogger(__name__)


class CallCounter:
    """Counts for all accounts; implements `CountCall`. Thread-safe."""

    def __init__(
        self, store: Store, *, clock: Clock, portion_seconds: float = PORTION_SECONDS
    ) -> None:
        self._store, self._clock, self._seconds = store, clock, portion_seconds
        self._lock = Lock()
        self._counted: dict[tuple[Call, int], tuple[int, int]] = {}
        self._writer: Thread | None = None
        self._ending = Event()

    def __call__(self, call: Call, *, calls: int = 1, units: int = 0) -> None:
        key = (call, int(self._clock()) // HOUR)
        with self._lock:
            before, taken = self._counted.get(key, (0, 0))
            self._counted[key] = (before + calls, taken + units)
            if self._writer is not None or self._ending.is_set():
                return
            self._writer = Thread(target=self._write, name="call counter", daemon=True)
            self._writer.start()

    def flush(self) -> None:
        """Write what is counted. What can't be written is kept for the next time."""
        with self._lock:
            portion, self._counted = self._counted, {}
        if not portion:
            return
        try:
            self._store.api_use.add(portion)
        except KnownError:
            _log.warning("the use of accounts could not be written")
            with self._lock:
                for key, (calls, units) in portion.items():
                    more, taken = self._counted.get(key, (0, 0))
                    self._counted[key] = (calls + more, units + taken)

    def shutdown(self) -> None:
        """Write the last portion."""
        self._ending.set()
        with self._lock:
            writer = self._writer
        if writer is not None:
            writer.join(_LAST_SECONDS)
        self.flush()

    def _write(self) -> None:
        """Write portions until nothing is left; one thread at most does so."""
        while True:
            self._ending.wait(self._seconds)
            self.flush()
            with self._lock:
                if not self._counted or self._ending.is_set():
                    self._writer = None
                    return
