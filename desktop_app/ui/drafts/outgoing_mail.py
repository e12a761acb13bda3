"""Outgoing mail as read from the outbox, and its results. No widgets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from desktop_app.model.address import people
from desktop_app.model.outbox import OutboxEntry, OutboxState, PostmanStatus
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import draft_lists, draft_review, outbox
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.widgets.dates import short_date
from desktop_app.ui.widgets.safe_text import clean

SHORT_SECONDS = 5.0
"""A wait that is not worth naming its end."""
HELD_SECONDS = 3_650 * 86_400.0
"""Put off for as long as a question is open: longer than any server asks to wait. A program that
starts anew gives the mail back anyway."""
MOVING = frozenset({OutboxState.QUEUED, OutboxState.SENDING})


@dataclass(frozen=True, slots=True)
class OutgoingMail:
    """One mail of the outbox as the toast needs it. `local`: it is filed, it does not travel."""

    outbox_id: int
    draft_id: str
    to: str
    state: OutboxState
    send_after: float
    reason: str = ""
    local: bool = False
    waits: bool = False
    """Until `send_after`, for the `reason`."""

    @property
    def moving(self) -> bool:
        return self.state in MOVING


@dataclass(frozen=True, slots=True)
class Outgoing:
    """Mail of the outbox, and whether it leaves."""

    mails: tuple[OutgoingMail, ...]
    postman: PostmanStatus


def read(calls: Calls, watched: Iterable[OutgoingMail]) -> Outgoing:
    """All mail of the outbox, newest first, and those of `watched` that no longer are, as they
    ended. Runs inside a job."""
    postman = calls.wait(outbox.POSTMAN_STATUS, NoParams())
    page = calls.wait(draft_lists.DRAFTS_PAGE, NoParams())
    here = [
        _mail(entry, people(draft.content.recipients, named=page.named.get(draft.id, ())))
        for entry, draft in page.outbox
    ]
    known = {mail.outbox_id for mail in here}
    gone = [mail for mail in watched if mail.outbox_id not in known]
    return Outgoing((*here, *(_ended(calls, mail) for mail in gone)), postman)


def waiting_words(mail: OutgoingMail, seconds: int, postman: PostmanStatus, now: float) -> str:
    """What to say of a queued mail that is due in so many seconds."""
    if postman.trouble:
        reason = clean(postman.trouble).rstrip(".")
        return f"Waits to be sent to {mail.to}: {reason}. Draftdesk tries again by itself"
    if mail.waits:
        return postponed_words(mail, now)
    if seconds:
        return f"Sending to {mail.to} in {seconds} s"
    return f"Sending to {mail.to} now" if postman.ready else f"Waits to be sent to {mail.to}"


def outcome(mail: OutgoingMail) -> tuple[str, bool]:
    """What to say of a mail that has left, and whether it needs the person."""
    if mail.state is OutboxState.SENT:
        place = "Filed in Sent on this computer" if mail.local else "Sent"
        return f"{place}: to {mail.to}.", False
    reason = clean(mail.reason).rstrip(".")
    if mail.state is OutboxState.FAILED:
        return f"Not sent to {mail.to}: {reason or 'it could not be sent'}.", True
    if mail.state is OutboxState.UNCERTAIN:
        return f"It is not known yet whether the mail to {mail.to} was sent.", True
    return "", False


def until(at: float, now: float) -> str:
    """`14:07`: a time that is surely past by then, to the minute."""
    return short_date(at + 59, now)


def is_held(send_after: float, now: float) -> bool:
    """Whether the question before the window closes holds it, in whichever window it was asked."""
    return send_after - now > HELD_SECONDS / 2


def waits(send_after: float, now: float) -> str:
    """`waits until 14:07`, or that the question before the window closes holds it."""
    if is_held(send_after, now):
        return "waits for your answer"
    return f"waits until {until(send_after, now)}"


def postponed_words(mail: OutgoingMail, now: float) -> str:
    """What keeps a mail that waits, until when, and that it is kept."""
    cause = clean(mail.reason).partition(":")[0].rstrip(".")
    if mail.send_after - now < SHORT_SECONDS:
        return f"Your mail to {mail.to} waits a moment: {cause[:1].lower()}{cause[1:]}"
    when = until(mail.send_after, now)
    if cause.endswith("asks to wait"):
        return f"{cause} until {when}; your mail to {mail.to} is kept"
    return f"Your mail to {mail.to} waits until {when} and is kept: {cause}"


def _mail(entry: OutboxEntry, to: str, *, local: bool = False) -> OutgoingMail:
    return OutgoingMail(
        entry.id,
        entry.draft_id,
        clean(to),
        entry.state,
        entry.send_after,
        entry.last_error,
        local,
        entry.waits,
    )


def _ended(calls: Calls, mail: OutgoingMail) -> OutgoingMail:
    review: Review = calls.wait(
        draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=mail.draft_id)
    )
    entry = review.outbox
    if entry is None or entry.id != mail.outbox_id:
        return OutgoingMail(mail.outbox_id, mail.draft_id, mail.to, OutboxState.UNDONE, 0)
    return _mail(entry, mail.to, local=not review.delivers)
