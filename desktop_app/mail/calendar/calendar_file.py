"""Reader of calendar files that mail brings, and writer of answers to them.

Whatever is in a file is normal input: it is bounded before the library sees it, zones that could
keep the library busy are left out, and what can't be read is left empty. Nothing is expanded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from desktop_app.mail.calendar.calendar_lines import calendar_text, calendars, zone_name
from desktop_app.mail.calendar.recurrence import in_words
from desktop_app.mail.wire.headers import clean
from desktop_app.model.address import Address
from desktop_app.model.invitation import Answer, Invitation, Invited, Method, when

if TYPE_CHECKING:
    from icalendar import Component

PRODUCT = "-//Draftdesk//Draftdesk//EN"
MOST_BYTES = 2_000_000
MOST_LINES = 6_000
MOST_PEOPLE = 200
_MOST_TEXT, _MOST_WORDS = 300, 20_000
_RAISES = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)
_WHOLE_DAY = (
    "X-MICROSOFT-CDO-ALLDAYEVENT",
    "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT",
    "X-FUNAMBOL-ALLDAY",
)
_MOST_ZONES, _LONGEST_LINE = 50, 20_000
_ZONE_BEGIN, _ZONE_END, _LONGEST_ZONE = "BEGIN:VTIMEZONE\n", "END:VTIMEZONE\n", 6_000
_BUSY_RULE = re.compile(
    r"^RRULE[^\n]*FREQ=(?!YEARLY)|^RRULE[^\n]*BY(?:HOUR|MINUTE|SECOND)", re.I | re.M
)
_DEEPEST = 8
"""Components within each other; the library takes time quadratic in them. An alarm is the third."""


def is_calendar(content_type: str, filename: str) -> bool:
    """Whether a part may be an invitation."""
    return content_type in {"text/calendar", "application/ics"} or filename.lower().endswith(".ics")


def read_invitation(data: bytes) -> Invitation | None:
    """The first event of a file, or None where there is none that can be read. Never raises."""
    try:
        found = _events(data)
        return _invitation(*found) if found else None
    except _RAISES:
        return None


def invitation_text(data: bytes) -> str:
    """What the first event of a file says, for a search and for reading where the mail has no other
    text: title, time, place, people, description. Empty where there is none. Never raises."""
    try:
        found = _events(data)
        if not found:
            return ""
        said, event = _invitation(*found), found[1][0]
        described = _value(event, "DESCRIPTION")
        words = "" if described is None else str(described)[:_MOST_WORDS]
    except _RAISES:
        return ""
    head = (said.title, when(said.start, said.end, said.unknown_zone), said.place, _people(said))
    return "\n\n".join(filter(None, ("\n".join(filter(None, head)), _readable(words))))


def _people(said: Invitation) -> str:
    """The organiser and the first of those who are invited."""
    invited = (person.address for person in said.people)
    named = dict.fromkeys(str(one) for one in (said.organiser, *invited) if one.email)
    return ", ".join(named)


def _readable(words: str) -> str:
    return "\n".join(clean(line) for line in words.splitlines()).strip()


def _events(data: bytes) -> tuple[Component, list[Component]] | None:
    """The first calendar with events, and these: of the first one's series the rule before its
    exceptions."""
    lines = _lines(data)
    for calendar in calendars(lines) if lines else ():
        events = [part for part in calendar.walk("VEVENT") if part.name == "VEVENT"]
        if events:
            first = str(events[0].get("UID", ""))
            master = (e for e in events if str(e.get("UID", "")) == first and not _exception(e))
            head = next(master, events[0])
            return calendar, [head, *(e for e in events if e is not head)]
    return None


def _exception(event: Component) -> bool:
    return _value(event, "RECURRENCE-ID") is not None


def answer_file(data: bytes, attendee: Address, answer: Answer, *, now: float) -> bytes:
    """The reply of an attendee to the event in `data` (RFC 5546 section 3.2.3): the event is named
    by UID, RECURRENCE-ID and SEQUENCE, its times and title come along. Raises `ValueError` where
    there is nothing to answer."""
    from icalendar import Calendar, Event, vCalAddress, vText

    found, invitation = _events(data), read_invitation(data)
    if found is None or invitation is None or not invitation.can_be_answered:
        raise ValueError("nothing to answer")
    asked = found[1][0]
    reply, event = Calendar(), Event()
    for name, value in (("PRODID", PRODUCT), ("VERSION", "2.0"), ("METHOD", "REPLY")):
        reply.add(name, value)
    event.add("UID", invitation.uid)
    event.add("DTSTAMP", datetime.fromtimestamp(now, UTC))
    event.add("SEQUENCE", invitation.sequence)
    for name in ("RECURRENCE-ID", "DTSTART", "DTEND"):
        moment, _ = _moment(asked, name)
        if isinstance(moment, datetime) and moment.tzinfo is not None:
            event.add(name, moment.astimezone(UTC))  # a zone would have to come along
        elif moment is not None:
            event.add(name, moment)
    if _value(asked, "DURATION") is not None:
        event["DURATION"] = _value(asked, "DURATION")
    event.add("SUMMARY", invitation.title)
    organiser = vCalAddress(f"mailto:{invitation.organiser.email}")
    person = vCalAddress(f"mailto:{attendee.email}")
    person.params["PARTSTAT"] = vText(str(answer))
    if attendee.name:
        person.params["CN"] = vText(clean(attendee.name).replace('"', "'"))
    event["ORGANIZER"] = organiser
    event["ATTENDEE"] = person
    reply.add_component(event)
    return bytes(reply.to_ical())


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event to be written. Times are in UTC; days stand for whole days, `end` for the last."""

    uid: str
    title: str
    start: datetime | date
    end: datetime | date
    organiser: Address
    place: str = ""
    people: tuple[Address, ...] = ()


