"""Loads the modules of what is shown later, without holding up the window.

A module that makes Qt classes is only ever run in the window's thread: making them in a job's
thread while Qt works in this one crashes now and then. What can be done elsewhere is: reading
and compiling the code, opening shared libraries, modules without Qt (ui/module_plan.py).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from importlib.machinery import ModuleSpec

from PySide6.QtCore import QObject, QTimer

from desktop_app.ui.jobs import Jobs
from desktop_app.ui.module_plan import Planned, load, plan

SLICE_SECONDS = 0.008
"""A slice ends with the module that takes it past this."""


class Loading(QObject):
    """One set of modules on its way; `done` is called in the window's thread once they are
    there. It lives until then, or as long as its `owner`."""

    def __init__(
        self, jobs: Jobs, names: Iterable[str], done: Callable[[], object], owner: QObject
    ) -> None:
        super().__init__(owner)
        self._left: list[tuple[str, ModuleSpec | None]] = []
        self._done = done
        wanted = tuple(names)
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._step)
        jobs.run(lambda: plan(wanted), done=self._begin, owner=self)

    def _begin(self, planned: Planned) -> None:
        self._left = list(planned.items())[::-1]
        self._timer.start()

    def _step(self) -> None:
        """What comes of it has a turn of its own: it makes what is shown."""
        if not self._left:
            self._timer.stop()
            self._done()
            self.deleteLater()
            return
        end = time.perf_counter() + SLICE_SECONDS
        while self._left and time.perf_counter() < end:
            load(*self._left.pop())
