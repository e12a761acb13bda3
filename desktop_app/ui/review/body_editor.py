"""The editor of a draft's own words: plain text that grows with what is written.

It is never scrolled inside itself: the whole body is laid out before it can be sent.
"""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QRect, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QResizeEvent, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QPlainTextEdit

from desktop_app.ui.theme import Theme, set_role
from desktop_app.ui.tokens import Size, Type

LEAST_LINES = 7
MOST_MEASURED = 2000
"""Paragraphs whose height is looked up after every change."""
_PARAGRAPH = "\u2029"


class BodyEditor(QPlainTextEdit):
    """`edited` by the person's hand; `caret_moved(QRect)` so that the page can follow it."""

    edited = Signal()
    caret_moved = Signal(QRect)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
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

    def text(self) -> str:
        """What is shown, no character changed (Qt's own plain text loses hard spaces)."""
        return self.document().toRawText().replace(_PARAGRAPH, "\n")

    def show_text(self, text: str) -> None:
        """Show stored text; when it is there already nothing moves and undo stays."""
        if self.text() == text:
            return
        place = self.textCursor().position()
        blocked = self.blockSignals(True)
        self.setPlainText(text)
        self.blockSignals(blocked)
        self._move_to(min(place, len(text)))
        self._grow()

    def replace_text(self, text: str) -> None:
        """Put another text in as the person's own change, which Ctrl+Z takes back."""
        if self.text() == text:
            return
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        cursor.endEditBlock()

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
        event.ignore()

    def _on_changed(self) -> None:
        self._grow()
        self.edited.emit()

    def _grow(self) -> None:
        """As high as its lines are, whatever script they are in."""
        least = LEAST_LINES * QFontMetricsF(self.font()).lineSpacing()
        frame = 2 * self.frameWidth() + 2 * round(self.document().documentMargin())
        height = round(max(least, self._text_height())) + frame + self._theme.px(24)
        if height != self.minimumHeight():
            self.setFixedHeight(height)

    def _text_height(self) -> float:
        """The sum of the lines; estimated from the first ones where there are very many."""
        height, measured, block = 0.0, 0, self.document().begin()
        while block.isValid() and measured < MOST_MEASURED:
            height += self.blockBoundingRect(block).height()
            measured += 1
            block = block.next()
        return height if not block.isValid() else height * self.blockCount() / measured * 1.1

    def _move_to(self, place: int) -> None:
        cursor = self.textCursor()
        cursor.setPosition(min(place, self.document().characterCount() - 1))
        self.setTextCursor(cursor)

    def _refont(self) -> None:
        self.setFont(self._theme.font(Type.BODY))
        self._grow()
