"""Guard of the press: one press, one mail.

A draft that opens by itself after a press can't be sent by what is left of that press: the second
click of a double click, a key pressed twice. A held key sends nothing, because the review's
shortcuts do not repeat.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

REST_MS = 1000
"""Time for which a draft that opened by itself can't be sent: longer than any double click."""


class PressGuard(QObject):
    """Guard with the signal `changed`, when a press counts again."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._expecting = False
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.changed)

    @property
    def closed(self) -> bool:
        """Whether a press does not count yet."""
        return self._rest.isActive()

    def pressed(self) -> None:
        """Send or Ignore was pressed: the next draft opens by itself, in whatever way."""
        self._expecting = True

    def settled(self) -> None:
        """Nothing opens after that press."""
        self._expecting = False

    def opened(self) -> None:
        """A draft is shown now; the rest goes on for one that comes right after."""
        if self._expecting:
            self._rest.start()
        self._expecting = False
