"""Find events in Google Calendar; without a query, list the days."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Annotated

from msgspec import Meta

from desktop_app.model.account import Account
from desktop_app.model.calendar_event import Attendee, CalendarEvent
from desktop_app.model.clock import as_datetime
from desktop_app.model.draft import Source, SourceKind
from desktop_app.tools.answers.cloud_results import EventList, EventRow
from desktop_app.tools.answers.fence import Fence
from desktop_app.tools.calls.base import Effect, Group, Params, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.drafting.calendar_looks import free_lines, look
from desktop_app.tools.reading.cloud import calendar_account

MOST_TEXT = 2_000
"""Characters of an event's description that are handed on."""
MOST_PEOPLE = 50


class SearchCalendarEvents(Params, frozen=True, kw_only=True):
    query: str = ""
    days_back: Annotated[int, Meta(ge=0, le=3660)] = 0
    days_ahead: Annotated[int, Meta(ge=0, le=3660)] = 7
    max_results: Annotated[int, Meta(ge=1, le=250)] = 20
    account: str = ""


def run(context: Context, params: SearchCalendarEvents) -> EventList:
    """Whole days of this computer's zone: today, `days_back` before it and `days_ahead` after
    it. Raises `KnownError`."""
    account = calendar_account(context, params.account)
    today = as_datetime(context.clock()).astimezone().date()
    start = _midnight(today - timedelta(days=params.days_back))
    end = _midnight(today + timedelta(days=params.days_ahead + 1))
    found = context.ports.cloud(account.id).events(
        account.id,
        params.query,
        start=start,
        end=end,
        limit=params.max_results + 1,
        cancelled=context.cancelled,
    )
    shown = found[: params.max_results]
    rows = tuple(_row(number, event) for number, event in enumerate(shown, 1))
    for row in rows:
        context.conversation.read(Source(SourceKind.EVENT, row.link, row.title, _line(row)))
    more = len(found) > len(shown)
    head = f"{len(rows)} events" + (", there are more" if more else "")
    free = () if params.query or more else _free(context, account, found, params.days_ahead)
    shown_rows = Fence().around("\n".join(map(_line, rows)))
    lines = [head + (f" for “{params.query}”." if params.query else "."), *shown_rows, *free]
    return EventList(
        display="\n".join(lines), count=len(rows), has_more=more, results=rows, free=free
    )


def _free(
    context: Context, account: Account, events: tuple[CalendarEvent, ...], days_ahead: int
) -> tuple[str, ...]:
    last = as_datetime(context.clock()).astimezone().date() + timedelta(days=days_ahead)
    return free_lines(look(context, account, events, last))


def _midnight(day: date) -> float:
    """The beginning of a day here, whatever the clocks do that night."""
    return datetime(day.year, day.month, day.day).astimezone().timestamp()


def _row(number: int, event: CalendarEvent) -> EventRow:
    return EventRow(
        number=number,
        event_id=event.id,
        title=event.title,
        start=_here(event.start, event),
        end=_here(event.end, event),
        all_day=event.all_day,
        zone=event.zone,
        location=event.location,
        link=event.link,
        meeting_link=event.meeting_link,
        organiser=event.organiser,
        attendees=tuple(map(_person, event.attendees[:MOST_PEOPLE])),
        calendar=event.calendar,
        untrusted_text=event.description[:MOST_TEXT],
    )


def _here(moment: str, event: CalendarEvent) -> str:
    if event.all_day or not moment:
        return moment
    try:
        return datetime.fromisoformat(moment).astimezone().isoformat()
    except (ValueError, OverflowError):
        return moment


def _person(attendee: Attendee) -> str:
    who = f"{attendee.name} <{attendee.email}>" if attendee.name else attendee.email
    return f"{who} ({attendee.response})" if attendee.response else who


def _line(row: EventRow) -> str:
    when = row.start if row.start == row.end else f"{row.start} to {row.end}"
    parts = [f"{when}{' (all day)' if row.all_day else ''}", row.title, row.location]
    parts += [row.meeting_link, row.link, f"with {', '.join(row.attendees)}" * bool(row.attendees)]
    return f"{row.number}. " + " · ".join(" ".join(p.split()) for p in parts if p)


TOOL = Tool(
    name="search_calendar_events",
    title="Search the calendar",
    done="Looked at the calendar",
    effect=Effect.READ,
    group=Group.CALENDAR,
    description=(
        "Calendar events from days_back to days_ahead around today, with links and people; an "
        "empty query lists them all."
    ),
    params=SearchCalendarEvents,
    result=EventList,
    run=run,
)
