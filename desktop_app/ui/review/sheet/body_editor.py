"""Editor of a draft's body: plain text, which takes the height there is and scrolls by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QRect, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QSizePolicy

from desktop_app.mail.claims.claim import Claim
from desktop_app.mail.drafts.patches import LOST, loses_line_ends
from desktop_app.mail.rich.plain import plain
from desktop_app.mail.rich.reading import read_foreign
from desktop_app.ui.review.rich_text.clipboard import (
    files_in,
    is_picture,
    pastes_words,
    picture_in,
    words_in,
)
from desktop_app.ui.review.rich_text.text_surface import TextSurface
from desktop_app.ui.widgets.invisible_marks import paint, places_in_view
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size, Type

EDGE = 2
"""Pixels around the text, in which the caret has its place."""

_QUOTED = re.compile(r">[> ]{0,40}")
_PARAGRAPH = "\u2029"


class BodyEditor(TextSurface, QPlainTextEdit):
    """Editor with the signals `edited`, by the person, and `caret_moved(QRect)`, for the page;
    `files_given(paths)` and `picture_given` (see clipboard.picture_in) for the pane, `told` a
    sentence about what was pasted."""

    files_given = Signal(list)
    picture_given = Signal(object)
    told = Signal(str)
    edited = Signal()
    caret_moved = Signal(QRect)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        set_role(self, "body")
        self.document().setDocumentMargin(EDGE)
        self.setAccessibleName("Draft body")
        self.setPlaceholderText("Write your mail")
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(self.wordWrapMode().WrapAtWordBoundaryOrAnywhere)
        theme.keep(self, self._measure)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.textChanged.connect(self.edited)
        self.cursorPositionChanged.connect(lambda: self.caret_moved.emit(self.cursorRect()))

    def _measure(self) -> None:
        self.setFont(self._theme.font(Type.BODY))
        self.setMaximumWidth(self._theme.px(Size.TEXT_WIDTH))

    def text(self) -> str:
        """What is shown, no character changed."""
        # WORKAROUND QPlainTextEdit.toPlainText makes spaces of no-break spaces;
        # https://doc.qt.io/qt-6/qtextdocument.html#toRawText; PySide6 6.11; remove when it does
        # not.
        return self.document().toRawText().replace(_PARAGRAPH, "\n")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter in a quoted line parts it, for words of one's own between the two."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        bare = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if enter and bare and not self.isReadOnly() and self._part_quote():
            return
        if pastes_words(event):
            self._paste_words(QApplication.clipboard().mimeData())
            return
        super().keyPressEvent(event)

    def _part_quote(self) -> bool:
        cursor = self.textCursor()
        mark = _QUOTED.match(cursor.block().text())
        if mark is None or cursor.hasSelection():
            return False
        if cursor.positionInBlock() < mark.end():
            return False
        cursor.beginEditBlock()
        if cursor.atBlockEnd():
            cursor.insertText("\n")
        else:
            cursor.insertText(f"\n\n{mark[0]}")
            cursor.movePosition(QTextCursor.MoveOperation.PreviousBlock)
        cursor.endEditBlock()
        self.setTextCursor(cursor)
        return True

    def stored(self) -> str:
        """What is shown, as it is stored."""
        return self.text()

    def source(self) -> str:
        """What is shown, as text that can be compared and merged."""
        return self.text()

    def replace_stored(self, text: str) -> None:
        """Put a stored text in as the person's own change."""
        self.replace_text(text)

    def replace_source(self, text: str) -> None:
        """Put such a text in as the person's own change."""
        self.replace_text(text)

    def show_text(self, text: str) -> None:
        """Show stored text; when it is there already nothing moves and undo stays."""
        if self.text() == text:
            return
        place = self.textCursor().position()
        blocked = self.blockSignals(True)
        self.setPlainText(text)
        self.move_to(min(place, len(text)))
        self.blockSignals(blocked)

    def replace_text(self, text: str) -> None:
        """Put another text in as the person's own change, which Ctrl+Z takes back."""
        if self.text() == text:
            return
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        cursor.endEditBlock()

    def insert_line(self, text: str) -> None:
        """Put a line of its own where the caret is."""
        caret = self.textCursor()
        before = "" if caret.atBlockStart() else "\n"
        caret.insertText(f"{before}{text}\n")
        self.setTextCursor(caret)

    def show_doubts(self, doubts: Sequence[Claim]) -> None:
        """Underline what no source says."""
        text = self.text()
        found = (each for each in doubts if text[each.start : each.end] == each.words)
        self.underline((each.start, each.words) for each in found)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The text, and marks where it has invisible characters."""
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            paint(
                painter,
                places_in_view(self, self.firstVisibleBlock()),
                self._theme.colour("warning"),
            )

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Files that are dropped here are attached by the pane, never written as paths."""
        if files_in(source):
            return False
        return super().canInsertFromMimeData(source) or source.hasHtml() or is_picture(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Files and pictures go along; of formatted text the words as they read best."""
        if files := files_in(source):
            self.files_given.emit(files)
        elif is_picture(source):
            self.picture_given.emit(picture_in(source))
        elif source.hasHtml() and not source.hasText():
            self.insertPlainText(plain(read_foreign(source.html())))
        else:
            if loses_line_ends(source.text()):
                self.told.emit(LOST)
            super().insertFromMimeData(source)

    def _paste_words(self, source: QMimeData) -> None:
        """Words without a sign of how they looked."""
        if self.isReadOnly():
            return
        if files_in(source) or source.hasText():
            self.insertFromMimeData(source)
        else:
            self.insertPlainText(words_in(source))

    def show_from(self, place: int) -> None:
        """Scroll so that the line of the character at `place` is the first one, but for one line
        that was there before."""
        block = self.document().findBlock(place)
        line = block.layout().lineForTextPosition(place - block.position()).lineNumber()
        self.verticalScrollBar().setValue(max(0, block.firstLineNumber() + max(0, line) - 1))
