"""Events of a calendar."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attendee:
    """`response` is accepted, declined, tentative or needsAction (RFC 5545's PARTSTAT)."""

    name: str
    email: str
    response: str = ""
    own: bool = False


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """`start` and `end` are ISO 8601: dates for an all-day event (`end` is its last day), else
    times with their offset. `zone` is the IANA name the event was made in. `busy`: its time is
    taken (RFC 5545's TRANSP)."""

    id: str
    title: str
    start: str
    end: str
    all_day: bool = False
    zone: str = ""
    location: str = ""
    link: str = ""
    meeting_link: str = ""
    description: str = ""
    organiser: str = ""
    attendees: tuple[Attendee, ...] = ()
    calendar: str = ""
    status: str = ""
    busy: bool = True
