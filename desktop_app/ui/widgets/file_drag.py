"""Button whose file can be dragged out of the window.

The file is made when the dragging begins, by whoever owns the button; the drag starts when it is
there, if the pointer is still held.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QApplication, QListView, QToolButton, QWidget


class FileButton(QToolButton):
    """`dragged` when the pointer begins to drag it: `drag(path)` is the answer. Its menu opens by
    the arrow beside it, by the menu key, by a right click and with the key Down."""

    dragged = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._from: QPoint | None = None
        self.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        left = event.button() == Qt.MouseButton.LeftButton
        self._from = event.position().toPoint() if left else None
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        held = bool(event.buttons() & Qt.MouseButton.LeftButton)
        if held and self._from is not None:
            way = event.position().toPoint() - self._from
            if way.manhattanLength() >= QApplication.startDragDistance():
                self._from = None
                self.setDown(False)
                self.dragged.emit()
            return
        super().mouseMoveEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()
        self.showMenu()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and not event.modifiers():
            self.showMenu()
            return
        super().keyPressEvent(event)

    def drag(self, path: Path) -> None:
        """Let the file be dropped somewhere, if the pointer is still held."""
        if QApplication.mouseButtons() & Qt.MouseButton.LeftButton:
            DragSource(path, self).begin()


class DragSource(QListView):
    """View that is never shown, whose one row is dragged: what drags in Qt is a view."""

    def __init__(self, path: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        self.setModel(_OneFile(path, self))
        self.setSelectionMode(QListView.SelectionMode.SingleSelection)
        self.setDragEnabled(True)
        self.setDefaultDropAction(Qt.DropAction.CopyAction)
        self.selectAll()
        self.setCurrentIndex(self.model().index(0, 0))

    def begin(self) -> None:
        """Returns when the file was dropped or the drag was given up; events are handled
        meanwhile. Only a copy is offered."""
        self.startDrag(Qt.DropAction.CopyAction)
        self.deleteLater()


class _OneFile(QStandardItemModel):
    def __init__(self, path: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self._path = path
        self.appendRow(QStandardItem(path.name))

    def mimeData(self, indexes: object) -> QMimeData:
        del indexes
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(self._path))])
        return data
