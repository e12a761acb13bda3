"""An event that a program proposes: a draft with a calendar file, which the person sends.

Calendars can only be read here. The invitation comes into the person's calendar, and into that of
those who are invited, by the mail that brings it (RFC 6047).
"""

from __future__ import annotations

import base64
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Annotated

from msgspec import Meta

from desktop_app.mail.calendar.calendar_file import NewEvent, invitation_file
from desktop_app.mail.drafts.compose import new_message_id
from desktop_app.model.draft import DraftContent
from desktop_app.model.errors import BadInput
from desktop_app.model.local_forms import PLAIN
from desktop_app.tools.calls.base import Params
from desktop_app.tools.calls.context import Context
from desktop_app.tools.drafting.draft_attachments import FileContent

HOUR = timedelta(hours=1)
EVENT_AS_THERE = "As in create_draft."
"""Description of `event` where it is that of `create_draft`."""

_YEARS = range(1970, 2101)


class Event(Params, frozen=True, kw_only=True):
    """Times are ISO 8601: without an offset they are of this computer's zone, a date alone is a
    whole day, and without an end it lasts an hour, or that day."""

    title: Annotated[str, Meta(max_length=300)]
    start: Annotated[str, Meta(description="ISO 8601; a date is a whole day.")]
    end: str = ""
    place: Annotated[str, Meta(max_length=300)] = ""


def with_event(
    context: Context, content: DraftContent, event: Event
) -> tuple[DraftContent, FileContent]:
    """The draft as an invitation to its recipients, or without any as an entry for the person
    alone, and its file. Raises `BadInput` for what is no time."""
    start, end = _times(event)
    people = content.to or (content.from_,)
    made = NewEvent(
        uid=new_message_id(content.from_.domain, f"{event} {context.clock()}"),
        title=event.title.strip() or "Meeting",
        start=start,
        end=end,
        place=event.place.strip(),
        organiser=content.from_,
        people=tuple(a for a in people if a.key != content.from_.key),
    )
    when = _in_words(start, end)
    lines = [made.title, when, made.place]
    given = replace(
        content,
        to=people,
        subject=content.subject or f"{made.title}: {when}",
        body=content.body or "\n".join(filter(None, lines)),
    )
    data = base64.b64encode(invitation_file(made, now=context.clock())).decode()
    file = FileContent(filename="invitation.ics", content=data, mime_type="text/calendar")
    return given, file


def _times(event: Event) -> tuple[datetime | date, datetime | date]:
    """Times in UTC, or days of which the last one counts."""
    start = _moment(event.start, "start")
    end = _moment(event.end, "end") if event.end else None
    whole = not isinstance(start, datetime)
    if end is None:
        return start, start if whole else start + HOUR
    if isinstance(end, datetime) is whole:
        raise BadInput("start and end are both times, or both dates.")
    if end < start or (end == start and not whole):
        raise BadInput("The event ends before it begins.")
    return start, end


def _moment(text: str, name: str) -> datetime | date:
    text = text.strip()
    try:
        if len(text) <= len("2026-12-01"):
            day = date.fromisoformat(text)
            _refuse_far(day)
            return day
        moment = datetime.fromisoformat(text)
        _refuse_far(moment)
        return moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise BadInput(
            f"{name}: {text[:80]!r} is no time.", next_step="Write 2026-12-01T10:00 or 2026-12-01."
        ) from error


def _refuse_far(day: date) -> None:
    if day.year not in _YEARS:
        raise ValueError("out of range")


def _in_words(start: datetime | date, end: datetime | date) -> str:
    """In this computer's zone: `Tue 1 Dec 2026, 10:00 to 11:00`."""
    if not isinstance(start, datetime) or not isinstance(end, datetime):
        first = _day(start)
        return first if start == end else f"{first} to {_day(end)}"
    begins, ends = start.astimezone(), end.astimezone()
    until = f"{ends:%H:%M}" if ends.date() == begins.date() else f"{_day(ends)}, {ends:%H:%M}"
    return f"{_day(begins)}, {begins:%H:%M} to {until}"


def _day(day: date) -> str:
    return f"{PLAIN.short_weekdays[day.weekday()]} {PLAIN.short_day_of_year(day)}"