def invitation_file(made: NewEvent, *, now: float) -> bytes:
    """An invitation of an organiser (RFC 5546 section 3.2.2). Whoever organises comes too."""
    from icalendar import Calendar, Event, vCalAddress, vText

    def person(address: Address, answer: str) -> Any:
        found = vCalAddress(f"mailto:{address.email}")
        found.params["PARTSTAT"] = vText(answer)
        if answer == "NEEDS-ACTION":
            found.params["RSVP"] = vText("TRUE")
        if address.name:
            found.params["CN"] = vText(clean(address.name).replace('"', "'"))
        return found

    calendar, event = Calendar(), Event()
    for name, value in (("PRODID", PRODUCT), ("VERSION", "2.0"), ("METHOD", "REQUEST")):
        calendar.add(name, value)
    last = made.end if isinstance(made.end, datetime) else made.end + timedelta(days=1)
    event.add("UID", made.uid)
    event.add("DTSTAMP", datetime.fromtimestamp(now, UTC))
    event.add("SEQUENCE", 0)
    event.add("DTSTART", made.start)
    event.add("DTEND", last)
    event.add("SUMMARY", clean(made.title))
    if made.place:
        event.add("LOCATION", clean(made.place))
    event["ORGANIZER"] = vCalAddress(f"mailto:{made.organiser.email}")
    event["ATTENDEE"] = [
        person(made.organiser, "ACCEPTED"),
        *(person(each, "NEEDS-ACTION") for each in made.people),
    ]
    calendar.add_component(event)
    return bytes(calendar.to_ical())


def own_method(data: bytes) -> str:
    """What a file that was written here asks of a calendar (`REPLY`, `REQUEST`); empty for any
    other."""
    head = data[:2_000]
    if f"PRODID:{PRODUCT}\r\n".encode() not in head:
        return ""
    return next((m for m in ("REPLY", "REQUEST") if f"METHOD:{m}\r\n".encode() in head), "")


def _lines(data: bytes) -> str:
    """The file as text that is quick to read: bounded, without zones that repeat by the second."""
    if len(data) > MOST_BYTES:
        return ""
    text = calendar_text(data)
    if text.upper().count("BEGIN:VTIMEZONE") > _MOST_ZONES:
        return ""
    text = "".join(line for line in text.splitlines(keepends=True) if len(line) <= _LONGEST_LINE)
    if _nests(text):
        return ""
    if text.count("\n") > MOST_LINES:
        text = "".join(_few_people(text))
    return "".join(_quick_zones(text))


def _quick_zones(text: str) -> Iterator[str]:
    """The text without the zones that have a busy rule."""
    upper, position = text.upper(), 0
    if len(upper) != len(text):
        upper = text  # a letter that has two in capitals: no name of a zone's begin is one
    while (begin := upper.find(_ZONE_BEGIN, position)) >= 0:
        end = upper.find(_ZONE_END, begin, begin + _LONGEST_ZONE)
        if end < 0:
            yield text[position : begin + len(_ZONE_BEGIN)]
            position = begin + len(_ZONE_BEGIN)
            continue
        zone = text[begin : end + len(_ZONE_END)]
        yield text[position:begin] + ("" if _BUSY_RULE.search(zone) else zone)
        position = end + len(_ZONE_END)
    yield text[position:]


def _nests(text: str) -> bool:
    """Whether components stand deeper within each other than any program writes them."""
    depth = 0
    for line in text.splitlines():
        mark = line[:6].upper()
        depth = depth + 1 if mark == "BEGIN:" else max(depth - (mark[:4] == "END:"), 0)
        if depth > _DEEPEST:
            return True
    return False


