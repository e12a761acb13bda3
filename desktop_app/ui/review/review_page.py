"""Page of the review, top to bottom: status, envelope, checks, body, files.

It shows a draft and tells what the widgets hold now. It saves nothing and sends nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QWidget

from desktop_app.mail.drafts.quotes import text_of
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftContent
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.review.draft.draft_status import EDITABLE, DraftStatus, phase_of
from desktop_app.ui.review.draft.draft_view import PLAIN, DraftView
from desktop_app.ui.review.draft.open_checks import told_checks
from desktop_app.ui.review.draft.pending_draft import TypedMail
from desktop_app.ui.review.rich_text.rich_editor import RichEditor
from desktop_app.ui.review.sheet.appended_text import AppendedText
from desktop_app.ui.review.sheet.body_editor import BodyEditor
from desktop_app.ui.review.sheet.checks import Checks
from desktop_app.ui.review.sheet.envelope_people import EnvelopePeople
from desktop_app.ui.review.sheet.files import Files
from desktop_app.ui.review.sheet.mail_words import MailWords
from desktop_app.ui.review.sheet.offered_changes import OfferedChanges
from desktop_app.ui.review.sheet.proposed_change import ProposedChange
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.focus import hand_on, press
from desktop_app.ui.widgets.parts import Button, clear, column
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

NOTHING = DraftContent(Address("", ""))
AnyWidget = TypeVar("AnyWidget", bound=QWidget)


class ReviewPage(ScrollColumn):
    """Page with the signal `edited`, by the person. `content()` is what the widgets show."""

    edited = Signal()

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        super().__init__(parent)
        self._bench = bench
        self._base: DraftContent | None = None
        self._account = self._kind = ""
        self._read_only: bool | None = None
        self.pressed = False
        """Whether Send was pressed on this draft: then no finding is held back."""
        self._short = self._tight = False
        self._said: list[tuple[DraftStatus, list[str]]] = []
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme = bench.theme
        layout = self._lay_out()

        def add(part: AnyWidget, stretch: int = 0) -> AnyWidget:
            layout.addWidget(part, stretch)
            return part

        self.people = EnvelopePeople(
            bench, self, account=lambda: self._account, editable=lambda: not self._read_only
        )
        self.envelope, self.carrying = add(self.people.envelope), self.people.carrying
        self.checks = add(Checks(theme))
        flag = bench.services.settings.flag
        self.words = words = MailWords(theme, self, lambda: flag("writing.selection_bar"))
        self.to_plain = add(words.to_plain)
        self.change = add(ProposedChange(theme))
        self.offers = add(OfferedChanges(theme))
        add(words.body, 1)
        add(words.rich, 1)
        add(words.bar)
        self.formatted_body = add(words.formatted_body)
        self.appended = add(AppendedText(theme))
        self.files = Files(theme, parent)
        layout.addStretch(0)  # below formatted words, which take no more height than they need
        self._connect()

    @property
    def body(self) -> BodyEditor | RichEditor:
        """The editor of the words."""
        return self.words.editor

    @property
    def formatted(self) -> bool:
        """Whether the body is the layout of others, which is shown and not edited here."""
        return self.words.formatted

    def show_view(self, view: DraftView) -> None:
        """Show what is stored. Widgets that show it already are not touched."""
        review = view.review
        content = review.draft.content
        self._base, self._account = content, review.draft.account_id
        self.words.show_view(view)
        self.envelope.show_review(review)
        self.appended.show_parts(content)
        self.files.show_files(content.attachments)
        self.refresh(view)

    def show_blank(self) -> None:
        """An empty mail that can be written into, before there is a draft."""
        self._base = None
        self.show_strips(())
        self.offers.show_offers(())
        self.envelope.show_blank()
        self.checks.forget()
        self.words.show_words(NOTHING)
        self.appended.show_nothing()
        self.files.show_files(())
        self.set_read_only(False)

    def typed(self) -> TypedMail:
        """The mail as typed before its draft was made."""
        people = {name: field.addresses() for name, field in self.envelope.fields.items()}
        kind, subject = self.words.content_type, self.envelope.subject.text()
        return TypedMail(self.body.stored(), kind, subject, **people)

    def fill_in(self, view: DraftView) -> None:
        """Show the draft that has been made meanwhile; what was typed stays."""
        review, typed = view.review, self.typed()
        content = typed.on(review.draft.content)
        self._base, self._account = review.draft.content, review.draft.account_id
        self.words.show_words(content)
        self.envelope.show_review(replace(review, draft=replace(review.draft, content=content)))
        self.appended.show_parts(content)
        self.files.show_files(content.attachments)
        self.refresh(view)

    def refresh(self, view: DraftView) -> None:
        """What is known about the draft, without touching what the person edits."""
        review = view.review
        editable = phase_of(review.draft, review.outbox) in EDITABLE
        told = told_checks(review, self.people.typing, pressed=self.pressed) if editable else ()
        held_back = tuple(c for c in review.checks if c not in told) if editable else ()
        self.checks.show_checks(told, held_back, of=f"{review.draft.id} {review.digest}")
        if self.offers.show_offers(view.offers if editable else ()):
            announce(self, " ".join(self.offers.sentences))
        if not self.formatted:
            self.body.show_doubts(review.doubts)
        self.set_read_only(not editable)

    def show_badges(self, review: Review) -> None:
        """The badges of the recipients; the addresses are what they were."""
        self.envelope.show_review(review)

    @property
    def recipients(self) -> tuple[Address, ...]:
        """Whom the mail goes to. Only after `show_view`."""
        if self._base is None:
            raise ValueError("no draft is shown")
        return self.envelope.content(self._base).recipients

    def content(self) -> DraftContent:
        """All that would be sent, as the widgets show it. Only after `show_view`."""
        if self._base is None:
            raise ValueError("no draft is shown")
        content = self.words.into(self.envelope.content(self._base))
        quoted = self.appended.quoted
        if content.content_type == PLAIN:
            quoted = text_of(quoted)
        return replace(content, quoted=quoted, attachments=self.files.files)

    def put_content(self, content: DraftContent) -> None:
        """Another version's words and envelope, as the person's own change."""
        self.envelope.show_content(content)
        self.files.show_files(content.attachments)
        self.words.put_words(content)

    def show_merged(self, review: Review, content: DraftContent) -> None:
        """What was changed elsewhere, with what the person typed on top."""
        self._base = content
        self.envelope.show_review(
            replace(review, draft=replace(review.draft, content=content), recipients=())
        )
        if not self.formatted:
            self.words.show_words(content)
        self.appended.show_parts(content)
        self.files.show_files(content.attachments)

    def show_strips(self, notices: tuple[tuple[DraftStatus, tuple[Button, ...]], ...]) -> None:
        """The strip of the draft's status, and further ones."""
        if [(one, [name for name, _ in buttons]) for one, buttons in notices] == self._said:
            return
        self._said = [(one, [name for name, _ in buttons]) for one, buttons in notices]
        if clear(self.strips):
            press(self.body)
        for one, buttons in notices:
            strip = Strip(self._bench.theme, one.kind, one.icon, one.text, buttons=buttons)
            strip.set_tight(self._tight)
            self.strips.addWidget(strip)
            strip.show()

    def set_read_only(self, read_only: bool) -> None:
        """Nothing is touched that is so already: it would break off what an input method
        is composing."""
        if read_only == self._read_only:
            return
        self._read_only = read_only
        self.envelope.set_read_only(read_only)
        self.words.set_read_only(read_only)
        self.appended.set_read_only(read_only)
        self.files.set_read_only(read_only)

    def set_short(self, short: bool) -> None:
        """Leave more of a low window to the words."""
        self._short = short
        self._space()
        self.files.set_short(short)
        self.words.set_short(short)
        self.envelope.set_short(short)
        self.checks.set_short(short)

    def set_tight(self, tight: bool) -> None:
        """Leave most of a very low window to the words: strips and checks are a line each."""
        self._tight = tight
        self._space()
        for strip in self.findChildren(Strip):
            if strip.parent() is self.widget():
                strip.set_tight(tight)
        self.checks.set_tight(tight)

    def _space(self) -> None:
        """The gaps. The width stays on a low window: a long text would be wrapped anew."""
        page, px = self.widget(), self._bench.theme.px
        if page is not None and (layout := page.layout()) is not None:
            side, over, under = 12 if self._tight else 24, *((2, 2) if self._short else (16, 12))
            layout.setContentsMargins(px(side), px(over), px(side), px(under))
            layout.setSpacing(px(2 if self._tight else 4 if self._short else 12))

    @property
    def edited_here(self) -> bool:
        """Whether a change of the text comes from the person, who has the keyboard in it."""
        return self.body.hasFocus() and not self.body.signalsBlocked()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.envelope.look_soon()
        self._give_room()

    def _give_room(self) -> None:
        """Half the height is for the words and what is appended to them; the words have no less
        than a few lines, whatever stands above and below."""
        room = self.viewport().height()
        for editor in self.words.editors:
            editor.set_least(room // 2 - self.appended.folded_height, room)

    def show_words_from(self, place: int) -> None:
        """Scroll to the words from a character on."""
        self.words.show_from(place)
        page = self.widget()
        if page is not None:
            line = self.words.place_in(page, place)
            self.verticalScrollBar().setValue(line.y() - self._bench.theme.px(24))

    def writing_place(self, *, addressed: bool) -> QWidget:
        """A mail without recipients begins with them, an answer with its words."""
        return self.words.shown if addressed else self.envelope.to.entry

    def focus_words(self) -> None:
        """The person goes on with what is written."""
        press(self.words.shown)

    def write_on(self, event: QKeyEvent) -> bool:
        """Write a letter that was typed past the words at their caret, and go on there. Whether
        there are words to write in."""
        words = self.words.shown
        if isinstance(words, Reader) or words.isReadOnly() or words.hasFocus():
            return False
        press(words)
        typed = QKeyEvent(event.type(), event.key(), event.modifiers(), event.text())
        QApplication.sendEvent(words, typed)
        return True

    def _lay_out(self) -> QBoxLayout:
        """The empty page."""
        px = self._bench.theme.px
        page = QWidget(self)
        self._bench.theme.keep(page, lambda: page.setMaximumWidth(px(Size.PAGE)))
        set_role(page, "sheet")
        self.setWidget(page)
        self.strips = column(gap=px(4))
        margins = (px(24), px(16), px(24), px(12))
        return column(self.strips, owner=page, gap=px(12), margins=margins)

    def _connect(self) -> None:
        self.envelope.edited.connect(self._on_envelope)
        self.envelope.subject.onward = lambda: self.words.shown
        self.verticalScrollBar().valueChanged.connect(lambda _: self.envelope.look_soon())
        self.checks.focus_lost.connect(lambda: hand_on(self, self.words.shown))
        words = self.words
        words.edited.connect(self._on_words)
        for editor in words.editors:
            editor.edited.connect(self.envelope.fold_up)
        words.caret_moved.connect(lambda _: QTimer.singleShot(0, self, self._follow_caret))
        self.appended.quote_left_out.connect(self._leave_quote_out)
        self.appended.quote_taken_in.connect(self._take_quote_in)
        self.appended.replaced.connect(self._give_room)
        self.files.removed.connect(self.remove_file)

    def remove_file(self, file_id: str) -> None:
        self.files.show_files(tuple(f for f in self.files.files if f.id != file_id))
        self.edited.emit()

    def _leave_quote_out(self) -> None:
        self.appended.show_parts(replace(self.content(), quoted=""))
        self.edited.emit()

    def _take_quote_in(self) -> None:
        """The quoted text becomes part of the words, where the person answers between its lines."""
        quoted = self.content().quoted
        self.words.take_in(quoted)
        self._leave_quote_out()

    def _on_envelope(self) -> None:
        if self._base is not None:
            self._show_signature()
        self.edited.emit()

    def _on_words(self) -> None:
        """Another kind of text has its own form of the signature."""
        kind = self.words.content_type
        if kind != self._kind and self._base is not None:
            self._kind = kind
            self._show_signature()
        self.edited.emit()

    def _show_signature(self) -> None:
        """The quote stays as it is kept, also while the text is plain."""
        self.appended.show_parts(replace(self.content(), quoted=self.appended.quoted))

    def _follow_caret(self) -> None:
        """The page scrolls so that the text is seen, and the caret in it."""
        page = self.widget()
        if page is None or not self.body.hasFocus():
            return
        if self.body.height() <= self.viewport().height():
            self.ensureWidgetVisible(self.body, 0, 0)
        caret: QRect = self.body.cursorRect()
        point = self.body.viewport().mapTo(page, caret.center())
        margin = self._bench.theme.px(24)
        self.ensureVisible(point.x(), point.y(), 0, margin + caret.height())
