"""What is open in the review: a draft and its saver, or a mail whose draft is still being made."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from desktop_app.model.draft import Author, Draft
from desktop_app.model.errors import KnownError
from desktop_app.tools.verbs import delete_draft
from desktop_app.ui.bench.navigation import NewDraft, Undo
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.draft import sentences
from desktop_app.ui.review.draft.new_mail import NewMail
from desktop_app.ui.review.draft.pending_draft import PendingDraft
from desktop_app.ui.review.draft.saver import Saver
from desktop_app.ui.review.draft.unsaved_text import UnsavedText
from desktop_app.ui.review.review_form import ReviewForm


class OpenDraft(QObject):
    """Nothing is open at first. Signal `conflicted(Review, DraftContent)`, as the saver's."""

    conflicted = Signal(object, object)

    def __init__(self, bench: Workbench, form: ReviewForm, owner: QWidget) -> None:
        super().__init__(owner)
        self._bench, self._form, self._page = bench, form, form.page
        self.saver: Saver | None = None
        self.mail: NewMail | None = None
        self.unsaved = UnsavedText(bench, owner)

    def begin(self, new: NewDraft) -> NewMail:
        """Open a mail without a draft. Its `make` is for the caller."""
        calls = self._bench.calls
        pending = PendingDraft(calls, lambda: calls.wait(new.tool, new.params))
        self.mail = mail = NewMail(calls, pending, self._page.typed, self)
        mail.failed.connect(lambda error: self._on_not_made(mail, error))
        self.unsaved.watch(mail)
        return mail

    def hand_over(self, mail: NewMail, draft: Draft) -> None:
        """The draft of a mail is made and shown, with what was typed meanwhile on top."""
        self.mail = None
        saver = self.edit(draft)
        if self._page.content() != draft.content:
            saver.touch()
        mail.hand_over(saver)
        self.unsaved.forget(mail)
        mail.deleteLater()

    def edit(self, draft: Draft) -> Saver:
        """From here on the draft can be edited and sent."""
        saver = Saver(self._bench.calls, draft, self._page.content, self)
        saver.conflicted.connect(self.conflicted)
        saver.failed.connect(lambda error: self._on_not_saved(saver, error))
        saver.restored.connect(lambda: self._form.notice(sentences.back_again()))
        saver.saved.connect(lambda _: self._form.drop_notice(sentences.NOT_SAVED))
        self.saver = saver
        self.unsaved.watch(saver)
        return saver

    def to_change(self) -> Saver | None:
        """The saver of a draft that can be changed now."""
        return self.saver if self._form.editable and not self._form.sending else None

    def touch(self) -> None:
        """Something was typed."""
        if self.saver is not None and not self._form.sending:
            self.saver.touch()

    def put_in(self, author: Author) -> None:
        """Words of an assistant that the person took are the assistant's."""
        if self.saver is not None:
            self.saver.put_in(author)

    def with_stored(self, work: Callable[[Draft], object]) -> None:
        """Do something with the draft as stored, once what is typed is stored."""
        review, saver = self._form.review, self.saver
        if saver is not None and review is not None:
            saver.flush(lambda: work(review.draft))

    def closing(self) -> None:
        """The window closes."""
        if self.mail is not None:
            self.mail.leave()
        elif self.saver is not None and self._form.editable:
            self.saver.leave()

    def leave(self) -> None:
        """Save what is typed; a draft nobody has written into goes away again."""
        saver, review = self.saver, self._form.review
        if self.mail is not None:
            self.mail.leave()
        elif saver is None or review is None or not self._form.editable:
            return
        elif self._untouched(saver, review.draft):
            params = delete_draft.DeleteDraft(draft_id=saver.draft_id, base_revision=1)
            self._bench.calls.ask(delete_draft.TOOL, params, failed=lambda _: None, lasting=True)
        else:
            saver.leave()

    def forget(self) -> None:
        """Nothing is open: what was typed is saved or being saved."""
        if self.saver is not None and not self.saver.left:
            self.unsaved.forget(self.saver)
            self.saver.deleteLater()
        self.saver = self.mail = None

    def _untouched(self, saver: Saver, draft: Draft) -> bool:
        if draft.proposed or saver.revision != 1 or not saver.idle:
            return False
        content = self._page.content()
        return content == draft.content and not content.body.strip() and not content.attachments

    def _on_not_made(self, mail: NewMail, error: KnownError) -> None:
        """What was typed stays where it is, or can be copied."""
        typed = mail.content
        if mail is self.mail:
            self._form.notice(sentences.not_begun(error), (("Try again", mail.make),))
        elif typed.body.strip():
            copy = Undo(lambda: QGuiApplication.clipboard().setText(typed.body), "Copy text")
            self._bench.navigation.toast(sentences.not_begun(error).text, copy)
        else:
            self._bench.calls.jobs.failed.emit(error)

    def _on_not_saved(self, saver: Saver, error: KnownError) -> None:
        status = sentences.not_saved(error)
        if saver is self.saver:
            self._form.notice(status)
        else:
            self.unsaved.tell(saver, status.text)
