"""Controls: their values, and whether an accessible action does what a click does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import shiboken6
from PySide6.QtCore import SIGNAL, QCoreApplication, QEventLoop
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QScrollBar,
    QTabBar,
    QToolButton,
    QWidget,
)

from desktop_app.settings import TABLE
from desktop_app.ui.widgets.every_widget import every_window
from tests.random_person.observer import named
from tests.random_person.world import World

CLICKED, TOGGLED = SIGNAL("clicked(bool)"), SIGNAL("toggled(bool)")
GROUP_TOGGLED = SIGNAL("idToggled(int,bool)")


def values(world: World) -> dict[str, object]:
    """What every control that can be seen is set to, and all settings, by name."""
    found: dict[str, object] = {key: world.house.settings.value(key) for key in TABLE}
    for top in every_window():
        if top.isVisible():
            for number, widget in enumerate(top.findChildren(QWidget)):
                value = _value(widget)
                if value is not None and widget.isVisible() and widget.window() is top:
                    found[f"{named(widget)} ({number} in {named(top)})"] = value
    return found


def _value(widget: QWidget) -> object:
    if isinstance(widget, QComboBox | QTabBar):
        return widget.currentIndex()
    if isinstance(widget, QAbstractSpinBox):
        return widget.text()
    if isinstance(widget, QAbstractSlider) and not isinstance(widget, QScrollBar):
        return widget.value()
    if isinstance(widget, QAbstractButton) and widget.isCheckable():
        return widget.isChecked()
    return None


@contextmanager
def lit_for_nothing(button: QAbstractButton, problems: list[str]) -> Iterator[None]:
    """A button that somebody waits for a click of must be clicked, not only change its look."""
    waited_for = button.receivers(CLICKED) > 0 or _action(button) is not None
    action = _action(button)
    group = button.group()
    follows_look = (
        button.receivers(TOGGLED) > 0
        or (action is not None and action.receivers(TOGGLED) > 0)
        or (group is not None and group.receivers(GROUP_TOGGLED) > 0)
    )
    opens = isinstance(button, QToolButton) and button.menu() is not None
    name = named(button)
    clicks: list[str] = []
    before = button.isChecked()
    button.clicked.connect(lambda *_: clicks.append(name))
    if action is not None:
        action.triggered.connect(lambda *_: clicks.append(name))
    yield
    if not waited_for or opens or follows_look:
        return
    waiting = QEventLoop.ProcessEventsFlag.WaitForMoreEvents
    while shiboken6.isValid(button) and button.isDown() and not clicks:
        QCoreApplication.processEvents(waiting)  # Qt lets go of it a moment later
    if not shiboken6.isValid(button) or not button.isVisible() or not button.isEnabled():
        return  # an answer has taken it away while it was down
    lit = button.isChecked() != before
    if not clicks:
        problems.append(f"[accessible] {name} was {'lit' if lit else 'pressed'} and did nothing")


def _action(button: QAbstractButton) -> QAction | None:
    action: QAction | None = None
    if isinstance(button, QToolButton):
        action = button.defaultAction()
    return action
