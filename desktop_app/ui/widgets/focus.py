"""Focus of the keyboard: moved by a press of the person, never by an answer that arrives later."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton, QStackedWidget, QToolButton, QWidget

_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


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


def enter_presses(event: QKeyEvent) -> bool:
    """Enter, which nothing else has taken, presses the button that has the focus as Space does.
    Whether it did; held down it presses once. Qt leaves that to the desktop it runs on."""
    button = QApplication.focusWidget()
    bare = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if event.key() not in _ENTER or not bare:
        return False
    if not isinstance(button, QPushButton | QToolButton):
        return False
    if not event.isAutoRepeat():
        at_once = QToolButton.ToolButtonPopupMode.InstantPopup
        if isinstance(button, QToolButton) and button.menu() and button.popupMode() == at_once:
            button.showMenu()
        else:
            button.click()
    return True


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
