"""Entry for the recipient being typed. It asks the field what a key means before it types it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent

from desktop_app.ui.widgets.onward_entry import OnwardEntry


class RecipientEntry(OnwardEntry):
    """Entry with the signal `left`. `take_key` returns whether the field has
    taken a key, `wants_escape` whether Escape is the field's now."""

    left = Signal()

    def __init__(
        self, take_key: Callable[[QKeyEvent], bool], wants_escape: Callable[[], bool]
    ) -> None:
        super().__init__()
        self._take_key, self._wants_escape = take_key, wants_escape

    def event(self, event: QEvent) -> bool:
        """Tab and Escape arrive here first: both have a meaning while people are offered, Escape
        also while an address is edited."""
        if isinstance(event, QKeyEvent) and event.type() in {
            QEvent.Type.KeyPress,
            QEvent.Type.ShortcutOverride,
        }:
            if event.type() == QEvent.Type.ShortcutOverride:
                if event.key() == Qt.Key.Key_Escape and self._wants_escape():
                    event.accept()
                    return True
            elif self._take_key(event):
                event.accept()
                return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()
