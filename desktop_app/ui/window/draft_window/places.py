"""Where a draft's window stands: beside the main window where the screen has room, as large as the
last one was."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize

KEY = "look.draft_window"
GAP, STEP = 8, 32
"""Pixels between two windows, and from one window to the next of the same place."""


def size_of(words: str) -> QSize | None:
    """The size in pixels that a setting says (`760x820`); None where it says none."""
    wide, _, high = words.partition("x")
    if not (wide.isascii() and wide.isdecimal() and high.isascii() and high.isdecimal()):
        return None
    if len(words) > 11:
        return None
    size = QSize(int(wide), int(high))
    return size if size.width() and size.height() else None


def words_of(size: QSize) -> str:
    """A size as the setting has it."""
    return f"{size.width()}x{size.height()}"


def place_beside(main: QRect, room: QRect, wanted: QSize, least: QSize, others: int) -> QRect:
    """The place of a new window, in pixels of the screen: right of `main`, else left of it, less
    wide where that is needed, but no less than `least`; else over it. All of it is within `room`.
    Where `others` stand already it is moved a little."""
    size = wanted.boundedTo(room.size())
    right, left = room.right() - main.right() - GAP, main.left() - room.left() - GAP
    wide = right if right >= left or right >= size.width() else left
    step = STEP * (others % 6)
    if wide >= least.width():
        size.setWidth(min(size.width(), wide))
    if right >= size.width():
        at = QPoint(main.right() + 1 + GAP, main.top())
    elif left >= size.width():
        at = QPoint(main.left() - GAP - size.width() - 2 * step, main.top())
    else:
        at = QPoint(main.right() + 1 - size.width(), main.top() + STEP)
    at += QPoint(step, step)
    most = QPoint(room.right() + 1 - size.width(), room.bottom() + 1 - size.height())
    x, y = max(room.left(), min(at.x(), most.x())), max(room.top(), min(at.y(), most.y()))
    return QRect(QPoint(x, y), size)
