"""Formatted text with pictures that are sized and described: by the pointer, by keys, in a dialog.

Alt+Shift+Left and Down make the picture at the caret smaller, Alt+Shift+Right and Up larger, never
larger than it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QMenu

from desktop_app.mail.rich.document import Picture
from desktop_app.ui.reading.pictures import WIDEST
from desktop_app.ui.review.rich_text import picture_edits
from desktop_app.ui.review.rich_text.edits import one_step, to_words
from desktop_app.ui.review.rich_text.picture_edits import PictureSize, picture_at, picture_meant
from desktop_app.ui.review.rich_text.picture_grip import PictureGrip
from desktop_app.ui.review.rich_text.rich_view import RichView
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.theme import Theme

_STEPS: Mapping[Qt.Key, int] = MappingProxyType(
    {Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1}
)
_SIZING = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier


DROP_WIDTH = 2
"""Pixels of the mark where a drop would go."""


@dataclass(frozen=True, slots=True)
class PutIn:
    """A picture to be shown: `own` is the width and height of its file in pixels."""

    cid: str
    image: QImage
    own: tuple[int, int]


class PictureSurface(RichView):
    """View with the signal `picture_wanted(position)`: somebody asks for the size and description
    of the picture there."""

    picture_wanted = Signal(int)

    def __init__(self, theme: Theme) -> None:
        self._spoken = -1
        self._drop: QTextCursor | None = None
        super().__init__(theme)
        self.grip = PictureGrip(self, theme)
        self.customContextMenuRequested.connect(self._mean)
        self.cursorPositionChanged.connect(self._speak)
        self._framed = False
        self.selectionChanged.connect(self._frame_anew)

    def put_pictures(self, given: Sequence[PutIn], at: QTextCursor) -> None:
        """Show pictures at a place, as one step. One that is made smaller to be shown keeps that
        width in the mail. A caret elsewhere stays where it is."""
        self.show_pictures({p.cid: p.image for p in given}, {p.cid: p.own for p in given})
        own = self.textCursor() == at
        with one_step(at):
            to_words(at, self.formats)
            for each in given:
                width = each.image.width() if each.image.width() >= WIDEST else 0
                at.insertImage(self.formats.picture(Picture(each.cid, width=width)))
        if own or self.textCursor() == at:
            self.setTextCursor(at)
            self.ensureCursorVisible()

    def drop_place(self, at: QPoint) -> QTextCursor:
        """Where something dropped at a point of the view would go; it is marked until
        `forget_drop`."""
        self._drop = self.cursorForPosition(at)
        self.viewport().update()
        return QTextCursor(self._drop)

    def forget_drop(self) -> None:
        """Nothing is dragged over the text any more."""
        self._drop = None
        self.viewport().update()

    def picture_meant(self) -> int:
        """The place of the picture that is selected or at the caret; -1 without one."""
        return picture_meant(self.textCursor())

    def picture_there(self, position: int) -> Picture | None:
        return picture_at(self.document(), position)

    def picture_size(self, position: int) -> PictureSize:
        """How large the picture at a place is shown, and how large it is."""
        picture = self.picture_there(position)
        own = self.own_sizes.get(picture.cid, (0, 0))[0] if picture is not None else 0
        drawn = round(self.picture_place(position).width())
        said = picture.width if picture is not None else 0
        return PictureSize(said or min(own or drawn, drawn or own), own)

    def picture_place(self, position: int) -> QRectF:
        """Where a picture is drawn, in pixels of the view; empty without one."""
        picture = self.picture_there(position)
        if picture is None:
            return QRectF()
        image = self.pictures.get(picture.cid)
        shape = image.height() / image.width() if image is not None and image.width() else 1.0
        found = picture_edits.place_of_picture(self.document(), position, shape)
        across, down = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        return found.translated(-across, -down)

    def picture_under(self, at: QPointF) -> int:
        """The place of the picture below a point of the view; -1 without one."""
        near = self.cursorForPosition(at.toPoint()).position()
        for position in (near, near - 1):
            if self.picture_place(position).contains(at):
                return position
        return -1

    def select_picture_at(self, position: int) -> None:
        """Select the picture there."""
        with self._staying(position):
            self.setTextCursor(picture_edits.select_picture(self.document(), position))

    @contextmanager
    def _staying(self, position: int) -> Iterator[None]:
        """What is in sight of the picture there stays where it is: the caret beside a tall one
        would scroll it away."""
        seen = self.picture_place(position).intersects(QRectF(self.viewport().rect()))
        bar = self.verticalScrollBar()
        before = bar.value()
        yield
        if seen:
            bar.setValue(before)

    def want_picture(self, position: int) -> None:
        self.picture_wanted.emit(position)

    def change_picture(self, position: int, picture: Picture) -> None:
        """Give the picture there another width or description, which Ctrl+Z takes back."""
        before = self.picture_there(position)
        if before is None or self.isReadOnly() or before == picture:
            return
        with self._staying(position):
            picture_edits.change_picture(self.document(), position, self.formats, picture)
            self.select_picture_at(position)
        self.viewport().update()

    def resize_picture(self, position: int, width: int) -> None:
        """Show the picture there so many pixels wide, no wider than it is."""
        picture = self.picture_there(position)
        if picture is not None:
            size = self.picture_size(position)
            self._set_width(position, picture_edits.resized(picture, size, width))

    def _set_width(self, position: int, picture: Picture) -> None:
        self.change_picture(position, picture)
        announce(self, f"{self.picture_size(position).shown} pixels wide.")

    def createStandardContextMenu(self, *place: QPoint) -> QMenu:
        """With *Picture…* on top where one is meant."""
        menu, found = super().createStandardContextMenu(*place), self.picture_meant()
        if found >= 0 and not self.isReadOnly():
            first = menu.actions()[0] if menu.actions() else None
            entry = menu.addAction("Picture…", lambda: self.picture_wanted.emit(found))
            if first is not None:
                menu.insertAction(first, entry)
                menu.insertSeparator(first)
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.grip.moving:
            self.grip.let_go()
            return
        found = self.picture_meant() if event.modifiers() == _SIZING else -1
        step = _STEPS.get(Qt.Key(event.key()), 0)
        picture = self.picture_there(found)
        if picture is None or not step or self.isReadOnly():
            super().keyPressEvent(event)
            return
        size = self.picture_size(found)
        self._set_width(found, picture_edits.stepped(picture, size, step))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The text, the corner of the selected picture, and where a drop would go."""
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            self.grip.paint(painter)
            if self._drop is not None:
                place = self.cursorRect(self._drop)
                place.setWidth(DROP_WIDTH)
                painter.fillRect(place, self._theme.colour("accent"))

    def _frame_anew(self) -> None:
        """The frame of a picture is drawn beyond it, where nothing else has changed."""
        before, self._framed = self._framed, not self.grip.place().isEmpty()
        if before or self._framed:
            self.viewport().update()

    def _mean(self, place: QPoint) -> None:
        """The menu is about the picture below the pointer."""
        found = self.picture_under(QPointF(place))
        if found >= 0:
            self.select_picture_at(found)

    def _speak(self) -> None:
        """A screen reader hears what the picture is that the caret has come to, or that is
        selected: the text has one sign for it, which says nothing."""
        cursor = self.textCursor()
        found = picture_meant(cursor) if cursor.hasSelection() else cursor.position()
        picture = self.picture_there(found)
        if picture is None:
            self._spoken = -1
        elif found != self._spoken and self.hasFocus():
            self._spoken = found
            announce(self, picture_edits.said(picture, self.picture_size(found)))
