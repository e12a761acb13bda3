"""Pictures in formatted text: which one is meant, how large it is shown, and its changes, each one
step of undo."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextCursor, QTextDocument

from desktop_app.mail.rich.document import Picture
from desktop_app.ui.review.rich_text.edits import one_step
from desktop_app.ui.review.rich_text.qt_formats import HELD_SIGN, Formats, picture_of

LEAST = 16
"""Pixels of a picture that can still be taken hold of."""

STEP = 10
"""Per cent of its own width by which a key makes it larger or smaller."""

_KEEP = QTextCursor.MoveMode.KeepAnchor


@dataclass(frozen=True, slots=True)
class PictureSize:
    """Sizes in pixels: `shown` is the width in the text, `own` that of the file, 0 where the file
    could not be read."""

    shown: int
    own: int = 0

    @property
    def most(self) -> int:
        """The width beyond which the picture would be larger than it is."""
        return self.own or self.shown


def picture_at(document: QTextDocument, position: int) -> Picture | None:
    """The picture that stands at a place."""
    if position < 0 or document.characterAt(position) != HELD_SIGN:
        return None
    form = _over(document, position).charFormat()
    return picture_of(form.toImageFormat()) if form.isImageFormat() else None


def picture_meant(cursor: QTextCursor) -> int:
    """The place of the picture that is selected, else of that behind or before the caret; -1
    without one."""
    document, start = cursor.document(), cursor.selectionStart()
    if cursor.hasSelection():
        one = cursor.selectionEnd() - start == 1
        return start if one and picture_at(document, start) is not None else -1
    found = (p for p in (start, start - 1) if picture_at(document, p) is not None)
    return next(found, -1)


def change_picture(
    document: QTextDocument, position: int, formats: Formats, picture: Picture
) -> None:
    """Put a picture in place of the one there, as one step."""
    cursor = _over(document, position)
    with one_step(cursor):
        cursor.setCharFormat(formats.picture(picture))


def resized(picture: Picture, size: PictureSize, width: int) -> Picture:
    """The picture with another width, no larger than it is. Its own width is said by none."""
    width = max(LEAST, min(width, size.most))
    return replace(picture, width=0 if width == size.own else width)


def stepped(picture: Picture, size: PictureSize, by: int) -> Picture:
    """The picture larger or smaller by so many steps."""
    step = max(1, round(size.most * STEP / 100))
    return resized(picture, size, size.shown + by * step)


def select_picture(document: QTextDocument, position: int) -> QTextCursor:
    """A cursor over the picture there, with the caret at its beginning: behind it may be the next
    line, far below."""
    cursor = QTextCursor(document)
    cursor.setPosition(position + 1)
    cursor.setPosition(position, _KEEP)
    return cursor


def place_of_picture(document: QTextDocument, position: int, shape: float) -> QRectF:
    """Where a picture is drawn, in pixels of the document; `shape` is its height by its width."""
    block = document.findBlock(position)
    at = position - block.position()
    line = block.layout().lineForTextPosition(at)
    if not line.isValid():
        return QRectF()
    left, right = (line.cursorToX(each)[0] for each in (at, at + 1))  # type: ignore[index]
    wide = abs(right - left)
    origin = document.documentLayout().blockBoundingRect(block).topLeft()
    high = wide * shape
    top = line.y() + line.ascent() - high
    return QRectF(min(left, right), top, wide, high).translated(origin)


def said(picture: Picture, size: PictureSize) -> str:
    """What a screen reader says of a picture."""
    what = f"Picture: {picture.alt}." if picture.alt else "Picture without a description."
    return f"{what} {size.shown} pixels wide."


def _over(document: QTextDocument, position: int) -> QTextCursor:
    cursor = QTextCursor(document)
    cursor.setPosition(position)
    cursor.setPosition(position + 1, _KEEP)
    return cursor
