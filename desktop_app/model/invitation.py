"""Invitations to events, as a mail brings them (RFC 5545, RFC 5546)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from desktop_app.model.address import Address
from desktop_app.model.local_forms import PLAIN, LocalForms


class Method(StrEnum):
    """What the sender wants of the calendar (RFC 5546 section 1.4). Others count as PUBLISH."""

    REQUEST = "REQUEST"
    CANCEL = "CANCEL"
    REPLY = "REPLY"
    COUNTER = "COUNTER"
    PUBLISH = "PUBLISH"


class Answer(StrEnum):
    """Answer of an attendee: RFC 5545's PARTSTAT."""

    ACCEPTED = "ACCEPTED"
    TENTATIVE = "TENTATIVE"
    DECLINED = "DECLINED"


@dataclass(frozen=True, slots=True)
class Invited:
    """Somebody who is invited; `response` is a PARTSTAT in capitals, empty where there is none."""

    address: Address
    response: str = ""


@dataclass(frozen=True, slots=True)
class Invitation:
    """One event of an invitation. Texts are the sender's own.

    `start` and `end` are dates for whole days (`end` is the last day), else times with a zone, or
    None where the invitation has none. `unknown_zone` is the name of a zone that is not known: then
    the times are without one, as written. `people` are the first of `people_count`. `recurrence`
    is the rule in words, empty without one. `occurrence` says that it is about one day of a series.
    """

    method: Method
    uid: str
    sequence: int
    title: str
    place: str
    start: datetime | date | None
    end: datetime | date | None
    organiser: Address
    people: tuple[Invited, ...]
    people_count: int
    recurrence: str = ""
    occurrence: bool = False
    unknown_zone: str = ""
    cancelled: bool = False
    events: int = 1

    @property
    def can_be_answered(self) -> bool:
        """Whether an organiser asks, and could find the event the answer is about."""
        asks = self.method is Method.REQUEST and not self.cancelled
        return asks and bool(self.uid and self.organiser.email and self.start is not None)

    @property
    def span(self) -> tuple[datetime, datetime] | None:
        """Beginning and end where both are times with a zone; an event without an end has none."""
        start, end = self.start, self.end
        if not isinstance(start, datetime) or start.tzinfo is None:
            return None
        if not isinstance(end, datetime) or end.tzinfo is None or end < start:
            end = start
        return start, end


def when(
    start: datetime | date | None,
    end: datetime | date | None,
    zone: str = "",
    forms: LocalForms = PLAIN,
) -> str:
    """`Tuesday, 24 November 2026, 14:00 to 15:00`, in the zone of this computer."""
    day = forms.weekday_in_words
    if start is None:
        return "It does not say when."
    if not isinstance(start, datetime):
        same = end is None or isinstance(end, datetime) or end <= start
        return f"{day(start)}, all day" if same else f"{day(start)} to {day(end)}"  # type: ignore[arg-type]
    begins = _here(start)
    words = f"{day(begins)}, {forms.time(begins)}"
    told = isinstance(end, datetime) and (end.tzinfo is None) is (start.tzinfo is None)
    if told and isinstance(end, datetime) and end > start:
        ends = _here(end)
        far = "" if ends.date() == begins.date() else f"{day(ends)}, "
        words += f" to {far}{forms.time(ends)}"
    if start.tzinfo is not None:
        return words
    return f"{words} in {zone}, a zone not known here" if zone else f"{words}, local time"


def _here(moment: datetime) -> datetime:
    """In the zone of this computer; one without a zone, or at the ends of time, stays."""
    try:
        return moment.astimezone() if moment.tzinfo else moment
    except (OverflowError, ValueError, OSError):
        return moment
