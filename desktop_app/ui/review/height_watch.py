"""Watch over the height of a review, for the parts that can do with less."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget


class HeightWatch(QObject):
    """Tells every one of `parts` whether `place` is lower than `least` pixels, now and whenever
    that changes: then a moment after it was resized, which takes its own time. A place that was
    not shown yet will be as high as what it is made in, so all is laid out once."""

    def __init__(
        self, place: QWidget, least: int, parts: tuple[Callable[[bool], object], ...]
    ) -> None:
        super().__init__(place)
        self._least, self._parts = least, parts
        self._short = False
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(lambda: self._tell(place.height()))
        place.installEventFilter(self)
        home: QWidget | None = place
        while home is not None and not home.isVisible():
            home = home.parentWidget()
        if home is not None:
            self._tell(home.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent) and event.type() == QEvent.Type.Resize:
            self._soon.start()
        return super().eventFilter(watched, event)

    def _tell(self, height: int) -> None:
        short = height < self._least
        if short != self._short:
            self._short = short
            for part in self._parts:
                part(short)
