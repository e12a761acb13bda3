"""Where widgets begin and end on the screen."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def of_one_width(one: QWidget, other: QWidget) -> bool:
    return edges(one) == edges(other)


def edges(widget: QWidget) -> tuple[int, int]:
    """Left and right on the screen, in pixels."""
    left = widget.mapToGlobal(widget.rect().topLeft()).x()
    return left, left + widget.width()
