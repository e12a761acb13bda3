"""Controls with a value. The wheel scrolls the page below them: it changes no value and no tab.

They are made here only; `tests/test_architecture.py` looks for others.
"""

from __future__ import annotations

from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QDateTimeEdit, QSpinBox, QTabBar


class Choice(QComboBox):
    """Combo box."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Number(QSpinBox):
    """Spin box."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Tabs(QTabBar):
    """Tab bar."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class DateAndTime(QDateTimeEdit):
    """Field for a date and a time of day."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
