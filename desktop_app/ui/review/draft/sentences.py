"""Sentences of the review's strips and of its action bar. No widgets."""

from __future__ import annotations

from desktop_app.model.draft import Author, Check, DraftState, Origin
from desktop_app.model.errors import KnownError
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.bench.author_names import at_start, author_name
from desktop_app.ui.review.draft.draft_status import DraftStatus, Phase
from desktop_app.ui.widgets.dates import long_date
from desktop_app.ui.widgets.safe_text import clean

NOT_SAVED = "Not saved."
READ_FIRST = "Scroll to the end to send."
OPEN_FIRST = "Look at every recipient to send."
_YOURS = {
    DraftState.PROPOSED: "What you have here is a draft of its own.",
    DraftState.EDITED: "What you have here is a draft of its own.",
    DraftState.APPROVED: "What you approved waits to be sent.",
    DraftState.SENT: "What you approved was sent.",
}
LEFT_TOO_SOON = "You left the draft before it was on its way."


def changed_elsewhere(review: Review, now: float) -> DraftStatus:
    """Who changed the draft, and where and when that was where it was another mail program."""
    newest = review.versions[-1]
    who, where = at_start(author_name(newest.author)), ""
    if by_program(newest.author):
        where = f"{_where(review)}. That came here at {long_date(newest.saved, now)}"
    text = f"{who} changed this draft{where}. The earlier version is kept."
    return DraftStatus(Phase.OPEN, "made", "proposal", text)


def beside(review: Review, now: float) -> DraftStatus:
    """Where the other text is of a draft that was changed here and in another mail program."""
    other = review.beside
    assert other is not None
    where = _where(review)
    if other.theirs:
        text = (
            f"Another mail program changed this draft too{where}. What it wrote came here at "
            f"{long_date(other.draft.created, now)} and is a draft of its own."
        )
    else:
        text = (
            f"This is what another mail program wrote{where}. It came here at "
            f"{long_date(review.draft.created, now)}. {_YOURS[other.draft.state]}"
        )
    return DraftStatus(Phase.OPEN, "warning", "warning", text)


GONE_THERE = "This draft was deleted or sent"


def gone_there(review: Review) -> DraftStatus:
    text = (
        f"{GONE_THERE}{_where(review)} while it was open here. It is kept here and can be restored."
    )
    return DraftStatus(Phase.IGNORED, "warning", "warning", text)


def back_again() -> DraftStatus:
    text = (
        "This draft was put aside while you typed: it was deleted or sent in another mail program."
        " It is back, with your text."
    )
    return DraftStatus(Phase.OPEN, "warning", "warning", text)


def by_program(author: Author) -> bool:
    """Whether a version came from another mail program of the person's."""
    return author.origin is Origin.USER and bool(author.name)


def _where(review: Review) -> str:
    """The place at the account's server, as part of a sentence; empty where it has none."""
    server = review.place.server
    return f" in {server} ({clean(review.account.name)})" if server else ""


def change_taken(author: Author) -> DraftStatus:
    text = f"You took a change by {author_name(author)}. The earlier version is kept."
    return DraftStatus(Phase.OPEN, "made", "proposal", text)


def changed_while_typing(author: Author) -> DraftStatus:
    text = (
        f"This draft was changed by {author_name(author)} while you typed. Your text is the "
        "newest version; the other one is under Versions."
    )
    return DraftStatus(Phase.OPEN, "warning", "warning", text)


def new_mail() -> DraftStatus:
    text = "New mail came in this conversation after this was written."
    return DraftStatus(Phase.OPEN, "warning", "unread", text)


def refine_request(text: str) -> DraftStatus:
    return DraftStatus(Phase.OPEN, "made", "assistant", text)


def about_to_send(text: str) -> DraftStatus:
    return DraftStatus(Phase.OPEN, "made", "sent_out", text)


def not_begun(error: KnownError) -> DraftStatus:
    return _failure("The draft could not be made.", error)


def not_sent(error: KnownError) -> DraftStatus:
    return _failure("Not sent.", error)


def given_up(name: str, reason: str) -> str:
    return f"“{name}” was not sent. {reason}"


def not_taken(error: KnownError) -> DraftStatus:
    return _failure("Nothing was changed.", error)


def not_saved(error: KnownError) -> DraftStatus:
    return _failure(NOT_SAVED, error)


def reason_to_wait(blocking: tuple[Check, ...], open_: tuple[Check, ...], waits: str = "") -> str:
    """Why Send waits; empty when it does not. `waits` is what has still to be looked at."""
    reason = waits
    if not waits and blocking:
        reason = f"Send waits: {blocking[0].text}"
    elif not waits and open_:
        what = "1 check waits" if len(open_) == 1 else f"{len(open_)} checks wait"
        reason = f"{what} for your tick."
    return reason


def _failure(what: str, error: KnownError) -> DraftStatus:
    text = " ".join(part for part in (what, error.sentence, error.next_step) if part)
    return DraftStatus(Phase.FAILED, "danger", "danger", text)
