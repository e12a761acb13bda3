"""Focus of the keyboard: moved by a press of the person, never by an answer that arrives later."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QWidget


def press(widget: QWidget) -> None:
    """The person has asked for this. What stands in its place has the focus meanwhile: Qt would
    give it to the hidden widget, now without a ring and again whenever that is shown."""
    _in_front(widget).setFocus(Qt.FocusReason.ShortcutFocusReason)


def first_stop(page: QWidget) -> QWidget:
    """Where the focus belongs in a page: on itself, its proxy, or the first widget in it that takes
    the keyboard."""
    if page.focusProxy() is not None or page.focusPolicy() & Qt.FocusPolicy.TabFocus:
        return page
    for widget in page.findChildren(QWidget):
        takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if takes and widget.isVisibleTo(page) and widget.isEnabled():
            return widget
    return page


def holds(widget: QWidget) -> bool:
    """Whether its window's focus is on a widget or inside it, also while another window or
    another program is in front."""
    focused = widget.window().focusWidget()
    return focused is not None and (focused is widget or widget.isAncestorOf(focused))


def hand_on(pane: QWidget, widget: QWidget) -> None:
    """An answer has filled a pane: the focus goes on inside it, if the press that asked for the
    pane has left it there."""
    if holds(pane):
        widget.setFocus(Qt.FocusReason.OtherFocusReason)


def _in_front(widget: QWidget) -> QWidget:
    """Where the focus of a widget goes, or what is in front of that in a stack inside it."""
    goal = widget
    while (proxy := goal.focusProxy()) is not None:
        goal = proxy
    inside: QWidget | None = goal
    while inside is not None and inside is not widget:
        stack = inside.parentWidget()
        front = stack.currentWidget() if isinstance(stack, QStackedWidget) else None
        if front is not None and front is not inside:
            return front
        inside = stack
    return goal
