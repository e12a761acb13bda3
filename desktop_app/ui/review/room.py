"""How much height there is for a review, told to the parts that can do with less."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget


class Room(QObject):
    """Tells every one of `parts` whether `place` is lower than `least` pixels, now and whenever
    that changes."""

    def __init__(
        self, place: QWidget, least: int, parts: tuple[Callable[[bool], object], ...]
    ) -> None:
        super().__init__(place)
        self._least, self._parts = least, parts
        self._short: bool | None = None
        place.installEventFilter(self)
        self._tell(place.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent) and event.type() == QEvent.Type.Resize:
            self._tell(event.size().height())
        return super().eventFilter(watched, event)

    def _tell(self, height: int) -> None:
        short = height < self._least
        if short != self._short:
            self._short = short
            for part in self._parts:
                part(short)
