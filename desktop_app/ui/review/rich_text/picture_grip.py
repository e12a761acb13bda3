"""Corner of a selected picture, by which the pointer makes it larger or smaller. Its shape stays,
and nothing changes before the button is let go."""

from __future__ import annotations

from typing import Protocol, cast

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPen, QTextCursor
from PySide6.QtWidgets import QWidget

from desktop_app.ui.review.rich_text.picture_edits import LEAST, PictureSize, picture_meant
from desktop_app.ui.widgets.theme import Theme

REACH = 9
"""Pixels around the corner in which the pointer takes hold of it."""

_SIDE = 8
_LEFT = Qt.MouseButton.LeftButton


class Pictured(Protocol):
    """Editor whose pictures are sized; places are those of Qt's document."""

    def viewport(self) -> QWidget: ...
    def textCursor(self) -> QTextCursor: ...
    def isReadOnly(self) -> bool: ...
    def picture_place(self, position: int) -> QRectF: ...
    def picture_under(self, at: QPointF) -> int: ...
    def picture_size(self, position: int) -> PictureSize: ...
    def select_picture_at(self, position: int) -> None: ...
    def resize_picture(self, position: int, width: int) -> None: ...
    def want_picture(self, position: int) -> None: ...


class PictureGrip(QObject):
    """Watches the pointer over an editor: moves the corner, selects, asks by a double click."""

    def __init__(self, editor: Pictured, theme: Theme) -> None:
        super().__init__(cast("QWidget", editor))
        self._editor, self._theme = editor, theme
        self._moved: tuple[int, float, QRectF] | None = None
        """Place of the picture that is moved, where the pointer took hold, and how it was drawn."""
        self._wide = 0.0
        editor.viewport().installEventFilter(self)

    @property
    def moving(self) -> bool:
        return self._moved is not None

    def let_go(self) -> None:
        """Give up; the picture stays as it is."""
        self._moved = None
        self._editor.viewport().update()

    def place(self) -> QRectF:
        """Where the selected picture is drawn, in pixels of the view; empty without one."""
        cursor = self._editor.textCursor()
        at = picture_meant(cursor) if cursor.hasSelection() else -1
        return self._editor.picture_place(at) if at >= 0 else QRectF()

    def paint(self, painter: QPainter) -> None:
        """A frame around the selected picture with its corner, or around what it will be."""
        found = self.place()
        if found.isEmpty() or self._editor.isReadOnly():
            return
        if self._moved is not None:
            found = QRectF(found.topLeft(), found.size() * (self._wide / max(found.width(), 1.0)))
        colour, side = self._theme.colour("accent"), self._theme.px(_SIDE)
        painter.setPen(QPen(colour, 2))
        painter.drawRect(found)
        corner = found.bottomRight()
        painter.fillRect(QRectF(corner.x() - side / 2, corner.y() - side / 2, side, side), colour)

    def eventFilter(self, _: QObject, event: QEvent) -> bool:
        if not isinstance(event, QMouseEvent) or self._editor.isReadOnly():
            return False
        kind, at = event.type(), event.position()
        if kind == QEvent.Type.MouseButtonPress and event.button() == _LEFT:
            return self._take_hold(at) or self._select(at)
        if kind == QEvent.Type.MouseMove:
            return self._move(at)
        if kind == QEvent.Type.MouseButtonRelease and event.button() == _LEFT:
            return self._release()
        if kind == QEvent.Type.MouseButtonDblClick and event.button() == _LEFT:
            found = self._editor.picture_under(at)
            if found >= 0:
                self._editor.want_picture(found)
            return found >= 0
        return False

    def _near(self, at: QPointF) -> bool:
        found, reach = self.place(), self._theme.px(REACH)
        return not found.isEmpty() and (found.bottomRight() - at).manhattanLength() <= 2 * reach

    def _take_hold(self, at: QPointF) -> bool:
        if not self._near(at):
            return False
        found = self.place()
        self._moved = (picture_meant(self._editor.textCursor()), at.x(), found)
        self._wide = found.width()
        return True

    def _select(self, at: QPointF) -> bool:
        """A press selects the picture, where Qt would put the caret beside it and scroll there. One
        that is selected is Qt's, to be dragged elsewhere."""
        found = self._editor.picture_under(at)
        if found < 0 or self.place().contains(at):
            return False
        self._editor.select_picture_at(found)
        return True

    def _move(self, at: QPointF) -> bool:
        if self._moved is None:
            shape = Qt.CursorShape.SizeFDiagCursor if self._near(at) else Qt.CursorShape.IBeamCursor
            if self._editor.viewport().cursor().shape() != shape:
                self._editor.viewport().setCursor(shape)
            return False
        position, from_, drawn = self._moved
        size = self._editor.picture_size(position)
        wide = drawn.width() + at.x() - from_
        self._wide = max(float(LEAST), min(wide, float(size.most)))
        self._editor.viewport().update()
        return True

    def _release(self) -> bool:
        if self._moved is None:
            return False
        position, _, drawn = self._moved
        self._moved = None
        if round(self._wide) != round(drawn.width()):
            self._editor.resize_picture(position, round(self._wide))
        self._editor.viewport().update()
        return True
