"""What both editors of a draft's words share: their least height, what is undone in them, and marks
over the text which are no part of it."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import (
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QAbstractScrollArea, QTextEdit

from desktop_app.ui.review.rich_text.clipboard import files_in, is_picture
from desktop_app.ui.widgets.invisible_marks import units
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme

LEAST_LINES, LINES_IN_SIGHT = 5, 8
MOST_MARKS = 200

if TYPE_CHECKING:
    _Base = QAbstractScrollArea
else:
    _Base = object


def _pastes_again(event: QKeyEvent) -> bool:
    """A held key that would attach the same files, or put in the same picture, once more."""
    if event.type() != QEvent.Type.KeyPress or not event.isAutoRepeat():
        return False
    if not event.matches(QKeySequence.StandardKey.Paste):
        return False
    held = QGuiApplication.clipboard().mimeData()
    return bool(files_in(held)) or is_picture(held)


class TextSurface(_Base):
    """Mixin of an editor of text."""

    _theme: Theme
    _least = 0

    if TYPE_CHECKING:

        def document(self) -> QTextDocument: ...
        def isReadOnly(self) -> bool: ...
        def textCursor(self) -> QTextCursor: ...
        def setTextCursor(self, cursor: QTextCursor, /) -> None: ...
        def extraSelections(self) -> list[QTextEdit.ExtraSelection]: ...
        def setExtraSelections(self, marks: Any, /) -> None: ...
        def text(self) -> str: ...

    @property
    def leaves_undo(self) -> bool:
        """Whether nothing was written here yet: Ctrl+Z is the window's then, as after the press of
        Send that opened the next draft."""
        document = self.document()
        return not document.isUndoAvailable() and not document.isRedoAvailable()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo = event.matches(QKeySequence.StandardKey.Undo)
            if undo and not self.isReadOnly() and self.leaves_undo:
                event.ignore()
                return True
        if isinstance(event, QKeyEvent) and _pastes_again(event):
            return True
        return super().event(event)

    def underline(self, places: Iterable[tuple[int, str]]) -> None:
        """Underline words, at their offsets in `text()`, as what no source says. The marks move
        with the text while it is edited."""
        marks: list[QTextEdit.ExtraSelection] = []
        for at, words in places:
            if len(marks) == MOST_MARKS:
                break
            look = QTextCharFormat()
            look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
            look.setUnderlineColor(self._theme.colour("warning"))
            look.setToolTip(as_tooltip(f"In no source: {words}"))
            mark = QTextEdit.ExtraSelection()
            mark.cursor, mark.format = self._selected(at, words), look
            marks.append(mark)
        self.setExtraSelections(marks)

    @property
    def marked(self) -> list[str]:
        """The words that are underlined now."""
        return [mark.cursor.selectedText() for mark in self.extraSelections()]

    def show_words(self, words: str) -> bool:
        """Select the first place of `words`; whether they are there."""
        at = self.text().find(words)
        if at < 0 or not words:
            return False
        self.setTextCursor(self._selected(at, words))
        return True

    def set_least(self, height: int, room: int = 0) -> None:
        """Take at least so many pixels; and `LINES_IN_SIGHT` where `room` has them."""
        height = max(height, min(room, self.high(LINES_IN_SIGHT)))
        if height != self._least:
            self._least = height
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """The least height: the page gives what is left."""
        height = max(self._least, self.high(LEAST_LINES) + self._theme.px(24))
        return QSize(self._theme.px(240), height)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(80), self.sizeHint().height())

    def high(self, lines: int) -> int:
        """Pixels that so many lines take."""
        inner = ceil(lines * QFontMetricsF(self.font()).lineSpacing())
        return inner + 2 * self.frameWidth() + 2 * ceil(self.document().documentMargin())

    def move_to(self, place: int) -> None:
        """The caret stands at a place of Qt's, or at the end where there is none."""
        cursor = self.textCursor()
        cursor.setPosition(min(place, self.document().characterCount() - 1))
        self.setTextCursor(cursor)

    def _selected(self, at: int, words: str) -> QTextCursor:
        cursor, start = QTextCursor(self.document()), units(self.text()[:at])
        cursor.setPosition(start)
        cursor.setPosition(start + units(words), QTextCursor.MoveMode.KeepAnchor)
        return cursor
