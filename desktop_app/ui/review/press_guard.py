"""Guard of the press: one press, one mail.

A draft that opens by itself after a press can't be sent by what is left of that press: a key that
is still held, the second click of a double click, a key pressed twice.
"""

# WORKAROUND On X11 Qt takes a repeated key for a new press when the next event has not come yet,
# and a shortcut that does not repeat is activated again, so a key counts as released once it has
# not come again for a moment; no report known; Qt 6.8 to 6.11; remove when a held key activates
# such a shortcut once.

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from desktop_app.ui.widgets.focused_events import FocusedEvents

REST_MS = 1000
"""Time for which a draft that opened by itself can't be sent: longer than any double click."""

RELEASED_MS = 150
"""A repeated key comes again sooner after its release, a finger does not."""
_KEYS = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_DOWN = frozenset({QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride})


class HeldSend(QObject):
    """The key that sends, while it is held. One for all windows: one may go with its draft, and
    what is left of the press comes to another. `released` tells when it counts again. `shut`: a
    program has brought a window to the front, and nobody has come to it yet."""

    released = Signal()

    @staticmethod
    def of_application() -> HeldSend:
        """The one of the application, made where there is none yet."""
        application = QApplication.instance()
        known = application.findChild(HeldSend) if application is not None else None
        return known or HeldSend(application)

    def __init__(self, parent: QObject | None) -> None:
        super().__init__(parent)
        self.down = self.shut = False
        self._soon = QTimer(self, singleShot=True, interval=RELEASED_MS)
        self._soon.timeout.connect(self._let_go)
        self._keys = FocusedEvents(self)
        self._keys.left.connect(self._soon.start)

    def hold(self) -> None:
        """It was pressed."""
        self.down = True
        self._keys.start()

    def shut_out(self, shut: bool) -> None:
        """No press counts while `shut`."""
        self.shut = shut
        self.released.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() in _KEYS:
            if event.type() in _DOWN:
                self._soon.stop()
            elif event.type() == QEvent.Type.KeyRelease:
                self._soon.start()
        elif event.type() == QEvent.Type.WindowDeactivate:
            self._soon.start()
        return super().eventFilter(watched, event)

    def _let_go(self) -> None:
        self._keys.stop()
        self.down = False
        self.released.emit()


class PressGuard(QObject):
    """Guard with the signal `changed`, when a press counts again."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._expecting = False
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.changed)
        self._held = HeldSend.of_application()
        self._held.released.connect(self.changed)

    @property
    def closed(self) -> bool:
        """Whether a press does not count yet."""
        return self._held.down or self._held.shut or self._rest.isActive()

    def hold(self) -> None:
        """A key was pressed: until it is released no other press counts, in any window."""
        self._held.hold()

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

    def uncovered(self) -> None:
        """Another window has gone, and this draft is in front by itself."""
        self._rest.start()
        self.changed.emit()
