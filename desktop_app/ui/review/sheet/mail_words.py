"""Words of a mail on the page: plain or formatted text in an editor, or the layout of somebody else
as it will arrive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum, auto

from PySide6.QtCore import QObject, QPoint, QRect, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QToolButton, QWidget

from desktop_app.mail.rich.document import Block, Picture, normal, plain_document
from desktop_app.mail.rich.plain import plain
from desktop_app.mail.rich.reading import own_document, read_foreign
from desktop_app.model.draft import DraftContent
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.review.draft.draft_view import HTML, PLAIN, DraftView
from desktop_app.ui.review.rich_text.format_bar import FormatBar
from desktop_app.ui.review.rich_text.link_dialog import LinkDialog
from desktop_app.ui.review.rich_text.picture_dialog import PictureDialog
from desktop_app.ui.review.rich_text.rich_editor import RichEditor
from desktop_app.ui.review.rich_text.same_place import place_behind, words_before
from desktop_app.ui.review.rich_text.selection_bar import SelectionBar
from desktop_app.ui.review.sheet.body_editor import BodyEditor
from desktop_app.ui.widgets.dialogs import confirm
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.theme import Theme, set_role

FOREIGN = "Formatted elsewhere, shown as it will arrive. Editing keeps its words, links and lists."


LOST = (
    "Bold and other marks, headings and tables are lost; lists keep their signs, and where a link "
    "leads is written behind it."
)


class Shown(Enum):
    """What the words are shown in: the two editors, or the Reader for the layout of others."""

    PLAIN = auto()
    RICH = auto()
    FOREIGN = auto()


class MailWords(QObject):
    """Signals `edited`, by the person, `caret_moved(QRect)`, and `shown_changed` when the words are
    shown in another widget. `bar_wanted` says whether a bar comes up beside selected words. The
    page lays out `body`, `rich` with its `bar`, `formatted_body` and the strip `to_plain`."""

    edited = Signal()
    caret_moved = Signal(QRect)
    shown_changed = Signal()

    def __init__(
        self, theme: Theme, parent: QWidget, bar_wanted: Callable[[], bool] = lambda: True
    ) -> None:
        super().__init__(parent)
        self.shown_in = Shown.PLAIN
        self._foreign = ""
        self._short = False
        buttons = (("Edit", self.edit_formatted), ("Edit as plain text", self.edit_as_plain))
        self.to_plain = Strip(theme, "info", "info", FOREIGN, buttons=buttons)
        self.body = BodyEditor(theme)
        self.rich = RichEditor(theme)
        self.bar = FormatBar(theme, self.rich)
        self.bar.link_wanted.connect(self._ask_for_link)
        self.bar.plain_wanted.connect(self.ask_for_plain)
        self.rich.picture_wanted.connect(self.ask_for_picture)
        self.near = SelectionBar(theme, self.rich, bar_wanted)
        self.near.link_wanted.connect(self._ask_for_link)
        self.format = QToolButton(parent)
        set_role(self.format, "narrow")
        theme.put_icon(self.format, "formatted", "second")
        self.format.setAccessibleName("Format the text")
        self.format.setToolTip("Format the text")
        self.format.clicked.connect(self.edit_formatted)
        self.formatted_body = Reader(theme, "Formatted draft", {})
        self.rich.hide()
        self.bar.hide()
        for editor in self.editors:
            editor.edited.connect(self.edited)
            editor.caret_moved.connect(self.caret_moved)

    @property
    def formatted(self) -> bool:
        """Whether it is the layout of others, which is shown and not edited here."""
        return self.shown_in is Shown.FOREIGN

    @property
    def editors(self) -> tuple[BodyEditor | RichEditor, ...]:
        return self.body, self.rich

    @property
    def editor(self) -> BodyEditor | RichEditor:
        """The editor of these words; for the layout of others one that is hidden."""
        return self.rich if self.shown_in is Shown.RICH else self.body

    @property
    def shown(self) -> BodyEditor | RichEditor | Reader:
        return self.formatted_body if self.formatted else self.editor

    @property
    def content_type(self) -> str:
        return PLAIN if self.shown_in is Shown.PLAIN else HTML

    def show_view(self, view: DraftView) -> None:
        """Show what is stored."""
        content = view.review.draft.content
        if not view.formatted or view.own:
            self.show_words(content)
            return
        self._show_in(Shown.FOREIGN)
        self._foreign = content.body
        if view.html:
            self.formatted_body.show_html(view.html)
        else:
            self.formatted_body.show_text(view.text)

    def show_words(self, content: DraftContent) -> None:
        """Show the words of a draft in their editor."""
        formatted = content.content_type == HTML
        with self._writing_on():
            self._show_in(Shown.RICH if formatted else Shown.PLAIN)
            if formatted:
                self.rich.show_html(content.body)
            else:
                self.body.show_text(content.body)

    def put_words(self, content: DraftContent) -> None:
        """Show other words as the person's own change."""
        if content.content_type == self.content_type and not self.formatted:
            self.editor.replace_stored(content.body)
        else:
            self.show_words(content)
        self.edited.emit()

    def take_in(self, quoted: str) -> None:
        """Put a quote below the words, as the person's own change, and the caret at its first
        line."""
        if self.shown_in is Shown.RICH:
            quote = own_document(quoted) if quoted.startswith("<") else plain_document(quoted)
            mine, theirs = self.rich.content().blocks, quote.blocks if quote else ()
            apart = (Block(),) if mine else ()
            self.rich.replace_document(normal([*mine, *apart, *theirs]))
            lines = len(mine) + len(apart)
        elif self.shown_in is Shown.PLAIN:
            text = self.body.text().rstrip("\n")
            self.body.replace_text("\n\n".join(part for part in (text, quoted) if part))
            lines = text.count("\n") + 2 if text else 0
        else:
            return
        editor = self.editor
        editor.move_to(editor.document().findBlockByNumber(lines + 1).position())
        press(editor)

    def edit_formatted(self) -> None:
        """The layout of others, or plain text, becomes formatted text, by the person's own wish."""
        if self.shown_in is Shown.RICH:
            return
        if self.formatted:
            document = read_foreign(self._foreign)
        else:
            document = plain_document(self.body.text())
        before = words_before(self.body.textCursor())
        self.rich.show_document(document)
        self._go_on(Shown.RICH, before)

    def edit_as_plain(self) -> None:
        """Formatted text becomes plain text, by the person's own wish."""
        found = read_foreign(self._foreign) if self.formatted else self.rich.content()
        before = words_before(self.rich.textCursor())
        self.body.show_text(plain(found))
        self._go_on(Shown.PLAIN, before)

    def _go_on(self, shown: Shown, before: str) -> None:
        """The person writes in the other kind of text, at the same place as in the one before; of
        the layout of others at its beginning."""
        of_others = self.formatted
        self._show_in(shown)
        press(self.editor)
        self.editor.move_to(0 if of_others else place_behind(self.editor.document(), before))
        self.edited.emit()

    def ask_for_plain(self) -> None:
        """Formatted text becomes plain text, once the person has said so. Nothing is asked where
        nothing would be lost."""
        if self.shown_in is Shown.PLAIN:
            return
        if self.formatted or self.rich.content().is_plain:
            self.edit_as_plain()
            return
        confirm(self.rich, "Make this plain text?", LOST, "Make plain text", self.edit_as_plain)

    def _ask_for_link(self) -> None:
        words, target = self.rich.link_at_caret()
        LinkDialog(self.rich, words, target, self.rich.set_link)

    def ask_for_picture(self, position: int) -> None:
        """Ask for the size and the description of the picture at a place of the text."""
        picture = self.rich.picture_there(position)
        if picture is None or self.rich.isReadOnly():
            return

        def change(wanted: Picture) -> None:
            """While it was asked for, words may have been put in before it."""
            at = cursor.selectionStart()
            there = self.rich.picture_there(at)
            if there is not None and there.cid == picture.cid:
                self.rich.change_picture(at, wanted)

        self.rich.select_picture_at(position)
        cursor = self.rich.textCursor()
        PictureDialog(self.rich, picture, self.rich.picture_size(position), change)

    def into(self, content: DraftContent) -> DraftContent:
        """The content with the words of the editor; those of others are what they were."""
        if self.formatted:
            return content
        return replace(content, body=self.editor.stored(), content_type=self.content_type)

    def set_read_only(self, read_only: bool) -> None:
        for editor in self.editors:
            editor.setReadOnly(read_only)
        self.bar.setEnabled(not read_only)
        self.format.setEnabled(not read_only)
        self.to_plain.setEnabled(not read_only)

    def set_short(self, short: bool) -> None:
        """On a low window the menu alone offers to format."""
        self._short = short
        self.format.setVisible(self.shown_in is Shown.PLAIN and not short)

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
        """Scroll the editor to the words from a character on; those of others do not scroll."""
        if not self.formatted:
            self.editor.show_from(place)

    def place_in(self, page: QWidget, character: int) -> QPoint:
        """Where a character stands on the page."""
        cursor = QTextCursor(self.shown.document())
        cursor.setPosition(character)
        return self.shown.viewport().mapTo(page, self.shown.cursorRect(cursor).topLeft())

    @contextmanager
    def _writing_on(self) -> Iterator[None]:
        """Whoever writes in an editor that gives way to the other goes on at the same place."""
        before = self.editor
        place = before.textCursor().position()
        yield
        if self.editor is not before:
            self.editor.move_to(place)

    def _show_in(self, where: Shown) -> None:
        self.shown_in = where
        new, other = (self.rich, self.body) if self.editor is self.rich else (self.body, self.rich)
        new.setVisible(where is not Shown.FOREIGN)
        if other.hasFocus() and not new.isHidden():
            press(new)
        other.hide()
        self.bar.setVisible(where is Shown.RICH)
        self.set_short(self._short)
        self.formatted_body.setVisible(where is Shown.FOREIGN)
        self.to_plain.setVisible(where is Shown.FOREIGN)
        self.shown_changed.emit()
