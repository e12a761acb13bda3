"""Signals on the GUI thread for changes of the store and of settings.

Announcements are gathered for a moment, so that a bulk import does not make every pane read
again at every commit.
"""

from __future__ import annotations

from threading import Lock

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from desktop_app.model.changes import Changes
from desktop_app.ui.background.services import Services

GATHER_MS = 60
NOTHING = Changes()


class Announcements(QObject):
    """`changed(Changes)` and `setting(key)` on the GUI thread, whatever thread they came from.

    The first change after a quiet time is passed on at once; those that follow within
    `GATHER_MS` come as one.
    """

    changed = Signal(object)
    setting = Signal(str)
    _hop = Signal()
    _setting_hop = Signal(str)

    def __init__(self, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = Lock()
        self._waiting = NOTHING
        self._asleep = True
        self._timer = QTimer(self, singleShot=True, interval=GATHER_MS)
        self._timer.timeout.connect(self._pass_on)
        self._hop.connect(self._pass_on, Qt.ConnectionType.QueuedConnection)
        self._setting_hop.connect(self.setting, Qt.ConnectionType.QueuedConnection)
        self._stops = [
            services.subscribe(self._gather),
            services.settings.watch(self._setting_hop.emit),
        ]

    def stop(self) -> None:
        """Hear nothing more."""
        for stop in self._stops:
            stop()
        self._stops = []
        self._timer.stop()

    def _gather(self, changes: Changes) -> None:
        """In whichever thread committed: the window's is woken once, not for every commit."""
        with self._lock:
            self._waiting |= changes
            asleep, self._asleep = self._asleep, False
        if asleep:
            self._hop.emit()

    @Slot()
    def _pass_on(self) -> None:
        with self._lock:
            waiting, self._waiting = self._waiting, NOTHING
            self._asleep = not waiting
        if waiting:
            self._timer.start()
            self.changed.emit(waiting)
