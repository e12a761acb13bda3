"""Places: what can be pressed in a window, and where it is."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QWidget,
)

from tests.random_person.observer import named

Place = tuple[QWidget, QRect, str]
"""A widget, where in it a press belongs, and what the place is called."""

HEAVY = ("Original", "original", "source", "lose it")
"""What starts the web engine, which has its own tests; and what gives typed text up for good."""
KINDS = (
    QAbstractButton,
    QLineEdit,
    QTextEdit,
    QPlainTextEdit,
    QComboBox,
    QAbstractSpinBox,
    QAbstractItemView,
    QTabBar,
    QMenuBar,
    QMenu,
)


def places_of(top: QWidget) -> list[Place]:
    """All that can be pressed in a window. What something else lies over can't be."""
    found: list[Place] = []
    for widget in [top, *top.findChildren(QWidget)]:
        if not shiboken6.isValid(widget):
            continue  # an answer has taken it away meanwhile
        takes = isinstance(widget, KINDS) or widget.focusPolicy() & Qt.FocusPolicy.ClickFocus
        if takes and widget.isVisible() and widget.isEnabled() and widget.window() is top:
            found += [part for part in parts_of(widget) if _uncovered(top, *part[:2])]
    return found


def _uncovered(top: QWidget, widget: QWidget, box: QRect) -> bool:
    hit = top.childAt(widget.mapTo(top, box.center()))
    return hit is None or hit is widget or widget.isAncestorOf(hit)


def parts_of(widget: QWidget) -> list[Place]:
    """The places of one widget: its rows, its entries, or all of it that is in sight."""
    name = named(widget)
    if any(word in name for word in HEAVY):
        return []
    if isinstance(widget, QMenu | QMenuBar):
        return [
            (widget, widget.actionGeometry(action), action.text())
            for action in widget.actions()
            if action.isVisible() and action.isEnabled() and not action.isSeparator()
            and not any(word in action.text() for word in HEAVY)
        ]  # fmt: skip
    sight = widget.visibleRegion().boundingRect()
    if isinstance(widget, QAbstractItemView):
        model = widget.model()
        rows = [model.index(row, 0) for row in range(min(model.rowCount(), 12))]
        view, boxes = widget.viewport(), [widget.visualRect(index) for index in rows]
        seen = view.visibleRegion().boundingRect()
        return [
            (view, box.intersected(seen), f"row {n} of {name}")
            for n, box in enumerate(boxes)
            if box.intersects(seen)
        ]
    if isinstance(widget, QTextEdit | QPlainTextEdit):
        view = widget.viewport()
        widget, sight = view, view.visibleRegion().boundingRect()
    return [(widget, sight, name)] if not sight.isEmpty() else []
