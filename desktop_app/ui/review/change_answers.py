"""Answers to proposed changes: what is typed is saved first, and a part is worked out anew from
what is stored then, so that nothing typed meanwhile is lost."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from desktop_app.model.errors import KnownError, NotFound
from desktop_app.tools.person import draft_changes, draft_review
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.review.draft.change_parts import ChangePart, Key, OfferedChange, offered
from desktop_app.ui.review.draft.saver import Saver

GONE = "This change is not there any more."


class ChangeAnswers(QObject):
    """Takes and refuses changes of the open draft. `settled` once an answer is stored,
    `failed(KnownError)`."""

    settled = Signal()
    failed = Signal(object)

    def __init__(self, calls: Calls, saver: Callable[[], Saver | None], parent: QObject) -> None:
        super().__init__(parent)
        self._calls, self._saver = calls, saver
        self._taking = False

    def answered(self) -> bool:
        """Whether the newest version is there because the person took it; asked for once."""
        taking, self._taking = self._taking, False
        return taking

    def take(self, change_id: str, key: Key | None) -> None:
        """Put a part into the draft, or all of the change."""
        self._taking = True
        self._answer(change_id, lambda offer, revision: self._take(offer, revision, key))

    def refuse(self, change_id: str, key: Key | None) -> None:
        """Leave a part out of the change, or end the change."""
        self._answer(change_id, lambda offer, _: self._refuse(offer, key))

    def _answer(self, change_id: str, work: Callable[[OfferedChange, int], object]) -> None:
        saver = self._saver()
        if saver is None:
            return

        def job() -> object:
            review = self._calls.wait(
                draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=saver.draft_id)
            )
            change = next((each for each in review.changes if each.id == change_id), None)
            if change is None:
                raise NotFound(GONE)
            return work(offered(change, review.draft.content), review.draft.revision)

        def then() -> None:
            self._calls.jobs.run(
                job, done=lambda _: self.settled.emit(), failed=failed, lasting=True, owner=self
            )

        def failed(error: KnownError) -> None:
            self._taking = False
            self.failed.emit(error)

        saver.flush(then, failed)

    def _take(self, offer: OfferedChange, revision: int, key: Key | None) -> object:
        content = offer.wish if key is None else _part(offer, key).taken
        params = draft_changes.TakeChange(
            change_id=offer.change.id,
            base_revision=revision,
            content=content,
            left=offer.wish,
            last=content == offer.wish,
        )
        return self._calls.wait(draft_changes.TAKE_CHANGE, params)

    def _refuse(self, offer: OfferedChange, key: Key | None) -> object:
        left = offer.now if key is None else _part(offer, key).refused
        params = draft_changes.RefuseChange(
            change_id=offer.change.id, base=offer.now, left=left, last=left == offer.now
        )
        return self._calls.wait(draft_changes.REFUSE_CHANGE, params)


def _part(offer: OfferedChange, key: Key) -> ChangePart:
    """The part as it is now. Raises `KnownError` where typing has changed it."""
    found = next((part for part in offer.parts if part.key == key), None)
    if found is None:
        raise NotFound("You changed that place meanwhile.", next_step="Look at the change again.")
    return found