def _few_people(text: str) -> Iterator[str]:
    """Without the invited above a bound, and without what is beyond every event."""
    left, unfolded = MOST_PEOPLE, text.replace("\n ", "").replace("\n\t", "")
    for number, line in enumerate(unfolded.splitlines(keepends=True)):
        if line[:8].upper() == "ATTENDEE":
            left -= 1
            if left < 0:
                continue
        if number > MOST_LINES and not line.upper().startswith("END:"):
            continue
        yield line


def _invitation(calendar: Component, events: list[Component]) -> Invitation:
    event, count = events[0], len(events)
    start, zone = _moment(event, "DTSTART")
    end, _ = _moment(event, "DTEND")
    start, end = _whole_days(event, start, _end(event, start, end))
    people = _all(event, "ATTENDEE")
    method = clean(str(calendar.get("METHOD", ""))).upper()
    rule = _value(event, "RRULE")
    return Invitation(
        method=Method(method) if method in set(Method) else Method.PUBLISH,
        uid=clean(str(event.get("UID", "")))[:1000],
        sequence=_sequence(event),
        title=_text(event, "SUMMARY"),
        place=_text(event, "LOCATION"),
        start=start,
        end=end,
        organiser=_address(next(iter(_all(event, "ORGANIZER")), None)),
        people=tuple(_invited(person) for person in people[:MOST_PEOPLE]),
        people_count=len(people),
        recurrence=in_words(rule) if isinstance(rule, dict) else "Repeats." if rule else "",
        occurrence=_exception(event),
        unknown_zone=zone,
        cancelled=method == Method.CANCEL or str(event.get("STATUS", "")).upper() == "CANCELLED",
        events=count,
    )


def _all(event: Component, name: str) -> list[Any]:
    from icalendar.prop import vBroken

    found = event.get(name)
    values = found if isinstance(found, list) else [found]
    return [v for v in values if v is not None and not isinstance(v, vBroken)]


def _value(event: Component, name: str) -> Any:
    return next(iter(_all(event, name)), None)


def _text(event: Component, name: str) -> str:
    value = _value(event, name)
    return "" if value is None else " ".join(clean(str(value))[:_MOST_TEXT].split())


def _sequence(event: Component) -> int:
    text = str(_value(event, "SEQUENCE") or "0")
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else 0


def _moment(event: Component, name: str) -> tuple[datetime | date | None, str]:
    """The time or day, and the name of a zone that is not known."""
    value = _value(event, name)
    moment = getattr(value, "dt", None)
    if not isinstance(moment, date):
        return None, ""
    try:
        if isinstance(moment, datetime) and moment.tzinfo is not None:
            moment.astimezone(UTC)
    except (OverflowError, ValueError):
        return None, ""
    zone = zone_name(str(getattr(value, "params", {}).get("TZID", "")))
    naive = isinstance(moment, datetime) and moment.tzinfo is None
    return moment, clean(zone)[:80] if naive else ""


def _end(
    event: Component, start: datetime | date | None, end: datetime | date | None
) -> datetime | date | None:
    """The end; of whole days the last one, which DTEND comes after."""
    length = getattr(_value(event, "DURATION"), "dt", None)
    try:
        if end is None and start is not None and isinstance(length, timedelta):
            end = start + length
        if end is not None and not isinstance(end, datetime):
            end -= timedelta(days=1)
    except OverflowError:
        return None
    same = isinstance(end, datetime) is isinstance(start, datetime)
    return end if same else None


def _whole_days(
    event: Component, start: datetime | date | None, end: datetime | date | None
) -> tuple[datetime | date | None, datetime | date | None]:
    """Midnight to midnight as the days it stands for, where the file says so (Outlook's mark)."""
    marked = any(str(event.get(name, "")).upper() in {"TRUE", "1"} for name in _WHOLE_DAY)
    if not (marked and isinstance(start, datetime) and isinstance(end, datetime)):
        return start, end
    if start.time() != time() or end.time() != time() or end <= start:
        return start, end
    return start.date(), end.date() - timedelta(days=1)


def _invited(person: Any) -> Invited:
    status = clean(str(getattr(person, "params", {}).get("PARTSTAT", ""))).upper()[:20]
    return Invited(_address(person), status)


def _address(person: Any) -> Address:
    """Who is meant: the address of a `mailto:`, else of the parameter EMAIL (RFC 7986 section 6.2).
    A name with a comma that stands without quotation marks is one name."""
    params = getattr(person, "params", {})
    written = clean(str(person or ""))[:320]
    email = written[7:] if written[:7].lower() == "mailto:" else written
    if "@" not in email or written[:4].lower() in {"urn:", "http"}:
        email = clean(str(params.get("EMAIL", "")))[:320]
    called = params.get("CN", "")
    name = ",".join(map(str, called)) if isinstance(called, list | tuple) else str(called)
    name = clean(name)[:100]
    return Address(name if name != email else "", email if "@" in email else "")
