"""Garbage collection on the window's thread alone, by a timer."""

# WORKAROUND Python collects in whichever thread happens to allocate, and PySide6 destroys a widget
# of a collected cycle there, which crashes: QObjects are destroyed in the thread they live in;
# https://doc.qt.io/qt-6/threads-qobject.html; PySide6 6.11; remove when PySide6 leaves the
# destruction to the object's own thread.

from __future__ import annotations

import gc
import sys

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication, QWindow

INTERVAL_MS, RESTING_MS = 500, 10_000
"""The second while there is no window."""
THRESHOLDS = (2_000, 10, 20)
"""New objects since the youngest generation was collected; collections of it since the middle
one was; collections of that since everything was looked at."""

MODULES = 50
"""So many modules more mean that a large library was loaded (that of a language model has over a
hundred thousand objects). They stay until the end: looking through them would take a tenth of a
second, each time."""


class Collector(QObject):
    """Collects while its thread's event loop runs; what exists when it is made, or when a large
    library was loaded, is never looked at again. It looks every `rest_ms` until there is a
    window."""

    def __init__(self, parent: QObject, *, rest_ms: int = INTERVAL_MS) -> None:
        super().__init__(parent)
        gc.disable()
        gc.freeze()
        self._modules = len(sys.modules)
        self._timer = QTimer(self, interval=rest_ms)
        self._timer.timeout.connect(self.collect)
        self._timer.start()
        app = QGuiApplication.instance()
        if rest_ms != INTERVAL_MS and isinstance(app, QGuiApplication):
            app.focusWindowChanged.connect(self._on_window)

    def _on_window(self, window: QWindow | None) -> None:
        """From its first window on it looks as often as with one."""
        if window is not None:
            self._timer.setInterval(INTERVAL_MS)

    def collect(self) -> int | None:
        """Collect the oldest generation that is due; None when none is. Returns what
        `gc.collect` does."""
        if len(sys.modules) - self._modules > MODULES:
            self._modules = len(sys.modules)
            gc.freeze()
            return None
        counts = gc.get_count()
        for generation in (2, 1, 0):
            if counts[generation] > THRESHOLDS[generation]:
                return gc.collect(generation)
        return None
