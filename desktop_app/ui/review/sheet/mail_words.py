"""Words of a mail on the page: an editor, or formatted text as it will arrive."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from desktop_app.model.draft import DraftContent
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.review.draft.draft_view import DraftView
from desktop_app.ui.review.sheet.body_editor import BodyEditor
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.theme import Theme


class MailWords(QObject):
    """Signal `edited`, by the person. The page lays out `body`, and for formatted text
    `formatted_body` and the strip `to_plain`."""

    edited = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.formatted = False
        self._plain = ""
        plain = ("Edit as plain text", self.edit_as_plain)
        text = "Formatted text, shown as it will arrive."
        self.to_plain = Strip(theme, "info", "info", text, buttons=(plain,))
        self.body = BodyEditor(theme)
        self.formatted_body = Reader(theme, "Formatted draft", {})
        self.body.edited.connect(self.edited)

    @property
    def shown(self) -> BodyEditor | Reader:
        return self.formatted_body if self.formatted else self.body

    def show_view(self, view: DraftView) -> None:
        """Show what is stored."""
        self.formatted, self._plain = view.formatted, view.text
        self.body.setVisible(not self.formatted)
        self.formatted_body.setVisible(self.formatted)
        self.to_plain.setVisible(self.formatted)
        if self.formatted and view.html:
            self.formatted_body.show_html(view.html)
        elif self.formatted:
            self.formatted_body.show_text(view.text)
        else:
            self.body.show_text(view.review.draft.content.body)

    def show_plain(self, text: str) -> None:
        """Show plain text in the editor."""
        self.formatted = False
        self.formatted_body.hide()
        self.to_plain.hide()
        self.body.show_text(text)
        self.body.show()

    def edit_as_plain(self) -> None:
        """Formatted text becomes plain text, by the person's own wish."""
        self.show_plain(self._plain)
        press(self.body)
        self.edited.emit()

    def into(self, content: DraftContent) -> DraftContent:
        """The content with the words of the editor; formatted ones are what they were."""
        if self.formatted:
            return content
        return replace(content, body=self.body.text(), content_type="text/plain")

    def length(self) -> int:
        """Characters of the words that are shown."""
        return self.shown.document().characterCount() - 1

    def in_view(self) -> tuple[int, int] | None:
        """The first and the last character, plus one, of the words that are on the screen."""
        words, port = self.shown, self.shown.viewport()
        seen = port.visibleRegion().boundingRect()
        line = words.fontMetrics().height()
        if seen.height() < line:
            return None
        top, bottom = seen.top() + line // 3, seen.bottom() - line // 3
        corners = ((seen.left(), top), (seen.right(), top))
        first = min(words.cursorForPosition(QPoint(x, y)).position() for x, y in corners)
        corners = ((seen.left(), bottom), (seen.right(), bottom))
        last = max(words.cursorForPosition(QPoint(x, y)).position() for x, y in corners)
        return first, last

    def show_from(self, place: int) -> None:
        """Scroll the editor to the words from a character on; formatted words do not scroll."""
        if not self.formatted:
            self.body.show_from(place)

    def place_in(self, page: QWidget, character: int) -> QPoint:
        """Where a character stands on the page."""
        cursor = QTextCursor(self.shown.document())
        cursor.setPosition(character)
        return self.shown.viewport().mapTo(page, self.shown.cursorRect(cursor).topLeft())
