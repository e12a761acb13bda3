"""Invitations in mail: read, compared with what the person has accepted, answered by a draft.

Nothing is asked of a network unless the person presses for it, and no answer is sent: it is a draft
like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Literal

from desktop_app.mail.calendar.calendar_file import is_calendar
from desktop_app.model.account import Account
from desktop_app.model.address import Address
from desktop_app.model.draft import Draft
from desktop_app.model.errors import BadInput, KnownError
from desktop_app.model.invitation import Answer, Invitation, Method
from desktop_app.model.message import Message
from desktop_app.model.sign_in import Permission
from desktop_app.search.parser import parse
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result
from desktop_app.tools.drafting import new_drafts
from desktop_app.tools.drafting.invitation_answers import answer_draft, invitation_of, invited

MOST_ANSWERS = 100
"""Own answers, the newest, that an invitation is compared with."""

MOST_OVERLAPS = 5
_LONGEST = timedelta(days=31)


class Overlap(Result, frozen=True):
    """What stands at the same time: its title, beginning and end."""

    title: str
    start: datetime
    end: datetime


class InvitationCard(Result, frozen=True):
    """An invitation with what the person knows of its time. `you` is the address that is invited,
    or the one the mail came to; `answered` the answer that was sent, empty without one. `newer`:
    a later mail of the conversation is about the same event. `calendar` is the account whose
    calendar may be asked, empty without one."""

    invitation: Invitation
    you: Address
    answered: str
    overlaps: tuple[Overlap, ...]
    newer: bool
    calendar: str


class ReadInvitation(Params, frozen=True, kw_only=True):
    message_id: int


class AnswerInvitation(Params, frozen=True, kw_only=True):
    message_id: int
    answer: Literal["ACCEPTED", "TENTATIVE", "DECLINED"]


def show_invitation(context: Context, params: ReadInvitation) -> InvitationCard:
    """The invitation of a mail, from what is on this computer alone. Raises `NotFound` where the
    mail has none that can be read."""
    message = context.store.messages.get(params.message_id)
    account = context.store.accounts.get(message.account_id)
    invitation = invitation_of(context, message)[0]
    answers = list(_own_answers(context)) if invitation.method is Method.REQUEST else []
    answered = next((response for own, response in answers if own.uid == invitation.uid), "")
    return InvitationCard(
        invitation,
        invited(account, message, invitation),
        answered if invitation.uid else "",
        _overlaps(invitation, answers),
        _newer(context, message, invitation),
        _calendar_of(context, account),
    )


def check_calendar(context: Context, params: ReadInvitation) -> tuple[Overlap, ...]:
    """What the account's calendar has at the time of the invitation; asks its server. Raises
    `KnownError`."""
    message = context.store.messages.get(params.message_id)
    span, invitation = None, invitation_of(context, message)[0]
    if invitation.span is not None:
        span = _bounded(*invitation.span)
    account = _calendar_of(context, context.store.accounts.get(message.account_id))
    if span is None or not account:
        raise BadInput("There is no time that a calendar could be asked for.")
    start, end = (moment.timestamp() for moment in span)
    found = context.ports.cloud(account).events(
        account, "", start=start, end=max(end, start + 60), limit=20, cancelled=context.cancelled
    )
    others = (e for e in found if not e.all_day and e.title != invitation.title)
    overlaps = (_event_overlap(e.title, e.start, e.end) for e in others)
    return tuple(o for o in overlaps if o is not None)[:MOST_OVERLAPS]


def answer_invitation(context: Context, params: AnswerInvitation) -> Draft:
    """A draft of the answer, to the organiser, with the calendar's part of it. Nothing is sent.
    Raises `NotFound`, `BadInput` where there is nobody to answer."""
    message = context.store.messages.get(params.message_id)
    return new_drafts.keep(context, answer_draft(context, message, Answer(params.answer)))


def _own_answers(context: Context) -> Iterator[tuple[Invitation, str]]:
    """Answers of the person's own that were sent, the newest first, one an event."""
    query = parse("in:sent filename:ics")
    seen: set[str] = set()
    for message in context.store.finder.messages(
        query, limit=MOST_ANSWERS, cancelled=context.cancelled
    ):
        try:
            own = invitation_of(context, message)[0]
        except KnownError:
            continue
        if own.method is Method.REPLY and own.people and own.uid not in seen:
            seen.add(own.uid)
            yield own, own.people[0].response


def _overlaps(invitation: Invitation, answers: list[tuple[Invitation, str]]) -> tuple[Overlap, ...]:
    if invitation.span is None or invitation.cancelled:
        return ()
    start, end = _bounded(*invitation.span)
    found = []
    for other, response in answers:
        if other.span is None or other.uid == invitation.uid or response == Answer.DECLINED:
            continue
        begins, ends = other.span
        if begins < max(end, start + timedelta(minutes=1)) and ends > start:
            found.append(Overlap(other.title, begins, ends))
    return tuple(found)[:MOST_OVERLAPS]


def _bounded(start: datetime, end: datetime) -> tuple[datetime, datetime]:
    """No span that is looked at is longer than a month."""
    try:
        return start, min(end, start + _LONGEST)
    except OverflowError:
        return start, end


def _event_overlap(title: str, start: str, end: str) -> Overlap | None:
    try:
        return Overlap(title, datetime.fromisoformat(start), datetime.fromisoformat(end))
    except ValueError:
        return None


def _newer(context: Context, message: Message, invitation: Invitation) -> bool:
    """Whether a later mail of the conversation is about the same event."""
    later = [
        other
        for other in context.store.threads.get(message.thread_id).messages
        if other.date > message.date
        and any(is_calendar(a.content_type, a.filename) for a in other.attachments)
    ]
    for other in later[-10:]:
        try:
            found = invitation_of(context, other)[0]
        except KnownError:
            continue
        if found.uid == invitation.uid and found.method in {Method.REQUEST, Method.CANCEL}:
            return True
    return False


def _calendar_of(context: Context, account: Account) -> str:
    """The account, if it has a calendar that may be read."""
    ports = context.ports.accounts
    if not ports.capabilities(account).calendars:
        return ""
    return account.id if ports.allows(account, Permission.CALENDAR) else ""


SHOW_INVITATION = person_tool(show_invitation, Effect.READ, ReadInvitation)
CHECK_CALENDAR = person_tool(check_calendar, Effect.READ, ReadInvitation, "Look at the calendar")
ANSWER_INVITATION = person_tool(
    answer_invitation, Effect.DRAFT, AnswerInvitation, "Draft an answer to an invitation"
)
TOOLS = (SHOW_INVITATION, CHECK_CALENDAR, ANSWER_INVITATION)
