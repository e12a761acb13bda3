"""What the review says of a draft that somebody else has changed, and the way to each text."""

from __future__ import annotations

from collections.abc import Callable

from desktop_app.model.draft import Author, DraftVersion
from desktop_app.tools.answers.draft_place import Kept
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.draft import sentences
from desktop_app.ui.review.draft.draft_status import DraftStatus, Phase, phase_of
from desktop_app.ui.widgets.parts import Button

Notice = tuple[DraftStatus, tuple[Button, ...]]
Take = Callable[[DraftVersion], object]
FINE = "Fine"


def changed(
    review: Review, now: float, *, taken: bool, take: Take, fine: Callable[[], object]
) -> Notice | None:
    """Someone else wrote the newest version, or the person took a change of theirs: what was there
    before is offered. None where there was nothing before."""
    if len(review.versions) < 2:
        return None
    before, author = review.versions[-2], review.versions[-1].author
    if sentences.by_program(author):  # it may have saved its own text more than once
        before = review.compared or before
    said = sentences.changed_elsewhere(review, now)
    buttons = (("Take the earlier one", lambda: take(before)), (FINE, fine))
    return sentences.change_taken(author) if taken else said, buttons


def conflict(review: Review, take: Take, fine: Callable[[], object]) -> Notice:
    """Someone else wrote while the person typed, whose text is the newest now: the other one is
    offered."""
    other = review.versions[-1]
    buttons = (("Take the other one", lambda: take(other)), (FINE, fine))
    return sentences.changed_while_typing(other.author), buttons


def beside(review: Review, now: float, bench: Workbench) -> Notice:
    """Where the other text of a draft is that was changed in two places at once."""
    assert review.beside is not None
    other = review.beside.draft.id
    look = ("Show the other one", lambda: bench.navigation.open_draft(other))
    return sentences.beside(review, now), (look,)


def came_while_away(review: Review) -> bool:
    """Whether another mail program has changed what the draft said here."""
    newest: Author = review.versions[-1].author
    return sentences.by_program(newest) and any(v.author != newest for v in review.versions)


def gone_there(review: Review) -> bool:
    """Whether the draft was put aside because the account's server has it no more."""
    ignored = phase_of(review.draft, review.outbox) is Phase.IGNORED
    return ignored and bool(review.place.server) and review.place.kept is Kept.ON_ITS_WAY
