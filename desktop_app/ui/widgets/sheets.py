"""Sheets: questions that hang at the top of their window, without a frame of their own."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QCursor, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QDialog, QWidget

from desktop_app.ui.widgets.theme import set_role

_PRESSES = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick})
_MOVED = frozenset({QEvent.Type.Move, QEvent.Type.Resize})


def hang(dialog: QDialog) -> None:
    """Make a dialog that is still to be opened a sheet of its parent's window. Where the desktop
    places windows itself (Wayland), it decides where the sheet hangs."""
    parent = dialog.parentWidget()
    if parent is None:
        return
    dialog.setWindowFlags(Qt.WindowType.Sheet | Qt.WindowType.FramelessWindowHint)
    set_role(dialog, "question")
    _Anchor(dialog, parent.window())
    dialog.finished.connect(lambda _: SecondClick(dialog, parent.window()))


class SecondClick(QObject):
    """The second half of a double click that has closed a sheet: it is no press on what lay below
    the sheet. Only what is pressed at the same place, and as fast as a double click, is let go."""

    def __init__(self, sheet: QDialog, window: QWidget) -> None:
        super().__init__(window)
        self._at = QCursor.pos()
        below, hints = window.windowHandle(), QGuiApplication.styleHints()
        if below is None or not sheet.frameGeometry().contains(self._at):
            self.deleteLater()
            return
        self._near = hints.startDragDistance()
        below.installEventFilter(self)
        QTimer.singleShot(hints.mouseDoubleClickInterval(), self, self.deleteLater)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        del watched
        if event.type() not in _PRESSES or not isinstance(event, QMouseEvent):
            return False
        away = (event.globalPosition().toPoint() - self._at).manhattanLength()
        return away <= self._near


class _Anchor(QObject):
    """Moves a sheet along with its window."""

    def __init__(self, sheet: QDialog, window: QWidget) -> None:
        super().__init__(sheet)
        self._sheet, self._window = sheet, window
        for widget in (sheet, window):
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        own = event.type() in {QEvent.Type.Show, QEvent.Type.Resize}
        if own if watched is self._sheet else event.type() in _MOVED:
            self._place()
        return False

    def _place(self) -> None:
        """In the middle of the window's upper edge."""
        ground = self._window.geometry()
        wide = self._sheet.width()
        at = QPoint(ground.left() + max(0, ground.width() - wide) // 2, ground.top())
        if self._sheet.pos() != at:
            self._sheet.move(at)
