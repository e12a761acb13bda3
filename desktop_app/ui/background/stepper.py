"""Stepper: work of the window's thread in parts, one in each turn of its loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer


class Stepper(QObject):
    """Takes one step of `steps` in each turn, with at least `pause_ms` milliseconds in between,
    and calls `done` after the last. It lives until then, or as long as its `owner`."""

    def __init__(
        self,
        steps: Iterator[object],
        owner: QObject,
        *,
        pause_ms: int = 0,
        done: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__(owner)
        self._steps, self._done = steps, done
        self._timer = QTimer(self, interval=pause_ms)
        self._timer.timeout.connect(self._step)
        self._timer.start()

    def stop(self) -> None:
        """Take no further step; `done` is not called."""
        self._timer.stop()
        self.deleteLater()

    def _step(self) -> None:
        if next(self._steps, self) is self:
            self.stop()
            self._done()
