"""Editor of a draft's body: plain text, which takes the height there is and scrolls by itself."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QEvent, QMimeData, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QTextEdit

from desktop_app.mail.claims.claim import Claim
from desktop_app.ui.widgets.invisible_marks import paint, places_in_view, units
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size, Type

LEAST_LINES, LINES_IN_SIGHT = 5, 8

MOST_MARKS = 200
EDGE = 2
"""Pixels around the text, in which the caret has its place."""

_PARAGRAPH = "\u2029"


class BodyEditor(QPlainTextEdit):
    """Editor with the signals `edited`, by the person, and `caret_moved(QRect)`, for the page."""

    edited = Signal()
    caret_moved = Signal(QRect)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._least = 0
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
        return super().event(event)

    def text(self) -> str:
        """What is shown, no character changed."""
        # WORKAROUND QPlainTextEdit.toPlainText makes spaces of no-break spaces;
        # https://doc.qt.io/qt-6/qtextdocument.html#toRawText; PySide6 6.11; remove when it does
        # not.
        return self.document().toRawText().replace(_PARAGRAPH, "\n")

    def show_text(self, text: str) -> None:
        """Show stored text; when it is there already nothing moves and undo stays."""
        if self.text() == text:
            return
        place = self.textCursor().position()
        blocked = self.blockSignals(True)
        self.setPlainText(text)
        self._move_to(min(place, len(text)))
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
        """Underline what no source says. The marks move with the text while it is edited."""
        marks: list[QTextEdit.ExtraSelection] = []
        text = self.text()
        for claim in doubts[:MOST_MARKS]:
            if text[claim.start : claim.end] != claim.words:
                continue
            mark = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(units(text[: claim.start]))
            cursor.setPosition(units(text[: claim.end]), QTextCursor.MoveMode.KeepAnchor)
            look = QTextCharFormat()
            look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
            look.setUnderlineColor(self._theme.colour("warning"))
            look.setToolTip(as_tooltip(f"In no source: {claim.words}"))
            mark.cursor, mark.format = cursor, look
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
        cursor, start = self.textCursor(), units(self.text()[:at])
        cursor.setPosition(start)
        cursor.setPosition(start + units(words), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """The text, and marks where it has invisible characters."""
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            paint(painter, places_in_view(self), self._theme.colour("warning"))

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Files that are dropped here are attached by the pane, never written as paths."""
        if any(url.isLocalFile() for url in source.urls()):
            return False
        return super().canInsertFromMimeData(source)

    def set_least(self, height: int, room: int = 0) -> None:
        """Take at least so many pixels; and `LINES_IN_SIGHT` where `room` has them."""
        height = max(height, min(room, self._high(LINES_IN_SIGHT)))
        if height != self._least:
            self._least = height
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """The least height: the page gives what is left."""
        height = max(self._least, self._high(LEAST_LINES) + self._theme.px(24))
        return QSize(self._theme.px(240), height)

    def _high(self, lines: int) -> int:
        """Pixels that so many lines take."""
        inner = ceil(lines * QFontMetricsF(self.font()).lineSpacing())
        return inner + 2 * self.frameWidth() + 2 * ceil(self.document().documentMargin())

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(80), self.sizeHint().height())

    def show_from(self, place: int) -> None:
        """Scroll so that the line of the character at `place` is the first one, but for one line
        that was there before."""
        block = self.document().findBlock(place)
        line = block.layout().lineForTextPosition(place - block.position()).lineNumber()
        self.verticalScrollBar().setValue(max(0, block.firstLineNumber() + max(0, line) - 1))

    def _move_to(self, place: int) -> None:
        cursor = self.textCursor()
        cursor.setPosition(min(place, self.document().characterCount() - 1))
        self.setTextCursor(cursor)
