"""A key that is held presses one button.

A button that is pressed may go, and another takes its place and the focus: a key that is still held
must not press that one too.
"""

# WORKAROUND On X11 a held key is a pair of release and press for each repetition, of one time. Qt
# marks them as repeated where it has got both already, and else presses anew; no report known; Qt
# 6.8 to 6.11; remove when each press of a held key is `isAutoRepeat`.

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton

from desktop_app.ui.widgets.focused_events import FocusedEvents

_PRESSING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space})


class HeldKeys(QObject):
    """Takes from buttons what a held key repeats and Qt takes for a new press."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._released: dict[int, int] = {}
        self._keys = FocusedEvents(self)
        self._keys.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.key() not in _PRESSING:
            return False
        if event.type() == QEvent.Type.KeyRelease:
            self._released[event.key()] = event.timestamp()
        elif event.type() == QEvent.Type.KeyPress and isinstance(watched, QAbstractButton):
            return self._repeats(event)
        return False

    def _repeats(self, event: QKeyEvent) -> bool:
        """Whether it goes on from a release of the same millisecond; an event of a test has no
        time."""
        time = event.timestamp()
        return time > 0 and self._released.get(event.key()) == time
