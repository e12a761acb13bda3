"""A key that is held is one press.

A button that is pressed may go, and another takes its place and the focus; a conversation that is
archived makes room for the next. A key that is still held must not go on with those.
"""

# WORKAROUND On X11 a held key is a pair of release and press for each repetition, of one time. Qt
# marks them as repeated where it has got both already, and else presses anew; no report known; Qt
# 6.8 to 6.11; remove when each press of a held key is `isAutoRepeat`.

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication

from desktop_app.ui.widgets.focused_events import FocusedEvents

_PRESSING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space})


class HeldKeys(QObject):
    """Takes from buttons what a held key repeats and Qt takes for a new press."""

    @staticmethod
    def of_application() -> HeldKeys:
        """The one of the application, made where there is none yet."""
        application = QApplication.instance()
        known = application.findChild(HeldKeys) if application is not None else None
        return known or HeldKeys(application)

    def __init__(self, parent: QObject | None) -> None:
        super().__init__(parent)
        self.repeating = False
        """Whether the key that is being looked at, for a shortcut, goes on from its own release."""
        self._released: dict[int, int] = {}
        self._keys = FocusedEvents(self)
        self._keys.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent):
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            self.repeating = self._repeats(event)
        elif event.type() == QEvent.Type.KeyRelease:
            self.repeating = False
            self._released = {event.key(): event.timestamp()}
        elif event.type() == QEvent.Type.KeyPress and event.key() in _PRESSING:
            return isinstance(watched, QAbstractButton) and self._repeats(event)
        return False

    def _repeats(self, event: QKeyEvent) -> bool:
        """Whether it goes on from a release of the same millisecond; an event of a test has no
        time."""
        time = event.timestamp()
        return time > 0 and self._released.get(event.key()) == time
