"""Labels, rows and columns. The only place where a label is made and its text format is chosen.

Lengths are pixels; a role is one of the style sheet's.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.layout_scale import GROWS
from desktop_app.ui.widgets.theme import set_role


class Space(Enum):
    """Space between the parts of a row or column: `STRETCH` takes what is left."""

    STRETCH = auto()


STRETCH = Space.STRETCH
STYLE = -1
"""A gap or margins as the style has them; within another layout the gap is that one's."""

Button = tuple[str, Callable[[], object]]
"""A button that is still to be made: its words, and what it does."""

Piece = QWidget | QLayout | Space | int
Margins = int | tuple[int, int, int, int]
Box = TypeVar("Box", bound=QBoxLayout)
_FLAG = Qt.TextInteractionFlag


def plain(
    text: str = "", role: str = "", *, wrap: bool = False, select: bool = False, name: str = ""
) -> QLabel:
    """Label of plain text: mark-up in it is shown as written.

    `select` lets the pointer select the text; `name` is the accessible name.
    """
    label = QLabel(text, textFormat=Qt.TextFormat.PlainText, wordWrap=wrap)
    if role:
        set_role(label, role)
    if select:
        label.setTextInteractionFlags(_FLAG.TextSelectableByMouse)
    if name:
        label.setAccessibleName(name)
    return label


def wrap_within(label: QLabel, room: int, beside: tuple[QWidget, ...] = (), gap: int = 0) -> None:
    """Break the words of a label only where `room` pixels, less what stands `beside` it with a
    gap each, are too few for them."""
    for widget in beside:
        if not widget.isHidden():
            room -= gap + max(widget.sizeHint().width(), widget.minimumWidth())
    fits = label.fontMetrics().horizontalAdvance(label.text()) <= room
    if label.wordWrap() == fits:
        label.setWordWrap(not fits)
    least = (0, 0) if fits else (max(room, 0), label.heightForWidth(room))
    if (label.minimumWidth(), label.minimumHeight()) != least:
        label.setMinimumSize(*least)


def selectable(text: str, role: str = "") -> QLabel:
    """Wrapped label of plain text that pointer and keyboard can select; it takes the focus."""
    label = plain(text, role, wrap=True)
    label.setTextInteractionFlags(_FLAG.TextSelectableByMouse | _FLAG.TextSelectableByKeyboard)
    return label


def rich(html: str, *, name: str = "") -> QLabel:
    """Wrapped label of mark-up that the application made; words of a mail in it are escaped."""
    label = QLabel(html, textFormat=Qt.TextFormat.RichText, wordWrap=True)
    if name:
        label.setAccessibleName(name)
    return label


def row(
    *parts: Piece,
    owner: QWidget | None = None,
    gap: int = 0,
    margins: Margins = 0,
    fill: QWidget | QLayout | None = None,
) -> QHBoxLayout:
    """Horizontal layout of `parts`, the layout of `owner` if there is one.

    A number among the parts is empty space. `margins` are one number for all sides, or left, top,
    right, bottom. The part `fill` takes the length that is left.
    """
    box = QHBoxLayout(owner) if owner is not None else QHBoxLayout()
    return _filled(box, parts, gap, margins, fill)


def column(
    *parts: Piece,
    owner: QWidget | None = None,
    gap: int = 0,
    margins: Margins = 0,
    fill: QWidget | QLayout | None = None,
) -> QVBoxLayout:
    """Vertical layout of `parts`, otherwise as `row`."""
    box = QVBoxLayout(owner) if owner is not None else QVBoxLayout()
    return _filled(box, parts, gap, margins, fill)


def flow(*parts: QWidget, gap: int) -> QWidget:
    """Widget with its parts side by side, wrapped where the width is too small."""
    holder = QWidget()
    layout = FlowLayout(holder, gap)
    for part in parts:
        layout.addWidget(part)
    return holder


def clear(layout: QLayout) -> bool:
    """Take every part out of a layout; its widgets are hidden now and deleted soon. Whether one of
    them had the focus: the next one in the window has it then, whatever that is."""
    focus, had = QApplication.focusWidget(), False
    while item := layout.takeAt(0):
        if widget := item.widget():
            had = had or (focus is not None and (widget is focus or widget.isAncestorOf(focus)))
            widget.hide()
            widget.deleteLater()
    return had


def _filled(
    box: Box, parts: tuple[Piece, ...], gap: int, margins: Margins, fill: QWidget | QLayout | None
) -> Box:
    box.setSpacing(gap)
    box.setProperty(GROWS, STYLE not in (gap, margins))
    box.setContentsMargins(*(margins if isinstance(margins, tuple) else (margins,) * 4))
    for part in parts:
        stretch = int(part is fill)
        if isinstance(part, QWidget):
            box.addWidget(part, stretch)
        elif isinstance(part, QLayout):
            box.addLayout(part, stretch)
        elif isinstance(part, int):
            box.addSpacing(part)
        else:
            box.addStretch(1)
    return box


def hold_words(window: QWidget) -> None:
    """Make a window at least as high as its words need where they are wrapped, now and whenever
    they change: the least height that Qt gives it is that of unwrapped ones."""
    for widget in window.findChildren(QWidget):
        widget.ensurePolished()
    _Higher(window).grow()


class _Higher(QObject):
    """Makes a window higher when its layout asks for it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        window.installEventFilter(self)

    def grow(self) -> None:
        layout = self._window.layout()
        if layout is None or not layout.hasHeightForWidth():
            return
        layout.activate()
        least = layout.totalHeightForWidth(self._window.width())
        if least > self._window.height():
            self._window.resize(self._window.width(), least)
            fit_to_screen(self._window)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        del watched
        if event.type() == QEvent.Type.LayoutRequest:
            self.grow()
        return False


def fit_to_screen(window: QWidget) -> None:
    """Make a window that is larger than its screen as large as that has room, title bar included.
    One that was put back is made to fit by Qt."""
    title = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight, None, window)
    room = window.screen().availableSize() - QSize(0, title)
    window.resize(window.size().boundedTo(room))
