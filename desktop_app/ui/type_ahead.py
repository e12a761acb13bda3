"""What is typed while a mail is being opened belongs into that mail.

Without this the keys would go to the list that still has the focus: an `e` archives there, and
the mail begins with the rest of a word.
"""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QWindow
from PySide6.QtWidgets import QApplication, QWidget

LONGEST_MS = 10_000
"""A mail that is not there by then gets nothing of it, and keys are the list's again."""
MOST = 1000

_Key, _Modifier = Qt.Key, Qt.KeyboardModifier
_EDITING = frozenset(
    {
        _Key.Key_Tab,
        _Key.Key_Backtab,
        _Key.Key_Backspace,
        _Key.Key_Delete,
        _Key.Key_Return,
        _Key.Key_Enter,
        _Key.Key_Left,
        _Key.Key_Right,
        _Key.Key_Up,
        _Key.Key_Down,
        _Key.Key_Home,
        _Key.Key_End,
    }
)
_COMMANDS = _Modifier.ControlModifier | _Modifier.AltModifier | _Modifier.MetaModifier
_ALT_GR = _Modifier.ControlModifier | _Modifier.AltModifier  # so Windows has it


class TypeAhead(QObject):
    """Holds the keys that write, from `hold` to `give` or `drop`; one that is held down counts
    once, as the first is the C that asked for the mail. Commands (with Ctrl, Alt, Esc) are left
    alone, and a press of the mouse drops what was held: it chooses another place."""

    def __init__(self, window: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._handle: QWindow | None = None
        self._keys: list[tuple[int, Qt.KeyboardModifier, str]] = []
        self._timer = QTimer(self, singleShot=True, interval=LONGEST_MS)
        self._timer.timeout.connect(self.drop)

    def hold(self) -> None:
        """Keys that come from now on are for the mail that will be there."""
        self._handle = self._window.windowHandle()
        if self._handle is not None:
            self._handle.installEventFilter(self)
            self._timer.start()

    def give(self) -> None:
        """The mail is there: what was typed goes to what has the focus, and never to a button."""
        keys = self._keys
        self.drop()
        for key in keys:
            entry = QApplication.focusWidget()
            if entry is None or not entry.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled):
                return
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QApplication.sendEvent(entry, QKeyEvent(kind, *key))

    def drop(self) -> None:
        """Nothing is coming that it could go into."""
        self._timer.stop()
        self._keys = []
        if self._handle is not None and shiboken6.isValid(self._handle):  # Qt may have remade it
            self._handle.removeEventFilter(self)
        self._handle = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.MouseButtonPress:
            self.drop()
        elif isinstance(event, QKeyEvent) and _writes(event):
            if kind == QEvent.Type.ShortcutOverride:
                event.accept()  # no shortcut of the window's; it comes again as KeyPress
                return True
            if kind == QEvent.Type.KeyPress:
                if not event.isAutoRepeat() and len(self._keys) < MOST:
                    self._keys.append((event.key(), event.modifiers(), event.text()))
                return True
        return super().eventFilter(watched, event)


def _writes(key: QKeyEvent) -> bool:
    """Whether it puts something into an entry, or moves and removes there."""
    commands = key.modifiers() & _COMMANDS
    if key.text() and key.text().isprintable():
        return not commands or commands == _ALT_GR
    return not commands and key.key() in _EDITING
