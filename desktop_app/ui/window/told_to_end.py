"""The system tells the program to end: it saves, stops in order, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QSessionManager

SIGNALS = ("SIGTERM", "SIGHUP")
"""SIGHUP: the terminal that started the program is closed."""


class ToldToEnd(QObject):
    """Calls `end` in the window's thread, once: a second signal ends the process at once."""

    def __init__(self, end: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._end = end
        self._ours, self._theirs = os.pipe()
        for one in (self._ours, self._theirs):
            os.set_blocking(one, False)
        self._before = signal.set_wakeup_fd(self._theirs, warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(self._ours, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_signal)
        for number in self._numbers():
            signal.signal(number, _noted)

    def _on_signal(self) -> None:
        told = os.read(self._ours, 64)
        if set(told) & set(self._numbers()):
            self.stop()
            self._end()

    def stop(self) -> None:
        """Signals do as they did before."""
        if not self._notifier.isEnabled():
            return
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._before)
        for number in self._numbers():
            signal.signal(number, signal.SIG_DFL)
        os.close(self._ours)
        os.close(self._theirs)

    @staticmethod
    def _numbers() -> tuple[signal.Signals, ...]:
        return tuple(signal.Signals[name] for name in SIGNALS if hasattr(signal, name))


def _noted(number: int, frame: object) -> None:
    """Python's own handler does nothing: the number is in the pipe by now."""
    del number, frame


def heed_session(app: QGuiApplication, end: Callable[[], None], parent: QObject) -> None:
    """Call `end` when the desktop's session ends, a turn of the loop later: the desktop waits for
    the answer to its word (Qt, QGuiApplication::commitDataRequest)."""

    def on_end(_: QSessionManager) -> None:
        QTimer.singleShot(0, parent, end)

    app.commitDataRequest.connect(on_end, Qt.ConnectionType.DirectConnection)


def heed(end: Callable[[], None], parent: QObject) -> ToldToEnd | None:
    """Listen to the system from now on, where it speaks by signals."""
    return ToldToEnd(end, parent) if os.name == "posix" else None
