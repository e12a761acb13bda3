"""Review pane: a draft as its recipients will get it, edited in place and sent by one press.

The one pane that can make a send permit. Text is kept by the saver within a second of being
typed; what is sent is what is stored, and what is stored is what is shown.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from desktop_app.model.changes import Changes
from desktop_app.model.draft import Draft, DraftContent
from desktop_app.model.errors import KnownError, NotFound
from desktop_app.tools.calls.results import DraftSaved
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.bench.navigation import NewDraft
from desktop_app.ui.bench.pane import Pane, is_letter
from desktop_app.ui.bench.references import open_source
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.attach_drop import AttachDrop
from desktop_app.ui.review.change_answers import ChangeAnswers
from desktop_app.ui.review.draft import sentences
from desktop_app.ui.review.draft.draft_status import newest_by_another
from desktop_app.ui.review.draft.draft_view import DraftView, read_draft
from desktop_app.ui.review.draft.new_mail import NewMail
from desktop_app.ui.review.draft.next_draft import open_next
from desktop_app.ui.review.draft.saver import RETRY_MS
from desktop_app.ui.review.draft_actions import DraftActions
from desktop_app.ui.review.file_picker import FilePicker
from desktop_app.ui.review.given_pictures import GivenPictures
from desktop_app.ui.review.moved_draft import MovedDraft, Moving, go_on
from desktop_app.ui.review.open_draft import OpenDraft
from desktop_app.ui.review.review_form import ReviewForm
from desktop_app.ui.review.review_keys import bind_keys
from desktop_app.ui.review.send_press import SendPress
from desktop_app.ui.review.smaller_pictures import SmallerPictures
from desktop_app.ui.review.stored_draft import StoredDraft, menu_entries
from desktop_app.ui.review.template_use import TemplateUse
from desktop_app.ui.review.typed.typed_offers import TypedOffers
from desktop_app.ui.review.writing_help import WritingHelp
from desktop_app.ui.widgets.focus import hand_on, press
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.states import PendingRead, States
from desktop_app.ui.widgets.theme import set_role

AGAIN_MS = 250


class ReviewPane(Pane):
    """Pane of one draft; `begin` shows an empty one before it exists. `alone`: it stands in a
    window of its own, and shows that draft and no other."""

    @property
    def written_in(self) -> bool:
        """Also while the draft is read, or does not exist yet: one types ahead."""
        return self.form.review is None or self.form.editable

    @property
    def letters(self) -> bool:
        """A mail that waits to leave is only read: *Undo (Z)* stands beside it."""
        return not self.written_in

    def __init__(
        self, bench: Workbench, parent: QWidget | None = None, *, alone: bool = False
    ) -> None:
        super().__init__(bench, parent)
        self._alone = alone
        set_role(self, "region")
        self.setAccessibleName("Draft review")
        self._wanted = ""
        self._missed = False
        """Whether something changed while the draft was being read."""
        self._again = QTimer(self, singleShot=True)
        self.states = States(
            bench.theme, works="What was saved of it is kept. Mail can still be read and searched."
        )
        column(self.states, owner=self)
        entries = menu_entries(bench, lambda: self.stored, self.back)
        self.form = ReviewForm(bench, entries, self.states)
        self.states.hold(self.form)
        self.page = self.form.page
        self.opened = opened = OpenDraft(bench, self.form, self)
        self.unsaved = opened.unsaved
        self.draft_actions = DraftActions(bench, opened.to_change, self)
        self.stored: StoredDraft = StoredDraft(bench, self.form, opened, self.draft_actions, self)
        self.answers = ChangeAnswers(bench.calls, opened.to_change, self)
        self.press = SendPress(bench, self.form, opened.to_change, self._read)
        self.pictures = GivenPictures(bench, self.form, self.draft_actions)
        self.smaller = SmallerPictures(bench, self.form, opened.to_change, self.draft_actions)
        self.picker = FilePicker(bench, self.form, self.draft_actions)
        self.templates = TemplateUse(bench, self.form, opened, self.draft_actions)
        attach, put_in = self.draft_actions.attach, self.pictures.take_files
        self.drop = AttachDrop(self, self.form, attach, put_in)
        self._help = WritingHelp(bench, self.form, self.templates, self)
        self.spelling, self.rich_spelling = self._help.spelling, self._help.rich_spelling
        self.moving = Moving(
            bench,
            self.form,
            opened,
            read=self._read,
            let_go=self._let_go,
            ignored=lambda: self._help.ignored,
        )
        self.setFocusProxy(self.states)
        self._connect()
        keys = {"send": self.send, "move": self.moving.move, "back": self.back}
        bind_keys(bench, self, self.form, self.stored, **keys)
        self._follow()

    def begin(self, new: NewDraft) -> None:
        """Show an empty mail at once, ready to be written, and have its draft made meanwhile."""
        self._leave()
        mail = self.opened.begin(new)
        mail.made.connect(lambda saved: self._on_made(mail, saved))
        self._help.follow("")
        self.form.show_blank()
        self.states.ready()
        press(self.page.writing_place(addressed=new.addressed))
        mail.make()

    def _on_made(self, mail: NewMail, saved: DraftSaved) -> None:
        self._wanted = saved.draft_id
        self.bench.selection.open_draft(saved.draft_id)
        self._read("review", lambda view: self._fill_in(mail, view), mail.not_made)

    def _fill_in(self, mail: NewMail, view: DraftView) -> None:
        draft = view.review.draft
        if mail is not self.opened.mail or draft.id != self._wanted:
            return
        self.bench.selection.answer(draft.thread_id, draft.reply_to_id)
        self.form.drop_notice()
        self._help.follow(draft.id)
        self.form.fill_in(view)
        self.pictures.read(view)
        self.opened.hand_over(mail, draft)

    @property
    def offers(self) -> TypedOffers:
        """What is offered in the editor that is shown."""
        return self._help.offers

    def _follow(self) -> None:
        """Show the draft that is selected; without one, what is open is left."""
        selection = self.bench.selection
        if not selection.reviewing:
            self._leave()
        elif selection.draft and selection.draft != self._wanted:
            self._open(selection.draft)

    def _open(self, draft_id: str) -> None:
        self._leave()
        self._wanted, self._missed = draft_id, False
        stop, again = lambda: self.bench.calls.jobs.cancel("review"), lambda: self._open(draft_id)
        self.states.loading(PendingRead("this draft", stop, again))
        self._read("review", self._show, self._on_failed)

    def take(self, moved: MovedDraft) -> None:
        """Show a draft that another window had open, and go on with it where the person was."""
        self._leave()
        self._wanted, self._missed = moved.draft_id, True  # read once more, now that it is here
        self.bench.selection.open_draft(moved.draft_id)
        self.form.words_seen.remember(moved.seen)
        self._help.take_over(moved.draft_id, moved.ignored)
        self._show(moved.view)
        to = moved.view.review.draft.content.to
        go_on(self.form, moved, self.page.writing_place(addressed=bool(to)))

    def _let_go(self) -> None:
        """Another window has the draft from here on; all of it is stored."""
        self._wanted = ""
        self.page.set_read_only(True)
        self._forget()
        self.bench.selection.close_draft()

    def before_close(self, go_on: Callable[[], object]) -> bool:
        return self.unsaved.before_close(go_on)

    def closing(self) -> None:
        self.unsaved.closing()
        self.opened.closing()

    def send(self) -> None:
        """Press Send."""
        self.press.press()

    def back(self) -> None:
        """Leave the review; the draft is kept."""
        self.bench.navigation.back()

    def _on_moved(self, saved: DraftSaved) -> None:
        """The draft that was open is no more; the same mail is another account's."""
        self._forget()
        self.bench.selection.open_draft(saved.draft_id)

    def _gone(self, draft: Draft) -> None:
        """Sent or set aside: after a proposal the next one, else back to the conversation. In a
        window of its own nothing else comes."""
        self._forget()
        if self._alone or not draft.proposed:
            self._none_left()
        else:
            open_next(self.bench, draft, none_left=self._none_left, owner=self)

    def _none_left(self) -> None:
        self.form.guard.settled()
        self.bench.selection.close_draft()

    def _on_sent(self, draft: Draft) -> None:
        """In a window of its own it stays in sight, only read, until it has left."""
        if self._alone:
            self._forget()
            self._open(draft.id)
        else:
            self._gone(draft)

    def _read(
        self, key: str, done: Callable[[DraftView], None], failed: Callable[[KnownError], None]
    ) -> None:
        calls, draft_id = self.bench.calls, self._wanted
        calls.jobs.run(
            lambda: read_draft(calls, draft_id), done=done, failed=failed, key=key, owner=self
        )

    def _read_again(self) -> None:
        """What changes while the draft is still being read is looked at once it is shown."""
        if self.opened.saver is not None:
            self._read("review again", self._refresh, self._on_failed)
        else:
            self._missed = True

    def _show(self, view: DraftView) -> None:
        draft = view.review.draft
        if draft.id != self._wanted:
            return
        self.bench.selection.answer(draft.thread_id, draft.reply_to_id)
        self._help.follow(draft.id)
        self.form.show_view(view)
        self.pictures.read(view)
        self.opened.edit(draft)
        self.states.ready()
        hand_on(self, self.page.writing_place(addressed=bool(draft.content.to)))
        if self._missed:
            self._read_again()

    def _refresh(self, view: DraftView) -> None:
        """The draft was read again: take over what changed elsewhere, never what is typed."""
        saver, draft = self.opened.saver, view.review.draft
        if saver is None or draft.id != saver.draft_id or self.form.sending:
            return
        if not saver.idle:
            self._again.start(RETRY_MS if saver.tries_again else AGAIN_MS)
        elif draft.revision == saver.revision:
            self.form.refresh(view)
            self.pictures.read(view)
        elif draft.revision > saver.revision:
            saver.adopt(draft)
            self.form.take_over(view)
            self.pictures.read(view)
            if newest_by_another(view.review):
                self.form.tell_changed(view.review, taken=self.answers.answered())

    def _on_conflict(self, review: Review, content: DraftContent) -> None:
        """Typed text goes on top of a version that came meanwhile; that one stays in Versions."""
        self.page.show_merged(review, content)
        if newest_by_another(review):
            self.form.tell_conflict(review, self.opened.put_in)

    def _on_failed(self, error: KnownError) -> None:
        wanted = self._wanted
        self._forget()
        if isinstance(error, NotFound):
            back = ("Back", self.bench.navigation.back)
            self.states.empty("This draft is not there any more.", "It was deleted.", back)
            return
        self.states.failed(error, lambda: self._open(wanted))

    def _leave(self) -> None:
        """Leave what is open, if anything is: the typed text is kept."""
        self.opened.leave()
        self._wanted = ""
        self.page.set_read_only(True)  # until another draft is shown: nothing would keep the words
        self._forget()

    def _forget(self) -> None:
        """Nothing is open: what was typed is saved or being saved."""
        self.press.left()
        self.opened.forget()
        self.form.clear()
        self._again.stop()

    def _on_changed(self, changes: Changes) -> None:
        concerned = changes.drafts or changes.outbox or changes.messages or changes.accounts
        concerned = concerned or changes.later  # a reminder
        if concerned and self.isVisible() and not self.form.sending:
            self._read_again()

    def _connect(self) -> None:
        page, action_bar = self.page, self.form.action_bar
        self.opened.conflicted.connect(self._on_conflict)
        page.edited.connect(self.opened.touch)
        page.files.attach_wanted.connect(self.picker.pick)
        page.files.cloud_wanted.connect(self.picker.pick_from_cloud)
        page.envelope.sender_wanted.connect(self.draft_actions.switch_sender)
        self.draft_actions.moved.connect(self._on_moved)
        page.envelope.reply_all_wanted.connect(self.draft_actions.switch_reply)
        self.form.panel.source_opened.connect(lambda source: open_source(self.bench, source))
        action_bar.send.connect(lambda archive: self.press.press(then_archive=archive))
        self.form.refine_request.put_in.connect(self.opened.put_in)
        page.offers.taken.connect(self.answers.take)
        page.offers.refused.connect(self.answers.refuse)
        self.answers.settled.connect(self._read_again)
        self.answers.failed.connect(lambda error: self.form.notice(sentences.not_taken(error)))
        self.press.sent.connect(self._on_sent)
        self.press.refused.connect(self._read_again)
        action_bar.put_aside.connect(self.stored.put_aside)
        self.draft_actions.changed.connect(self._read_again)
        self.draft_actions.set_aside.connect(self._gone)
        self.form.delivery.changed.connect(self._read_again)
        self._again.timeout.connect(self._read_again)
        self.bench.announcements.changed.connect(self._on_changed)
        self.bench.selection.changed.connect(self._follow)
        self.bench.elsewhere.changed.connect(self.form.guard.uncovered)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A letter that a button has no use for is written: who types on past the words would
        press Send with the next space."""
        writes = is_letter(event) and not event.text().isspace() and not self.form.sending
        if writes and self.form.editable and self.page.write_on(event):
            event.accept()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.picker.look_for_cloud()
        self._read_again()
