"""Page of the review, top to bottom: status, envelope, checks, body, files, tabs.

It shows a draft and tells what the widgets hold now. It saves nothing and sends nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QWidget

from desktop_app.model.draft import Check, DraftContent
from desktop_app.tools.person import draft_review
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.review.appended_text import AppendedText
from desktop_app.ui.review.body_editor import BodyEditor
from desktop_app.ui.review.checks import Checks
from desktop_app.ui.review.draft_status import EDITABLE, DraftStatus, phase_of
from desktop_app.ui.review.draft_tabs import DraftTabs
from desktop_app.ui.review.draft_view import HTML, DraftView
from desktop_app.ui.review.envelope import EnvelopeForm
from desktop_app.ui.review.files import Files
from desktop_app.ui.review.pending_draft import TypedMail
from desktop_app.ui.review.proposed_change import ProposedChange
from desktop_app.ui.review.recipient_field import Found, RecipientField
from desktop_app.ui.widgets.focus import hand_on, press
from desktop_app.ui.widgets.parts import Button, clear, column
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

Part = TypeVar("Part", bound=QWidget)
_PAGES = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}


class ReviewPage(ScrollColumn):
    """Page with the signal `edited`, by the person. `content()` is what the widgets show."""

    edited = Signal()

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        super().__init__(parent)
        self._bench = bench
        self._base: DraftContent | None = None
        self._formatted = False
        self._read_only: bool | None = None
        self.pressed = False
        """Whether Send was pressed on this draft: then no finding is held back."""
        self._plain = ""
        self._said: list[tuple[DraftStatus, list[str]]] = []
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme = bench.theme
        add = self._lay_out()
        fields = {
            title.lower(): RecipientField(theme, title, self._suggest)
            for title in ("To", "Cc", "Bcc")
        }
        self.envelope = add(EnvelopeForm(theme, fields))
        self.checks = add(Checks(theme))
        self.to_plain = add(
            Strip(
                theme,
                "info",
                "info",
                "Formatted text, shown as it will arrive.",
                buttons=(("Edit as plain text", self.edit_as_plain),),
            )
        )
        self.change = add(ProposedChange(theme))
        self.body = add(BodyEditor(theme))
        self.formatted_body = add(Reader(theme, "Formatted draft", {}))
        self.appended = add(AppendedText(theme))
        self.files = add(Files(theme))
        self.tabs = add(DraftTabs(bench))
        self._connect()

    def _suggest(self, text: str, found: Found) -> None:
        self._bench.calls.ask(
            draft_review.SUGGEST_RECIPIENTS,
            draft_review.SuggestRecipients(text=text),
            done=lambda people: found(people.addresses),
            key="recipients",
            owner=self,
        )

    @property
    def formatted(self) -> bool:
        """Whether the body is formatted text, which is shown and not edited here."""
        return self._formatted

    def show_view(self, view: DraftView, now: float) -> None:
        """Show what is stored. Widgets that show it already are not touched."""
        review = view.review
        content = review.draft.content
        self._base = content
        self._show_body(view)
        self.envelope.show_review(review)
        self.appended.show_parts(content.signature, content.quoted)
        self.files.show_files(content.attachments)
        self.refresh(view, now)

    def show_blank(self) -> None:
        """An empty mail that can be written into, before there is a draft."""
        self._base = None
        self._formatted, self._plain = False, ""
        self.show_strips(())
        self.envelope.show_blank()
        self.checks.forget()
        self.body.show_text("")
        self.body.show()
        for part in (self.formatted_body, self.to_plain, self.tabs):
            part.hide()
        self.appended.show_parts("", "")
        self.files.show_files(())
        self.set_read_only(False)

    def typed(self) -> TypedMail:
        """The mail as typed before its draft was made."""
        people = {name: field.addresses() for name, field in self.envelope.fields.items()}
        return TypedMail(self.body.text(), self.envelope.subject.text(), **people)

    def fill_in(self, view: DraftView, now: float) -> None:
        """Show the draft that has been made meanwhile; what was typed stays."""
        review, typed = view.review, self.typed()
        content = typed.on(review.draft.content)
        self._base = review.draft.content
        self.body.show_text(content.body)
        self.envelope.show_review(replace(review, draft=replace(review.draft, content=content)))
        self.appended.show_parts(content.signature, content.quoted)
        self.files.show_files(content.attachments)
        self.refresh(view, now)

    def refresh(self, view: DraftView, now: float) -> None:
        """What is known about the draft, without touching what the person edits."""
        review = view.review
        editable = phase_of(review.draft, review.outbox) in EDITABLE
        told = self._told(review) if editable else ()
        held_back = tuple(c for c in review.checks if c not in told) if editable else ()
        self.checks.show_checks(told, held_back)
        self.tabs.show_view(view, now, editable=editable)
        self.tabs.show()
        if not self._formatted:
            self.body.show_doubts(review.doubts)
        self.set_read_only(not editable)

    def show_badges(self, review: Review) -> None:
        """The badges of the recipients; the addresses are what they were."""
        self.envelope.show_review(review)

    def content(self) -> DraftContent:
        """All that would be sent, as the widgets show it. Only after `show_view`."""
        if self._base is None:
            raise ValueError("no draft is shown")
        content = self.envelope.content(self._base)
        if not self._formatted:
            content = replace(content, body=self.body.text(), content_type="text/plain")
        return replace(content, quoted=self.appended.quoted, attachments=self.files.files)

    def put_content(self, content: DraftContent) -> None:
        """Another version's words and envelope, as the person's own change."""
        if content.content_type == HTML or self._formatted:
            return
        self.envelope.show_content(content)
        self.files.show_files(content.attachments)
        self.body.replace_text(content.body)
        self.edited.emit()

    def show_merged(self, review: Review, content: DraftContent) -> None:
        """What was changed elsewhere, with what the person typed on top."""
        self._base = content
        self.envelope.show_review(
            replace(review, draft=replace(review.draft, content=content), recipients=())
        )
        if not self._formatted:
            self.body.show_text(content.body)
        self.appended.show_parts(content.signature, content.quoted)
        self.files.show_files(content.attachments)

    def show_strips(self, notices: tuple[tuple[DraftStatus, tuple[Button, ...]], ...]) -> None:
        """The strip of the draft's status, and further ones."""
        if [(one, [name for name, _ in buttons]) for one, buttons in notices] == self._said:
            return
        self._said = [(one, [name for name, _ in buttons]) for one, buttons in notices]
        clear(self.strips)
        for one, buttons in notices:
            strip = Strip(self._bench.theme, one.kind, one.icon, one.text, buttons=buttons)
            self.strips.addWidget(strip)
            strip.show()

    def set_read_only(self, read_only: bool) -> None:
        """Nothing is touched that is so already: it would break off what an input method
        is composing."""
        if read_only == self._read_only:
            return
        self._read_only = read_only
        self.envelope.set_read_only(read_only)
        self.body.setReadOnly(read_only)
        self.appended.set_read_only(read_only)
        self.files.set_read_only(read_only)
        self.to_plain.setEnabled(not read_only)

    def set_short(self, short: bool) -> None:
        """Leave more of a low window to the words."""
        px, page = self._bench.theme.px, self.widget()
        layout = page.layout() if page is not None else None
        if layout is not None:
            # The width stays: a long text would have to be wrapped anew.
            layout.setContentsMargins(px(24), px(4 if short else 16), px(24), px(16))
            layout.setSpacing(px(8 if short else 12))
        self.envelope.set_short(short)

    def show_part(self, part: QWidget) -> None:
        """Scroll to one part of the page: all of it, or as much as there is room for."""
        page = self.widget()
        layout = page.layout() if page is not None else None
        if layout is not None:
            layout.activate()
        self.ensureWidgetVisible(part)
        if part.height() > self.viewport().height():
            self.verticalScrollBar().setValue(part.y())

    def end_in_view(self) -> bool:
        """Whether the last line of the words is on the screen now."""
        page = self.widget()
        if page is None or not self.isVisible():
            return False
        layout = page.layout()
        if layout is not None:
            layout.activate()
        inner = self.body.verticalScrollBar()
        if not self._formatted and inner.value() < inner.maximum():
            return False
        words = self._words
        end = words.height() if self._formatted else min(words.height(), self._last_line())
        bottom = words.mapTo(page, QPoint(0, end)).y()
        return bottom <= self.verticalScrollBar().value() + self.viewport().height()

    def _editor_reached(self, by: int) -> bool:
        """Whether the page stands where the editor ends (down) or begins (up)."""
        page, bar = self.widget(), self.verticalScrollBar()
        if page is None:
            return False
        top = self.body.mapTo(page, QPoint(0, 0)).y()
        if by > 0:
            return top + self.body.height() <= bar.value() + self.viewport().height()
        return top >= bar.value()

    def _last_line(self) -> int:
        """Where the words end, in pixels from the top of the editor."""
        cursor = QTextCursor(self.body.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        viewport = self.body.viewport()
        return viewport.mapTo(self.body, self.body.cursorRect(cursor).bottomLeft()).y()

    def turn_page(self, by: int) -> int:
        """Scroll one page down (1) or up (-1), a little of the last one stays; pixels moved.

        A text that is scrolled inside its editor turns there once the editor is in view.
        """
        bar, inner = self.verticalScrollBar(), self.body.verticalScrollBar()
        left = inner.maximum() - inner.value() if by > 0 else inner.value() - inner.minimum()
        if not self._formatted and left > 0 and self._editor_reached(by):
            inner.setValue(inner.value() + by * max(1, inner.pageStep() - 1))
            return 0
        before = bar.value()
        bar.setValue(before + by * (self.viewport().height() - self._bench.theme.px(48)))
        return bar.value() - before

    def writing_place(self, *, addressed: bool) -> QWidget:
        """A mail without recipients begins with them, an answer with its words."""
        return self._words if addressed else self.envelope.to.entry

    def focus_words(self) -> None:
        """The person goes on with what is written."""
        press(self._words)

    @property
    def _words(self) -> QWidget:
        return self.formatted_body if self._formatted else self.body

    def _told(self, review: Review) -> tuple[Check, ...]:
        """The checks, but none about an address or a mail that is only just being written."""
        typing = {
            field.pending for field in self.envelope.fields.values() if field.entry.hasFocus()
        } - {""}
        draft = review.draft
        begun = not self.pressed and not draft.proposed and not draft.content.body.strip()
        return tuple(
            check
            for check in review.checks
            if not (check.code == "invalid_recipient" and check.fix_value in typing)
            and not (check.code in {"no_subject", "no_recipient"} and begun)
        )

    def _show_body(self, view: DraftView) -> None:
        self._formatted = view.formatted
        self._plain = view.text
        self.body.setVisible(not self._formatted)
        self.formatted_body.setVisible(self._formatted)
        self.to_plain.setVisible(self._formatted)
        if self._formatted and view.html:
            self.formatted_body.show_html(view.html)
        elif self._formatted:
            self.formatted_body.show_text(view.text)
        else:
            self.body.show_text(view.review.draft.content.body)

    def edit_as_plain(self) -> None:
        """Formatted text becomes plain text, by the person's own wish."""
        self._formatted = False
        self.formatted_body.hide()
        self.to_plain.hide()
        self.body.show_text(self._plain)
        self.body.show()
        press(self.body)
        self.edited.emit()

    def _lay_out(self) -> Callable[[Part], Part]:
        """The empty page; what is returned puts the next part below the last."""
        px = self._bench.theme.px
        page = QWidget(self)
        set_role(page, "region")
        self.setWidget(page)
        self.strips = column(gap=px(4))
        layout = column(
            self.strips, owner=page, gap=px(12), margins=(px(24), px(16), px(24), px(16))
        )
        layout.setAlignment(Qt.AlignmentFlag.AlignTop)

        def add(part: Part) -> Part:
            part.setMaximumWidth(px(Size.TEXT_WIDTH))
            layout.addWidget(part)
            return part

        return add

    def _connect(self) -> None:
        self.envelope.edited.connect(self._on_envelope)
        self.checks.focus_lost.connect(lambda: hand_on(self, self._words))
        self.body.edited.connect(self.edited)
        self.body.installEventFilter(self)
        self.body.caret_moved.connect(lambda _: QTimer.singleShot(0, self, self._follow_caret))
        self.appended.quote_left_out.connect(self._leave_quote_out)
        self.files.removed.connect(self.remove_file)

    def remove_file(self, file_id: str) -> None:
        self.files.show_files(tuple(f for f in self.files.files if f.id != file_id))
        self.edited.emit()

    def _leave_quote_out(self) -> None:
        self.appended.show_parts(self.content().signature, "")
        self.edited.emit()

    def _on_envelope(self) -> None:
        if self._base is not None:
            signature = self.envelope.content(self._base).signature
            self.appended.show_parts(signature, self.appended.quoted)
        self.edited.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Page Up and Page Down in the words turn the page, and take the caret along."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            by = _PAGES.get(Qt.Key(event.key()), 0)
            plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
            scrolled = self.body.verticalScrollBar().maximum() > 0
            if by and plain and not scrolled and (moved := self.turn_page(by)):
                caret = self.body.cursorRect().center() + QPoint(0, moved)
                self.body.setTextCursor(self.body.cursorForPosition(caret))
                return True
        return super().eventFilter(watched, event)

    def _follow_caret(self) -> None:
        """The page scrolls so that the caret is seen; the editor never scrolls inside."""
        page = self.widget()
        if page is None or not self.body.hasFocus():
            return
        caret: QRect = self.body.cursorRect()
        point = self.body.viewport().mapTo(page, caret.center())
        margin = self._bench.theme.px(24)
        self.ensureVisible(point.x(), point.y(), 0, margin + caret.height())
