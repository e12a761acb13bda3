"""Watch over the height of a review, for the parts that can do with less."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Size


class HeightWatch(QObject):
    """Tells every one of `parts` whether `place` is lower than `least` at the text's scale, now,
    whenever that changes, and after each change of the text's size: a moment later, since that
    takes its own time. A place that was not shown yet will be as high as what it is made
    in, so all is laid out once."""

    def __init__(
        self,
        theme: Theme,
        place: QWidget,
        least: Size,
        parts: tuple[Callable[[bool], object], ...],
    ) -> None:
        super().__init__(place)
        self._theme, self._least, self._parts = theme, least, parts
        self._short: bool | None = False
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(lambda: self._tell(place.height()))
        place.installEventFilter(self)
        theme.changed.connect(self._look_anew)
        home: QWidget | None = place
        while home is not None and not home.isVisible():
            home = home.parentWidget()
        if home is not None:
            self._tell(home.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent) and event.type() == QEvent.Type.Resize:
            self._soon.start()
        return super().eventFilter(watched, event)

    def _look_anew(self) -> None:
        """The text has another size: the gaps change, too."""
        self._short = None
        self._soon.start()

    def _tell(self, height: int) -> None:
        short = height < self._theme.px(self._least)
        if short != self._short:
            self._short = short
            for part in self._parts:
                part(short)
