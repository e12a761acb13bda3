"""Google Calendar, read only: the events of every calendar the person has ticked.

Source: https://developers.google.com/workspace/calendar/api/v3/reference (calendarList.list,
events.list).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from threading import Event
from typing import TYPE_CHECKING, Any

from desktop_app.accounts.google.drive import https_link
from desktop_app.model.calendar_event import Attendee, CalendarEvent

if TYPE_CHECKING:
    from desktop_app.accounts.google.session import GoogleSession

_UNITS = 0  # Calendar's calls do not count against Gmail's units.
_MOST_CALENDARS = 20
_PAGE = 250


class Calendar:
    """Calendars of one account."""

    def __init__(self, session: GoogleSession) -> None:
        self._session = session

    def events(
        self, query: str, *, start: float, end: float, limit: int, cancelled: Event | None = None
    ) -> tuple[CalendarEvent, ...]:
        """Events that touch the span (seconds since the epoch), by their beginning; repeated
        ones as each of their days. `query` searches title, place, text and people; empty for
        all. Raises `KnownError`."""
        stop = cancelled or Event()
        found = [
            event
            for calendar in self._calendars(stop)
            for event in self._of(calendar, query, start, end, limit, stop)
        ]
        return tuple(sorted(found, key=_beginning)[:limit])

    def _calendars(self, cancelled: Event) -> list[Mapping[str, Any]]:
        request = self._service().calendarList().list(maxResults=_PAGE)
        items = self._session.call(request, _UNITS, cancelled=cancelled).get("items", [])
        ticked = [c for c in items if c.get("selected", c.get("primary", False))]
        return ticked[:_MOST_CALENDARS] or [{"id": "primary"}]

    def _of(
        self,
        calendar: Mapping[str, Any],
        query: str,
        start: float,
        end: float,
        limit: int,
        cancelled: Event,
    ) -> list[CalendarEvent]:
        request = (
            self._service()
            .events()
            .list(
                calendarId=calendar["id"],
                timeMin=datetime.fromtimestamp(start, UTC).isoformat(),
                timeMax=datetime.fromtimestamp(end, UTC).isoformat(),
                q=query or None,
                singleEvents=True,
                orderBy="startTime",
                maxResults=min(limit, _PAGE),
            )
        )
        answer = self._session.call(request, _UNITS, cancelled=cancelled)
        name = str(calendar.get("summaryOverride") or calendar.get("summary") or "")
        items = [item for item in answer.get("items", ()) if item.get("status") != "cancelled"]
        return [_event(item, name, str(answer.get("timeZone") or "")) for item in items]

    def _service(self) -> Any:
        return self._session.service("calendar", "v3")


def _event(item: Mapping[str, Any], calendar: str, zone: str) -> CalendarEvent:
    start, end = item.get("start") or {}, item.get("end") or {}
    all_day = "date" in start
    return CalendarEvent(
        id=str(item.get("id", "")),
        title=str(item.get("summary") or "(no title)"),
        start=str(start.get("date") if all_day else start.get("dateTime", "")),
        end=_last_day(end.get("date")) if all_day else str(end.get("dateTime", "")),
        all_day=all_day,
        zone=str(start.get("timeZone") or zone),
        location=str(item.get("location") or ""),
        link=https_link(item.get("htmlLink")),
        meeting_link=_meeting_link(item),
        description=str(item.get("description") or ""),
        organiser=str((item.get("organizer") or {}).get("email") or ""),
        attendees=tuple(_attendee(a) for a in item.get("attendees", ())),
        calendar=calendar,
        status=str(item.get("status") or ""),
        busy=item.get("transparency") != "transparent",
    )


def _last_day(end: object) -> str:
    """Last day of an all-day event. Google's end is the day after."""
    try:
        return (date.fromisoformat(str(end)) - timedelta(days=1)).isoformat()
    except (ValueError, OverflowError):
        return ""


def _meeting_link(item: Mapping[str, Any]) -> str:
    """Video link of the conference, else of Hangouts."""
    points = (item.get("conferenceData") or {}).get("entryPoints") or []
    for point in points:
        link = https_link(point.get("uri"))
        if point.get("entryPointType") == "video" and link:
            return link
    return https_link(item.get("hangoutLink"))


def _attendee(item: Mapping[str, Any]) -> Attendee:
    return Attendee(
        name=str(item.get("displayName") or ""),
        email=str(item.get("email") or ""),
        response=str(item.get("responseStatus") or ""),
        own=bool(item.get("self")),
    )


def _beginning(event: CalendarEvent) -> float:
    try:
        return datetime.fromisoformat(event.start).timestamp()
    except (ValueError, OverflowError, OSError):  # on Windows no time here is before 1970
        return 0.0
