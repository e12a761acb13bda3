"""Queue of a run's events from its thread to the window's, in small batches."""

from __future__ import annotations

from threading import Lock

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from desktop_app.assistant.transcript import AgentEvent, TextDelta

GATHER_MS = 25
MOST_AT_ONCE = 12


class EventQueue(QObject):
    """`put` may be called on any thread; `arrived(list)` comes on the GUI thread, in order.

    Pieces of text that follow each other come as one. `finished` comes after the last event.
    """

    arrived = Signal(object)
    finished = Signal()
    _woken = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = Lock()
        self._waiting: list[AgentEvent | list[str]] = []
        self._asleep = True
        self._over = False
        self._timer = QTimer(self, singleShot=True, interval=GATHER_MS)
        self._timer.timeout.connect(self._deliver)
        self._woken.connect(self._start, Qt.ConnectionType.QueuedConnection)

    def put(self, event: AgentEvent) -> None:
        with self._lock:
            last = self._waiting[-1] if self._waiting else None
            if isinstance(event, TextDelta) and isinstance(last, list):
                last.append(event.text)
            else:
                self._waiting.append([event.text] if isinstance(event, TextDelta) else event)
        self._wake()

    def finish(self) -> None:
        """The run's thread is done: nothing follows."""
        with self._lock:
            self._over = True
        self._wake()

    def _wake(self) -> None:
        with self._lock:
            asleep, self._asleep = self._asleep, False
        if asleep:
            self._woken.emit()

    @Slot()
    def _start(self) -> None:
        self._timer.start()

    @Slot()
    def _deliver(self) -> None:
        with self._lock:
            events = self._waiting[:MOST_AT_ONCE]
            del self._waiting[:MOST_AT_ONCE]
            more = bool(self._waiting)
            over = self._over and not more
            self._over = self._over and more
            self._asleep = not more
        if more:
            self._timer.start()
        if events:
            self.arrived.emit([TextDelta("".join(e)) if isinstance(e, list) else e for e in events])
        if over:
            self.finished.emit()
