"""Editor of a draft's body: plain text, as high as it is long.

As tall as its text it is never scrolled inside itself, and Qt lays out all of it at once. A text
too long for that has a page of fixed height with a scroll bar: Qt lays out what is in sight.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QRect, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from desktop_app.mime.claims import Claim
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size, Type

LEAST_LINES = 7
PAGE_LINES = 24
"""Lines in sight of a text that is scrolled inside the editor."""

LONG_CHARS = 16_000
LONG_PARAGRAPHS = 600
"""A text with more than either is scrolled inside the editor: laying it out at once, which Qt
does whenever the width changes, would take too large a part of 50 ms."""

MOST_MARKS = 200

SHORT_AGAIN = 0.8
"""The part of both below which it is shown whole again, so that a word does not tip it over."""
_PARAGRAPH = "\u2029"


class BodyEditor(QPlainTextEdit):
    """Editor with the signals `edited`, by the person, and `caret_moved(QRect)`, for the page."""

    edited = Signal()
    caret_moved = Signal(QRect)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._long = False
        self._growing = False
        set_role(self, "body")
        self.setAccessibleName("Draft body")
        self.setPlaceholderText("Write your mail")
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(self.wordWrapMode().WrapAtWordBoundaryOrAnywhere)
        self.setFont(theme.font(Type.BODY))
        self.setMaximumWidth(theme.px(Size.TEXT_WIDTH))
        self.textChanged.connect(self._on_changed)
        self.cursorPositionChanged.connect(lambda: self.caret_moved.emit(self.cursorRect()))
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._grow())
        theme.changed.connect(self._refont)

    @property
    def scrolled(self) -> bool:
        """Whether the text is so long that it is scrolled inside the editor."""
        return self._long

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
        self._fit_mode(len(text), text.count("\n"))
        self.setPlainText(text)
        self.blockSignals(blocked)
        self._move_to(min(place, len(text)))
        self._grow()

    def replace_text(self, text: str) -> None:
        """Put another text in as the person's own change, which Ctrl+Z takes back."""
        if self.text() == text:
            return
        self._fit_mode(len(text), text.count("\n"))
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
            cursor.setPosition(claim.start)
            cursor.setPosition(claim.end, QTextCursor.MoveMode.KeepAnchor)
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
        self._move_to(at)
        cursor = self.textCursor()
        cursor.movePosition(
            QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, len(words)
        )
        self.setTextCursor(cursor)
        return True

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Files that are dropped here are attached by the pane, never written as paths."""
        if any(url.isLocalFile() for url in source.urls()):
            return False
        return super().canInsertFromMimeData(source)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._grow()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A long text moves under the wheel while the editor has the keyboard; the page else."""
        if self._long and self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def _on_changed(self) -> None:
        self._fit_mode(self.document().characterCount(), self.blockCount())
        self._grow()
        self.edited.emit()

    def _fit_mode(self, characters: int, paragraphs: int) -> None:
        """Whole or scrolled, by how much text there is or is about to be."""
        size = max(characters / LONG_CHARS, paragraphs / LONG_PARAGRAPHS)
        long = size > (SHORT_AGAIN if self._long else 1.0)
        if long == self._long:
            return
        self._long = long
        policy = Qt.ScrollBarPolicy
        bar = policy.ScrollBarAsNeeded if long else policy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(bar)
        if long:
            self._grow()

    def _grow(self) -> None:
        """As high as its lines are, whatever script they are in; or a page of a long text."""
        if self._growing:
            return  # looking a paragraph's height up lays it out, which is told as a new size
        self._growing = True
        line = QFontMetricsF(self.font()).lineSpacing()
        inner = PAGE_LINES * line if self._long else max(LEAST_LINES * line, self._text_height())
        frame = 2 * self.frameWidth() + 2 * round(self.document().documentMargin())
        height = round(inner) + frame + self._theme.px(24)
        if height != self.minimumHeight():
            self.setFixedHeight(height)
        self._growing = False

    def _text_height(self) -> float:
        """The sum of the paragraphs."""
        height, block = 0.0, self.document().begin()
        while block.isValid():
            height += self.blockBoundingRect(block).height()
            block = block.next()
        return height

    def _move_to(self, place: int) -> None:
        cursor = self.textCursor()
        cursor.setPosition(min(place, self.document().characterCount() - 1))
        self.setTextCursor(cursor)

    def _refont(self) -> None:
        self.setFont(self._theme.font(Type.BODY))
        self._grow()
