"""Sentences of the review's strips and of its action bar. No widgets."""

from __future__ import annotations

from desktop_app.model.draft import Author, Check
from desktop_app.model.errors import KnownError
from desktop_app.ui.bench.author_names import at_start, author_name
from desktop_app.ui.review.draft_status import DraftStatus, Phase

NOT_SAVED = "Not saved."
READ_FIRST = "Scroll to the end to send."
OPEN_FIRST = "Look at every recipient to send."
LEFT_TOO_SOON = "You left the draft before it was on its way."


def changed_elsewhere(author: Author) -> DraftStatus:
    text = f"{at_start(author_name(author))} changed this draft. The earlier version is kept."
    return DraftStatus(Phase.OPEN, "made", "proposal", text)


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
