"""Ring around the pane that a key has moved to, until the focus moves on."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Size


class PaneRing(QWidget):
    """Ring that lies over the window and takes no click."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme, self._window = theme, window
        self._pane: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._leave)
        self.hide()

    def show_around(self, pane: QWidget) -> None:
        self._leave()
        self._pane = pane
        pane.installEventFilter(self)
        self.setGeometry(QRect(pane.mapTo(self._window, QPoint()), pane.size()))
        self.raise_()
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A pane that moves or goes takes its ring away."""
        del watched
        if event.type() in {QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Hide}:
            self._leave()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter, width = QPainter(self), self._theme.px(Size.FOCUS)
        painter.setPen(QPen(self._theme.colour("accent"), width))
        half = width // 2
        painter.drawRect(self.rect().adjusted(half, half, -half, -half))

    def _leave(self) -> None:
        if self._pane is not None:
            self._pane.removeEventFilter(self)
            self._pane = None
            self.hide()
