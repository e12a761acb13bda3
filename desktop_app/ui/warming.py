"""Makes the panes ready while nobody is waiting, so that opening one is quick.

Their modules are loaded first; then one part of a pane is made at a time, with pauses in which the
window answers.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer

from desktop_app.ui.frame import Frame
from desktop_app.ui.jobs import Jobs
from desktop_app.ui.loading import Loading
from desktop_app.ui.panes import PANES, Place
from desktop_app.ui.stepping import Stepping

AFTER_MS = 150
PAUSE_MS = 40
_SLOWEST_FIRST = ("review", "assistant", "drafts")
_PLACES = frozenset({Place.MAIN, Place.LIST, Place.DOCK})


class Warming(QObject):
    """Begins a little after the first list was asked for."""

    def __init__(self, frame: Frame, jobs: Jobs) -> None:
        super().__init__(frame)
        self._frame, self._jobs = frame, jobs
        names = [row.name for row in PANES.values() if row.place in _PLACES]
        self._names = [*_SLOWEST_FIRST, *(n for n in names if n not in _SLOWEST_FIRST)]
        QTimer.singleShot(AFTER_MS, self, self._begin)

    def _begin(self) -> None:
        modules = [row.module for row in PANES.values() if row.place in _PLACES]
        Loading(self._jobs, modules, self._make, self)

    def _make(self) -> None:
        Stepping(self._parts(), self, pause_ms=PAUSE_MS)

    def _parts(self) -> Iterator[None]:
        for name in self._names:
            while self._frame.prepare(name):
                yield
            yield
