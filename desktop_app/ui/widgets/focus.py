"""Focus of the keyboard: moved by a press of the person, never by an answer that arrives later."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


def press(widget: QWidget) -> None:
    """The person has asked for this."""
    widget.setFocus(Qt.FocusReason.ShortcutFocusReason)


def holds(widget: QWidget) -> bool:
    """Whether the focus is on a widget or inside it."""
    focused = QApplication.focusWidget()
    return focused is not None and (focused is widget or widget.isAncestorOf(focused))


def hand_on(pane: QWidget, widget: QWidget) -> None:
    """An answer has filled a pane: the focus goes on inside it, if the press that asked for the
    pane has left it there."""
    if holds(pane):
        widget.setFocus(Qt.FocusReason.OtherFocusReason)
