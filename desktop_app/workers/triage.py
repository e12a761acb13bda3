"""Triage of new and of old mail, a portion at a time: one thread beside the window.

After each portion it rests for longer than the portion took, so that the window and the sync have
the processor first. A first start judges the newest mail first, the rest within minutes.
"""

from __future__ import annotations

import logging
import time

from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.errors import Cancelled, KnownError
from desktop_app.model.loop import Loop
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


class TriageWorker:
    """Thread of the process that has the window. `steady` is a clock that is never set."""

    def __init__(self, store: Store, *, steady: Clock = time.monotonic) -> None:
        self._store = store
        self._steady = steady
        self._thread = Loop("triage", self._loop)

    def start(self) -> None:
        self._store.subscribe(self._on_change)
        self._thread.wake()
        self._thread.start()

    def shutdown(self) -> None:
        self._thread.shutdown()

    def _on_change(self, changes: Changes) -> None:
        if changes.messages or changes.labels or changes.accounts or changes.triage:
            self._thread.wake()

    def _loop(self) -> None:
        going = self._thread.pause(FIRST_SECONDS)
        while going and self._thread.rest():
            if pause := self.work():
                going = self._thread.pause(pause)
                self._thread.wake()

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
        while not self._thread.stopping.is_set():
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
            self._thread.pause(max(_LEAST_REST, RESTS * (self._steady() - begun)))
