"""Draft that is being made while the person already writes the mail.

What was typed before the draft was there goes into it, also when the review is left or the window
closes meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock

from desktop_app.mail.rich.document import plain_document
from desktop_app.mail.rich.markup import markup
from desktop_app.model.address import Address, unique
from desktop_app.model.draft import DraftContent
from desktop_app.tools.calls.results import DraftSaved
from desktop_app.tools.person import draft_review
from desktop_app.tools.verbs import delete_draft
from desktop_app.ui.background.calls import Calls

HTML, PLAIN = "text/html", "text/plain"


@dataclass(frozen=True, slots=True)
class TypedMail:
    """Mail as typed before its draft was made; `body` is HTML where `content_type` says so."""

    body: str = ""
    content_type: str = PLAIN
    subject: str = ""
    to: tuple[Address, ...] = ()
    cc: tuple[Address, ...] = ()
    bcc: tuple[Address, ...] = ()

    def on(self, content: DraftContent) -> DraftContent:
        """The content of a new draft with what was typed: words in front, people behind."""
        return replace(
            self._with_words(content),
            subject=self.subject or content.subject,
            to=unique((*content.to, *self.to)),
            cc=unique((*content.cc, *self.cc)),
            bcc=unique((*content.bcc, *self.bcc)),
        )

    def _with_words(self, content: DraftContent) -> DraftContent:
        """Formatted where either is."""
        if self.content_type == content.content_type == PLAIN:
            return replace(content, body=self.body + content.body)
        typed, there = (
            body if kind == HTML else markup(plain_document(body))
            for body, kind in ((self.body, self.content_type), (content.body, content.content_type))
        )
        body = "\n".join(part for part in (typed, there) if part)
        return replace(content, body=body, content_type=HTML)


class PendingDraft:
    """One press of Compose, Reply or Forward. `create` calls the tool that makes the draft.

    `make` runs in a job; `leave` is called in the window's thread, before, during or after it.
    """

    def __init__(self, calls: Calls, create: Callable[[], DraftSaved]) -> None:
        self._calls, self._create = calls, create
        self._lock, self._one_settles = Lock(), Lock()
        self._settled = False
        self._saved: DraftSaved | None = None
        self._left: TypedMail | None = None

    @property
    def left(self) -> TypedMail | None:
        """What was typed when the review was left; None while it is open."""
        return self._left

    def make(self) -> DraftSaved:
        """Make the draft; if the review was left meanwhile, settle it. Raises KnownError."""
        saved = self._saved or self._create()
        with self._lock:
            self._saved, left = saved, self._left
        if left is not None:
            self._settle(saved.draft_id, left)
        return saved

    def leave(self, typed: TypedMail) -> None:
        """The review is left with this on it. Told again, as where the window goes away too, the
        first words count."""
        with self._lock:
            self._left = typed = self._left or typed
            saved = self._saved
        if saved is not None:
            self._calls.jobs.run(lambda: self._settle(saved.draft_id, typed), lasting=True)

    def _settle(self, draft_id: str, typed: TypedMail) -> None:
        """In a job: keep what was typed, once, however often the review was left; without anything
        of it the draft goes again."""
        with self._one_settles:
            if not self._settled:
                self._keep(draft_id, typed)
                self._settled = True

    def _keep(self, draft_id: str, typed: TypedMail) -> None:
        draft = self._calls.wait(
            draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=draft_id)
        ).draft
        content = typed.on(draft.content)
        if content != draft.content:
            self._calls.wait(
                draft_review.SAVE_DRAFT,
                draft_review.SaveDraft(
                    draft_id=draft_id, base_revision=draft.revision, content=content
                ),
            )
        elif not content.body.strip() and not content.attachments:
            self._calls.wait(
                delete_draft.TOOL,
                delete_draft.DeleteDraft(draft_id=draft_id, base_revision=draft.revision),
            )
