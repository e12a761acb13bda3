"""Editor of a draft's formatted body: what one does to it, its keys, its clipboard. What is pasted
becomes a document, and what is copied is one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QApplication

from desktop_app.mail.drafts.patches import LOST, loses_line_ends
from desktop_app.mail.reader.links import safe_target
from desktop_app.mail.rich.document import (
    Block,
    Document,
    Kind,
    ListKind,
    Mark,
    Picture,
    in_one_line,
    plain_document,
)
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.plain import plain
from desktop_app.mail.rich.reading import read_foreign, read_markup
from desktop_app.ui.review.rich_text import edits
from desktop_app.ui.review.rich_text.clipboard import (
    files_in,
    is_picture,
    pastes_words,
    picture_in,
    words_in,
)
from desktop_app.ui.review.rich_text.picture_surface import PictureSurface
from desktop_app.ui.review.rich_text.qt_document import put, read_selection
from desktop_app.ui.review.rich_text.qt_formats import link_of, marks_of, place_of
from desktop_app.ui.review.rich_text.typed_marks import after_sign, before_enter

OURS = "application/x-draftdesk-formatted"
_KEEP = QTextCursor.MoveMode.KeepAnchor
_PARAGRAPH = "\u2029"


class RichEditor(PictureSurface):
    """Formatted text that is edited. `markdown`: whether Markdown becomes what it means while it is
    typed. `files_given(paths)` and `picture_given` (see clipboard.picture_in) are for the pane,
    `told` is a sentence about what was pasted."""

    markdown = True
    files_given = Signal(list)
    picture_given = Signal(object)
    told = Signal(str)

    def insert_document(self, document: Document) -> None:
        """Put words in where the caret is, in place of what is selected."""
        cursor = self.textCursor()
        with edits.one_step(cursor):
            cursor.removeSelectedText()
            blocks = document.blocks
            if cursor.currentTable() is not None:
                blocks = (in_one_line(document),)
            if len(blocks) == 1 and blocks[0].kind is Kind.TEXT and not blocks[0].lists:
                self._insert_words(cursor, blocks[0])
            elif blocks:
                if cursor.block().text():
                    cursor.insertBlock()
                put(cursor, document, self.formats)
        self.setTextCursor(cursor)

    def _insert_words(self, cursor: QTextCursor, block: Block) -> None:
        """Words of one line stay in the line they are put into; with pictures, which code can't
        show, in one below it."""
        if any(isinstance(one, Picture) for one in block.inlines):
            edits.to_words(cursor, self.formats)
        place = place_of(cursor.block())
        for one in block.inlines:
            if isinstance(one, Picture):
                cursor.insertImage(self.formats.picture(one))
            else:
                form = self.formats.words(one.marks, one.link, place.kind)
                cursor.insertText(one.text.replace("\n", "\u2028"), form)

    def insert_line(self, text: str) -> None:
        """Put a line of its own where the caret is."""
        caret = self.textCursor()
        with edits.one_step(caret):
            if not caret.atBlockStart():
                caret.insertBlock()
            caret.insertText(text)
            caret.insertBlock()
        self.setTextCursor(caret)

    def look(self) -> edits.Look:
        """What the words at the caret are."""
        return edits.look_at(self.textCursor(), self.currentCharFormat())

    def toggle_mark(self, mark: Mark) -> None:
        cursor, look = self.textCursor(), self.look()
        on = mark not in look.marks
        if cursor.hasSelection():
            edits.set_mark(cursor, self.formats, mark, on=on)
        elif look.place.kind is not Kind.CODE:
            marks = look.marks | {mark} if on else look.marks - {mark}
            self.setCurrentCharFormat(self.formats.words(marks, look.link, look.place.kind))
        self.look_changed.emit()

    def toggle_list(self, kind: ListKind) -> None:
        self._change(lambda cursor: edits.toggle_list(cursor, self.formats, kind))

    def toggle_kind(self, kind: Kind) -> None:
        self._change(lambda cursor: edits.toggle_kind(cursor, self.formats, kind))

    def toggle_quote(self) -> None:
        self._change(lambda cursor: edits.toggle_quote(cursor, self.formats))

    def move_in(self, by: int) -> None:
        self._change(lambda cursor: edits.move_in(cursor, self.formats, by))

    def insert_rule(self) -> None:
        self._change(lambda cursor: edits.insert_rule(cursor, self.formats))

    def clear_formatting(self) -> None:
        """The selected words, or the line, without marks; a heading becomes a line."""

        def change(cursor: QTextCursor) -> None:
            if not cursor.hasSelection():
                cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            edits.clear_marks(cursor, self.formats)

        self._change(change, keep=True)

    def link_at_caret(self) -> tuple[str, str]:
        """The words and the target of the selection, or of the link at the caret."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            cursor = edits.link_around(cursor) or cursor
        return cursor.selectedText().replace(_PARAGRAPH, " "), self.look().link

    def set_link(self, words: str, target: str) -> None:
        """Make the selection, or the link at the caret, a link; with no words there the words are
        put in. Without a target it leads nowhere."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            cursor = edits.link_around(cursor) or cursor
        target = safe_target(target)
        with edits.one_step(cursor):
            if words and cursor.selectedText() != words:
                kind = place_of(cursor.block()).kind
                marks = marks_of(cursor.charFormat())
                cursor.insertText(words, self.formats.words(marks, target, kind))
            else:
                edits.set_link(cursor, self.formats, target)
        cursor.clearSelection()
        self.setTextCursor(cursor)
        self.setCurrentCharFormat(self.formats.words(self.look().marks, ""))

    def _change(self, work: Callable[[QTextCursor], object], *, keep: bool = False) -> None:
        if self.isReadOnly():
            return
        cursor = self.textCursor()
        work(cursor)
        if not keep:
            self.setTextCursor(cursor)
        self.look_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.isReadOnly() or not self._own_key(event):
            sign = event.text()
            typed = len(sign) == 1 and sign.isprintable() and not self.isReadOnly()
            if typed:
                self._leave_link()
            super().keyPressEvent(event)
            if typed and self.markdown and sign in " *`~_":
                cursor = self.textCursor()
                if not cursor.hasSelection() and after_sign(cursor, self.formats, sign):
                    self._take_cursor(cursor)

    def _own_key(self, event: QKeyEvent) -> bool:
        key, modifiers = event.key(), event.modifiers()
        none, shift = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
        plain_key = modifiers & ~Qt.KeyboardModifier.KeypadModifier == none
        cursor = self.textCursor()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain_key:
            if not (self.markdown and before_enter(cursor, self.formats)):
                edits.new_block(cursor, self.formats)
            self._take_cursor(cursor)
            self.ensureCursorVisible()
            return True
        if key == Qt.Key.Key_Backspace and plain_key and not cursor.hasSelection():
            if cursor.atBlockStart() and edits.to_plain_line(cursor, self.formats):
                self._take_cursor(cursor)
                return True
            return False
        if pastes_words(event):
            self.paste_words(QApplication.clipboard().mimeData())
            return True
        in_list = bool(place_of(cursor.block()).lists)
        if key == Qt.Key.Key_Tab and plain_key and in_list:
            self.move_in(1)
            return True
        if key == Qt.Key.Key_Backtab and modifiers == shift and in_list:
            self.move_in(-1)
            return True
        return False

    def focusNextPrevChild(self, onwards: bool) -> bool:
        """In a list Tab is a key of the text's."""
        if place_of(self.textCursor().block()).lists and not self.isReadOnly():
            return False
        return super().focusNextPrevChild(onwards)

    def _take_cursor(self, cursor: QTextCursor) -> None:
        """Go on at the cursor with its marks, and the looks of its block."""
        form = cursor.charFormat()
        self.setTextCursor(cursor)
        if not cursor.hasSelection():
            kind = place_of(cursor.block()).kind
            marks = frozenset() if kind is Kind.CODE else marks_of(form)
            self.setCurrentCharFormat(self.formats.words(marks, link_of(form), kind))

    def _leave_link(self) -> None:
        """What is typed behind a link, or behind code, is none of it."""
        cursor = self.textCursor()
        form: QTextCharFormat = self.currentCharFormat()
        if cursor.hasSelection() or not link_of(form):
            return
        after = QTextCursor(cursor)
        after.movePosition(QTextCursor.MoveOperation.NextCharacter, _KEEP)
        inside = after.hasSelection() and not after.atBlockStart()
        if not inside or link_of(after.charFormat()) != link_of(form):
            kind = place_of(cursor.block()).kind
            self.setCurrentCharFormat(self.formats.words(marks_of(form), "", kind))

    def createMimeDataFromSelection(self) -> QMimeData:
        found = read_selection(self.textCursor())
        html, data = markup(found), QMimeData()
        data.setText(plain(found))
        data.setHtml(html)
        data.setData(OURS, html.encode())
        return data

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Files that are dropped here are attached by the pane, never written as paths."""
        if files_in(source):
            return False
        words = source.hasHtml() or source.hasText() or source.hasFormat(OURS)
        return words or is_picture(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Structure is kept, dress is not."""
        if files := files_in(source):
            self.files_given.emit(files)
            return
        if is_picture(source):
            self.picture_given.emit(picture_in(source))
            return
        if source.hasFormat(OURS):
            found = read_markup(bytes(source.data(OURS).data()).decode("utf-8", "replace"))
        elif source.hasHtml():
            found = read_foreign(source.html())
        else:
            self._insert_text(source.text())
            return
        self.insert_document(found)
        self.ensureCursorVisible()

    def _insert_text(self, text: str) -> None:
        """An address put over words makes them a link; code stays code; else lines are lines."""
        if loses_line_ends(text):
            self.told.emit(LOST)
        cursor = self.textCursor()
        target = text.strip()
        address = target.startswith(("https://", "http://")) and len(target.split()) == 1
        if cursor.hasSelection() and address:
            edits.set_link(cursor, self.formats, safe_target(target))
            return
        if place_of(cursor.block()).kind is Kind.CODE:
            cursor.insertText(text)
        else:
            self.insert_document(plain_document(text))
        self.ensureCursorVisible()

    def paste_words(self, source: QMimeData) -> None:
        """Words alone, without looks of their own. Files have none, and go along."""
        if files_in(source):
            self.insertFromMimeData(source)
        elif text := words_in(source):
            self._insert_text(text)
