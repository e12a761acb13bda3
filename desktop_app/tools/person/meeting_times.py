"""Free times for the answer to a mail that asks for a meeting: what is free, and which of the times
that the mail proposes are."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from desktop_app.mail.message.body import read_body
from desktop_app.mail.words.asking import new_words
from desktop_app.mail.words.meetings import asks_for_meeting
from desktop_app.mail.words.named_times import NamedTime, named_times
from desktop_app.model.account import Account
from desktop_app.model.draft import Origin
from desktop_app.model.errors import Cancelled, KnownError
from desktop_app.model.free_times import FreeTimes
from desktop_app.model.message import MessageId
from desktop_app.model.triage import Reason
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result
from desktop_app.tools.drafting.calendar_looks import free_lines, local, look, why_not
from desktop_app.tools.drafting.invited_times import invited_times
from desktop_app.tools.drafting.time_checks import name_of

DAYS_AHEAD = 14
MOST_EVENTS = 250


class MeetingTimesOf(Params, frozen=True, kw_only=True):
    message_id: MessageId
    calendars: bool = True


class MeetingTimes(Result, frozen=True):
    """`asked`: the mail asks for a meeting. `free` are lines of days with their free times, empty
    where no calendar could be read (`looked`). `proposed` are the mail's own times, a line each
    that says whether it is free; no line has a stranger's words."""

    asked: bool = False
    looked: bool = False
    free: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()


def meeting_times(context: Context, params: MeetingTimesOf) -> MeetingTimes:
    """Looks into every calendar that the caller may see, unless `calendars` is false, if the mail
    asks for a meeting. A calendar that can't be read counts as none. Raises `NotFound`,
    `Cancelled`."""
    message = context.store.messages.get(params.message_id)
    text = new_words(read_body(context.store.messages.raw(message.id)).text)
    written = local(message.date).date()
    verdict = context.store.triage.verdicts((message.id,)).get(message.id)
    invited = verdict is not None and verdict.reason is Reason.MEETING
    if not invited and not asks_for_meeting(text, written):
        return MeetingTimes()
    looks = tuple(_looks(context)) if params.calendars else ()
    if not looks:
        return MeetingTimes(asked=True)
    now = local(context.clock())
    named = (*invited_times(context, message, written), *named_times(text, written))
    named = tuple(each for each in named if each.starts[-1] >= now)
    proposed = dict.fromkeys(_line(looks, each) for each in named if each.minutes)
    return MeetingTimes(True, True, _free(looks), tuple(proposed))


def _looks(context: Context) -> Iterator[FreeTimes]:
    able = context.ports.accounts.capabilities
    for account in context.store.accounts.list():
        if not able(account).calendars:
            continue
        try:
            yield _look(context, account)
        except Cancelled:
            raise
        except KnownError:
            continue


def _look(context: Context, account: Account) -> FreeTimes:
    today = local(context.clock()).replace(hour=0, minute=0, second=0, microsecond=0)
    end = today + timedelta(days=DAYS_AHEAD + 1)
    events = context.ports.cloud(account.id).events(
        account.id,
        "",
        start=today.astimezone().timestamp(),
        end=end.astimezone().timestamp(),
        limit=MOST_EVENTS,
        cancelled=context.cancelled,
    )
    last = end.date() - timedelta(days=1)
    if len(events) >= MOST_EVENTS:  # what lies behind the last one was not read
        last = min(last, _beginning(events[-1].start, last=end).date() - timedelta(days=1))
    return look(context, account, events, last)


def _beginning(text: str, *, last: datetime) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return last
    return found.astimezone().replace(tzinfo=None) if found.tzinfo else found


def _free(looks: tuple[FreeTimes, ...]) -> tuple[str, ...]:
    """Lines of the free times that all calendars share."""
    first, *others = looks
    for other in others:
        spans = [
            type(span)(max(span.start, o.start), min(span.end, o.end))
            for span in first.free
            for o in other.free
            if span.start < o.end and o.start < span.end
        ]
        first = FreeTimes(first.first, min(first.last, other.last), (), tuple(spans))
    return free_lines(first)


def _line(looks: tuple[FreeTimes, ...], named: NamedTime) -> str:
    reason = why_not(looks, named).partition(":")[0]
    return f"{name_of(named)} {reason or 'is free'}"


MEETING_TIMES = person_tool(
    meeting_times,
    Effect.READ,
    MeetingTimesOf,
    "Look for free times",
    origins=frozenset({Origin.ASSISTANT}),
)

TOOLS = (MEETING_TIMES,)
