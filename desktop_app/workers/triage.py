"""Triage of new and of old mail, a portion at a time: one thread beside the window.

After each portion it rests for longer than the portion took, so that the window and the sync have
the processor first. A first start judges the newest mail first, the rest within minutes.
"""

from __future__ import annotations

import logging
import time
from threading import Event, Thread

from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.errors import Cancelled, KnownError
from desktop_app.store.store import Store

_log = logging.getLogger(__name__)
FIRST_SECONDS = 1.5
"""The first moments belong to the window."""

PORTION = 20
TELL_SECONDS = 2.0
"""How often lists are told while much is judged."""

RESTS = 2.0
"""How long it rests, in portions."""

_LEAST_REST = 0.005
_AGAIN_SECONDS = 30.0
"""When it is tried again after an error."""

_LAST_SECONDS = 5.0


class TriageWorker:
    """Thread of the process that has the window. `steady` is a clock that is never set."""

    def __init__(self, store: Store, *, steady: Clock = time.monotonic) -> None:
        self._store = store
        self._steady = steady
        self._wanted = Event()
        self._stop = Event()
        self._thread = Thread(target=self._loop, name="triage", daemon=True)

    def start(self) -> None:
        self._store.subscribe(self._on_change)
        self._wanted.set()
        self._thread.start()

    def shutdown(self) -> None:
        self._stop.set()
        self._wanted.set()
        if self._thread.is_alive():
            self._thread.join(_LAST_SECONDS)

    def _on_change(self, changes: Changes) -> None:
        if changes.messages or changes.labels or changes.accounts or changes.triage:
            self._wanted.set()

    def _loop(self) -> None:
        self._stop.wait(FIRST_SECONDS)
        while not self._stop.is_set():
            self._wanted.wait()
            self._wanted.clear()
            pause = self.work()
            if pause:
                self._stop.wait(pause)
                self._wanted.set()

    def work(self) -> float:
        """Judge what is due; seconds until it is to be tried again, 0 when all is judged."""
        try:
            self._judge_all()
        except Cancelled:
            return 0.0
        except KnownError as error:
            _log.warning("Mail can't be sorted now: %s", error)
            return _AGAIN_SECONDS
        return 0.0

    def _judge_all(self) -> None:
        untold, told = False, self._steady() - TELL_SECONDS
        while not self._stop.is_set():
            begun = self._steady()
            judged = self._store.triage.judge(PORTION)
            untold = untold or judged.changed
            last = judged.number < PORTION
            if last:
                self._store.prepared.withdraw()
            if untold and (last or begun - told >= TELL_SECONDS):
                self._store.announce(Changes(triage=True))
                untold, told = False, begun
            if last:
                return
            self._stop.wait(max(_LEAST_REST, RESTS * (self._steady() - begun)))
