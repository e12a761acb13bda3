"""Corner of a selected picture, by which the pointer makes it larger or smaller. Its shape stays,
and nothing changes before the button is let go."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Protocol, cast

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QPainter, QPen, QTextCursor
from PySide6.QtWidgets import QWidget

from desktop_app.mail.rich.document import Picture
from desktop_app.ui.review.rich_text.picture_edits import LEAST, PictureSize, picture_meant
from desktop_app.ui.widgets.theme import Theme

REACH = 9
"""Pixels around the corner in which the pointer takes hold of it."""

_SIDE = 10
"""Pixels of the corner, which lies inside: a wide picture ends where the text does."""

_LEFT = Qt.MouseButton.LeftButton


class Pictured(Protocol):
    """Editor whose pictures are sized; places are those of Qt's document."""

    def viewport(self) -> QWidget: ...
    def textCursor(self) -> QTextCursor: ...
    def isReadOnly(self) -> bool: ...
    def picture_there(self, position: int) -> Picture | None: ...
    def picture_place(self, position: int) -> QRectF: ...
    def picture_under(self, at: QPointF) -> int: ...
    def picture_size(self, position: int) -> PictureSize: ...
    def select_picture_at(self, position: int) -> None: ...
    def resize_picture(self, position: int, width: int) -> None: ...
    def want_picture(self, position: int) -> None: ...


@dataclass(frozen=True, slots=True)
class _Moved:
    """The picture that is moved and its place in the text, where the pointer took hold (pixels from
    the left), and how the picture was drawn then."""

    position: int
    picture: Picture | None
    start: float
    drawn: QRectF


class PictureGrip(QObject):
    """Watches the pointer over an editor: moves the corner, selects, asks by a double click."""

    def __init__(self, editor: Pictured, theme: Theme) -> None:
        super().__init__(cast("QWidget", editor))
        self._editor, self._theme = editor, theme
        self._moved: _Moved | None = None
        self._wide = 0.0
        self._pressed: QPointF | None = None
        """Where the selected picture was pressed."""
        self._ours = False
        """Whether the press was taken here: Qt is told nothing of its end then."""
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
        painter.fillRect(QRectF(corner.x() - side, corner.y() - side, side, side), colour)

    def eventFilter(self, _: QObject, event: QEvent) -> bool:
        if not isinstance(event, QMouseEvent) or self._editor.isReadOnly():
            return False
        kind, at = event.type(), event.position()
        if kind == QEvent.Type.MouseButtonPress and event.button() == _LEFT:
            self._ours = self._take_hold(at) or self._select(at)
            return self._ours
        if kind == QEvent.Type.MouseMove:
            return self._move(at)
        if kind == QEvent.Type.MouseButtonRelease and event.button() == _LEFT:
            ours, self._ours = self._ours, False
            return self._release(at) or ours
        if kind == QEvent.Type.MouseButtonDblClick and event.button() == _LEFT:
            found = self._editor.picture_under(at)
            self._ours = found >= 0
            if self._ours:
                self._editor.want_picture(found)
            return self._ours
        return False

    def _near(self, at: QPointF) -> bool:
        found, reach = self.place(), self._theme.px(REACH)
        return not found.isEmpty() and (found.bottomRight() - at).manhattanLength() <= 2 * reach

    def _take_hold(self, at: QPointF) -> bool:
        if not self._near(at):
            return False
        found = self.place()
        position = picture_meant(self._editor.textCursor())
        self._moved = _Moved(position, self._editor.picture_there(position), at.x(), found)
        self._wide = found.width()
        return True

    def _select(self, at: QPointF) -> bool:
        """A press selects the picture, where Qt would put the caret beside it and scroll there. One
        that is selected is Qt's, to be dragged elsewhere; it stays selected if it is not."""
        found = self._editor.picture_under(at)
        self._pressed = at if self.place().contains(at) else None
        if found < 0 or self._pressed is not None:
            return False
        self._editor.select_picture_at(found)
        return True

    def _move(self, at: QPointF) -> bool:
        if self._moved is None:
            shape = Qt.CursorShape.SizeFDiagCursor if self._near(at) else Qt.CursorShape.IBeamCursor
            if self._editor.viewport().cursor().shape() != shape:
                self._editor.viewport().setCursor(shape)
            return False
        size = self._editor.picture_size(self._moved.position)
        wide = self._moved.drawn.width() + at.x() - self._moved.start
        self._wide = max(float(LEAST), min(wide, float(size.most)))
        self._editor.viewport().update()
        return True

    def _release(self, at: QPointF) -> bool:
        if self._moved is None:
            pressed, self._pressed = self._pressed, None
            found = self._editor.picture_under(at) if pressed is not None else -1
            if pressed is not None and (pressed - at).manhattanLength() <= 3 and found >= 0:
                select = partial(self._editor.select_picture_at, found)
                QTimer.singleShot(0, self, select)  # behind Qt, which puts the caret there
            return False
        moved, self._moved = self._moved, None
        same = self._editor.picture_there(moved.position) == moved.picture  # not another draft's
        if same and round(self._wide) != round(moved.drawn.width()):
            self._editor.resize_picture(moved.position, round(self._wide))
        self._editor.viewport().update()
        return True
