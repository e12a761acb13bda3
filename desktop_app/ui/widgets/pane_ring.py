"""Ring around the pane that a key has moved to, until the next key, click or move of the focus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QWindow
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from desktop_app.ui.widgets.focused_events import FocusedEvents
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Size

_MOVED = frozenset({QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Hide})
_ACTS = frozenset({QEvent.Type.ShortcutOverride, QEvent.Type.MouseButtonPress})


class PaneRing(QWidget):
    """Ring that lies over the window and takes no click."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme, self._window = theme, window
        self._pane: QWidget | None = None
        self._keys = FocusedEvents(self)
        self._surface: QWindow | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._leave)
        self.hide()

    def show_around(self, pane: QWidget) -> None:
        self._leave()
        self._pane = pane
        pane.installEventFilter(self)
        self._keys.start()
        self._surface = self._window.windowHandle()  # every press of the mouse comes by it
        if self._surface is not None:
            self._surface.installEventFilter(self)
        self.setGeometry(QRect(pane.mapTo(self._window, QPoint()), pane.size()))
        self.raise_()
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The next act takes the ring away, and so does a pane that moves or goes."""
        moved = watched is self._pane and event.type() in _MOVED
        if moved or event.type() in _ACTS:
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
            self._keys.stop()
            if self._surface is not None and isValid(self._surface):
                self._surface.removeEventFilter(self)
            self._pane = self._surface = None
            self.hide()
