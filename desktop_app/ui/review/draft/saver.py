"""Saver of what is typed: one save after the other, each on the revision of the one before.

A save begins at most `MOST_MS` after the first unsaved keystroke. When the draft changed
elsewhere in the meantime the person's text becomes the newest version; nothing typed is lost.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.model.draft import Author, Draft, DraftContent
from desktop_app.model.errors import Conflict, KnownError, NotFound, Refused
from desktop_app.tools.calls.results import DraftSaved
from desktop_app.tools.person import draft_lists, draft_review, outbox, typed_text
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.review.draft.merge import merged

QUIET_MS = 300
MOST_MS = 500
RETRY_MS = 5000
MOST_CONFLICTS = 5
_FINAL = (Refused, NotFound)
Then = Callable[[], object]
Otherwise = Callable[[KnownError], object]


class Saver(QObject):
    """One per open draft. `saved(revision)` after each save, `failed(KnownError)`. `restored` when
    the draft was put aside meanwhile, by a sync that did not find it at the server any more: who
    types in it wants it.

    `conflicted(Review, DraftContent)` when the person's text has to be put on top of a version
    they have not seen: the content is the merged one, which the widgets must show from then on.
    """

    saved = Signal(int)
    conflicted = Signal(object, object)
    failed = Signal(object)
    restored = Signal()

    def __init__(
        self,
        calls: Calls,
        draft: Draft,
        shown: Callable[[], DraftContent],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._calls = calls
        self.draft_id = draft.id
        self.revision = draft.revision
        self._stored = draft.content
        self._shown = shown
        self._busy = False
        self._due = False
        """Whether a save was due while another was under way."""
        self._left = self._pressed = False
        self._conflicts = 0
        self._hand: Author | None = None
        self._waiting: list[tuple[Then, Otherwise]] = []
        self._quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._most = QTimer(self, singleShot=True, interval=MOST_MS)
        self._retry = QTimer(self, singleShot=True, interval=RETRY_MS)
        for timer in (self._quiet, self._most, self._retry):
            timer.timeout.connect(self._save)

    @property
    def idle(self) -> bool:
        """Whether all that is shown is stored and no save is under way."""
        timers = (self._quiet, self._most, self._retry)
        return not self._busy and not any(timer.isActive() for timer in timers)

    @property
    def tries_again(self) -> bool:
        """Whether the last save failed and another one comes in a while."""
        return self._retry.isActive()

    @property
    def content(self) -> DraftContent:
        """What is shown, or was when the review was left."""
        return self._shown()

    @property
    def left(self) -> bool:
        """Whether the review was left; the saver ends once everything is stored."""
        return self._left

    @property
    def unsaved(self) -> bool:
        """Whether something that is shown is not stored."""
        return self._busy or self._shown() != self._stored

    @property
    def stored(self) -> DraftContent:
        return self._stored

    def touch(self) -> None:
        """Something was typed."""
        self._quiet.start()
        if not self._most.isActive():
            self._most.start()

    def put_in(self, author: Author) -> None:
        """The person took words of `author`, which are shown now: they are saved as theirs."""
        self._hand = author
        self._save()

    def adopt(self, draft: Draft) -> None:
        """The widgets show this stored draft now."""
        self.revision = draft.revision
        self._stored = draft.content

    def flush(self, then: Then, otherwise: Otherwise | None = None) -> None:
        """Save what is shown, now; `then` once it is stored, `otherwise` when that failed."""
        self._waiting.append((then, otherwise or (lambda _: None)))
        self._save()

    def press(self, then: Then, otherwise: Otherwise) -> None:
        """Send was pressed: that is written down with what is shown, in one commit. Where nothing
        is left to be stored, or an older save is still under way, it is written down at once."""
        self._pressed = self._shown() != self._stored
        if self._pressed and not self._busy:
            self.flush(then, otherwise)
            return
        self._calls.ask(
            outbox.NOTE_PRESS,
            outbox.NotePress(draft_id=self.draft_id),
            done=lambda _: self.flush(then, otherwise),
            failed=otherwise,
            lasting=True,
            owner=self,
        )

    def leave(self) -> None:
        """The review closes: what is shown is saved even while the window goes away.

        From here on the saver keeps the text as it is now; the widgets may show another draft.
        """
        content = self._shown()
        self._shown = lambda: content
        self._left = True
        if not self._busy:
            self._save()
        elif content != self._stored:
            self._calls.jobs.run(lambda: self._save_last(content), lasting=True)

    def keep_at_end(self) -> None:
        """The window goes away, and the person has not been asked: what the store does not take is
        kept in a file."""
        content = self._shown()
        if self.unsaved:
            self._calls.jobs.run(lambda: self._save_or_keep(content), lasting=True)

    def _save_or_keep(self, content: DraftContent) -> None:
        try:
            self._save_last(content)
        except KnownError:
            self._calls.wait(
                typed_text.KEEP_TYPED,
                typed_text.KeepTyped(
                    draft_id=self.draft_id,
                    to=tuple(map(str, content.to)),
                    subject=content.subject,
                    body=content.body,
                ),
            )

    def _save_last(self, content: DraftContent) -> None:
        """In a thread: behind the save that is under way, whose answer may never be delivered.

        That save holds an older state of the same text, so this one stands as it is.
        """
        for _ in range(MOST_CONFLICTS):
            found = self._calls.wait(
                draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=self.draft_id)
            )
            if found.draft.content == content:
                return
            params = draft_review.SaveDraft(
                draft_id=self.draft_id, base_revision=found.draft.revision, content=content
            )
            try:
                self._calls.wait(draft_review.SAVE_DRAFT, params)
            except Conflict:
                continue
            except Refused:
                restore = draft_lists.RestoreDraft(draft_id=self.draft_id)
                self._calls.wait(draft_lists.RESTORE_DRAFT, restore)
                continue
            return

    def _save(self) -> None:
        for timer in (self._quiet, self._most, self._retry):
            timer.stop()
        if self._busy:
            self._due = True
            return
        self._due = False
        content = self._shown()
        if content == self._stored:
            self._settle()
            return
        self._busy = True
        hand, self._hand = self._hand, None
        pressed, self._pressed = self._pressed, False
        self._calls.ask(
            draft_review.SAVE_DRAFT,
            draft_review.SaveDraft(
                draft_id=self.draft_id,
                base_revision=self.revision,
                content=content,
                hand=hand,
                pressed=pressed,
            ),
            done=lambda saved: self._on_saved(saved, content),
            failed=lambda error: self._on_not_saved(error, hand, pressed=pressed),
            lasting=True,
            owner=self,
        )

    def _on_saved(self, saved: DraftSaved, content: DraftContent) -> None:
        self._busy = False
        self._conflicts = 0
        self.revision = saved.revision
        self._stored = content
        self.saved.emit(saved.revision)
        if self._due or self._waiting or self._left or self._most.isActive():
            self._save()

    def _on_not_saved(self, error: KnownError, hand: Author | None, *, pressed: bool) -> None:
        """The next save has these words still to store, by the same hand."""
        self._hand = self._hand or hand
        self._pressed = self._pressed or pressed
        self._on_failed(error)

    def _on_failed(self, error: KnownError) -> None:
        self._busy = False
        self._conflicts += 1
        if isinstance(error, Conflict) and self._conflicts <= MOST_CONFLICTS:
            self._catch_up()
            return
        if isinstance(error, Refused) and self._conflicts == 1:
            self._restore(error)
            return
        self._give_up(error)

    def _restore(self, refused: Refused) -> None:
        """Bring back a draft that was put aside and save again; for another reason it stays."""
        self._busy = True

        def back() -> None:
            self._busy = False
            self.restored.emit()
            self._save()

        def stays() -> None:
            self._busy = False
            self._give_up(refused)

        self._calls.ask(
            draft_lists.RESTORE_DRAFT,
            draft_lists.RestoreDraft(draft_id=self.draft_id),
            done=lambda _: back(),
            failed=lambda _: stays(),
            lasting=True,
            owner=self,
        )

    def _give_up(self, error: KnownError) -> None:
        self._conflicts, self._pressed = 0, False
        waiting, self._waiting = self._waiting, []
        for _, otherwise in waiting:
            otherwise(error)
        if not isinstance(error, _FINAL):
            self._retry.start()
        self.failed.emit(error)

    def _catch_up(self) -> None:
        """Learn the newest revision and save on top of it."""
        self._busy = True
        self._calls.ask(
            draft_review.REVIEW_DRAFT,
            draft_review.ReviewDraft(draft_id=self.draft_id),
            done=self._on_caught_up,
            failed=self._on_failed,
            lasting=True,
            owner=self,
        )

    def _on_caught_up(self, review: Review) -> None:
        self._busy = False
        both = merged(self._stored, self._shown(), review.draft.content)
        self.adopt(review.draft)
        if self._left:
            self._shown = lambda: both
        else:
            self.conflicted.emit(review, both)
        self._save()

    def _settle(self) -> None:
        """Everything is stored: whoever waited for that goes on."""
        waiting, self._waiting = self._waiting, []
        for then, _ in waiting:
            then()
        if self._left:
            self.deleteLater()  # without it what listens to it keeps it alive
