"""Geometry: what is shown is whole, stands beside its neighbours and has room for its words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QScrollBar,
    QSizeGrip,
    QSplitterHandle,
    QToolBar,
    QToolButton,
    QWidget,
)

from desktop_app.ui.widgets.every_widget import every_window
from tests.random_person.observer import named

LOOKED_AT = (QAbstractButton, QLabel, QLineEdit, QComboBox, QAbstractSpinBox)
SLACK = 2
"""Pixels a style may draw beyond, or round."""
OVER = ("toast", "popup")
"""Roles of what lies over the window on purpose."""


def faults() -> list[str]:
    """What is wrong in the windows that can be seen, each as one line."""
    found: list[str] = []
    for top in every_window():
        if top.isVisible() and not isinstance(top, QFileDialog):
            found += _clipped(top)
            found += _overlapping(top)
            found += _cut(top)
    return found


def _looked_at(top: QWidget) -> Iterator[QWidget]:
    for widget in top.findChildren(QWidget):
        own = isinstance(widget.parentWidget(), (QLineEdit, QComboBox, QAbstractSpinBox))
        seen = widget.isVisible() and not widget.size().isEmpty()
        if isinstance(widget, LOOKED_AT) and seen and not own:
            yield widget


def _clipped(top: QWidget) -> Iterator[str]:
    for widget in _looked_at(top):
        box, at = QRect(QPoint(0, 0), widget.size()), widget
        while (parent := at.parentWidget()) is not None and not at.isWindow():
            box.translate(at.pos())
            sides = _sides(parent)
            room = parent.rect().adjusted(-SLACK, -SLACK, SLACK, SLACK)
            if sides and not _within(box, room, sides):
                yield f"{named(widget)} is clipped by {named(parent)}: {_of(box)} in {_of(room)}"
                break
            if isinstance(parent.parentWidget(), QAbstractScrollArea):
                box = box.intersected(parent.rect())
                if box.isEmpty():
                    break  # scrolled away
            at = parent


def _sides(parent: QWidget) -> str:
    """Across which sides nothing may go: a page that scrolls is left out, up and down."""
    area = parent.parentWidget()
    if isinstance(area, QAbstractScrollArea) and parent is area.viewport():
        scrolls = area.horizontalScrollBar().maximum() > 0
        return "" if scrolls else "x"
    return "" if isinstance(parent, QToolBar) else "xy"


def _within(box: QRect, room: QRect, sides: str) -> bool:
    across = box.left() >= room.left() and box.right() <= room.right()
    down = box.top() >= room.top() and box.bottom() <= room.bottom()
    return ("x" not in sides or across) and ("y" not in sides or down)


def _overlapping(top: QWidget) -> Iterator[str]:
    families: dict[QWidget, list[QWidget]] = {}
    for widget in top.findChildren(QWidget):
        parent = widget.parentWidget()
        if parent is not None and widget.isVisible() and not widget.isWindow():
            families.setdefault(parent, []).append(widget)
    for parent, children in families.items():
        inside = isinstance(parent, (QAbstractScrollArea, QLineEdit, QComboBox, QAbstractSpinBox))
        if inside or isinstance(parent, QMainWindow) or _owns_its_face(parent):
            continue
        for one, other in combinations(children, 2):
            both = one.geometry().intersected(other.geometry())
            if both.width() > SLACK and both.height() > SLACK and not _lies_over(one, other):
                boxes = f"{_of(one.geometry())} and {_of(other.geometry())}"
                yield f"{named(one)} lies over {named(other)}: {boxes}"


def _owns_its_face(widget: QWidget) -> bool:
    """A button with a button in it, a chip with its cross."""
    return isinstance(widget, QAbstractButton)


def _lies_over(one: QWidget, other: QWidget) -> bool:
    for widget in (one, other):
        name = type(widget).__name__
        if widget.property("role") in OVER or "Toast" in name or "List" in name:
            return True
        if isinstance(widget, (QScrollBar, QSizeGrip, QSplitterHandle)):
            return True
    return False


def _cut(top: QWidget) -> Iterator[str]:
    for widget in _looked_at(top):
        if isinstance(widget, QLabel) and widget.text() and widget.pixmap().isNull():
            yield from _cut_label(widget)
        elif isinstance(widget, QPushButton | QToolButton) and _shows_words(widget):
            need = _words_wide(widget)
            if need > widget.width() + SLACK and "…" not in widget.text():
                yield f"{named(widget)} needs {need} px and has {widget.width()}"


def _shows_words(button: QAbstractButton) -> bool:
    if isinstance(button, QToolButton):
        style = button.toolButtonStyle()
        return bool(button.text()) and style != Qt.ToolButtonStyle.ToolButtonIconOnly
    return bool(button.text())


def _words_wide(button: QAbstractButton) -> int:
    text = button.text().replace("&&", "\0").replace("&", "").replace("\0", "&")
    width = button.fontMetrics().horizontalAdvance(text)
    beside = not button.icon().isNull()
    return width + (button.iconSize().width() if beside else 0)


def _cut_label(label: QLabel) -> Iterator[str]:
    margins = label.contentsMargins()
    room = label.contentsRect()
    if label.wordWrap():
        need = label.heightForWidth(label.width())
        if need > label.height() + SLACK:
            yield f"{named(label)} needs {need} px of height and has {label.height()}"
    elif label.textFormat() == Qt.TextFormat.PlainText and "…" not in label.text():
        lines = label.text().splitlines() or [""]
        need = max(label.fontMetrics().horizontalAdvance(line) for line in lines)
        if need > room.width() + SLACK:
            yield f"{named(label)} needs {need} px and has {room.width()} ({margins.left()} left)"


def _of(box: QRect) -> str:
    return f"{box.width()}×{box.height()}+{box.x()}+{box.y()}"
