"""Moments that a person chooses for what is to come back or to leave later. Pure.

A choice is a time on the wall of this computer's zone; what is kept is the moment, in seconds since
the epoch. It stays that moment when the clocks are changed for summer, or the computer travels.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

MORNING, AFTERNOON, EVENING = time(8), time(13), time(18)
SOONEST_SECONDS = 60.0
"""What is chosen lies at least so far ahead."""
LATEST_SECONDS = 5 * 366 * 86_400.0
"""Nobody means more than five years."""
_LATER_HOURS = 3
_LATEST_TODAY = time(22)
_SATURDAY = 5


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice: what it is called, and its moment in seconds since the epoch."""

    words: str
    at: float


def moment(day: date, clock: time, zone: tzinfo | None = None) -> float:
    """Seconds since the epoch of a time on the wall in `zone` (this computer's for None). One that
    the change to summer time leaves out is as much later; of one that comes twice it is the
    first."""
    return datetime.combine(day, clock, zone).timestamp()


def read_iso(text: str, zone: tzinfo | None = None) -> float:
    """Seconds since the epoch of an ISO 8601 time; one without an offset is on the wall of `zone`
    (this computer's for None). Raises `ValueError`."""
    found = datetime.fromisoformat(text.strip())
    if found.tzinfo is None:
        found = found.replace(tzinfo=zone)
    try:
        return found.timestamp()
    except (OverflowError, OSError) as error:  # the latter before 1970, on Windows
        raise ValueError(text) from error


def wall(at: float, zone: tzinfo | None = None) -> datetime:
    """Time on the wall in `zone` (this computer's for None) at a moment."""
    return datetime.fromtimestamp(at, zone)


def later_choices(
    now: float, zone: tzinfo | None = None, *, first_day: int = 0
) -> tuple[Choice, ...]:
    """Choices for what is to come back: later today, tomorrow, this weekend, next week. Each is
    ahead of `now`, none is named twice. `first_day` of the week: 0 is Monday, 6 is Sunday."""
    here = wall(now, zone)
    today = here.date()
    found = []
    later = (here + timedelta(hours=_LATER_HOURS, minutes=30)).replace(
        minute=0, second=0, microsecond=0
    )
    if later.date() == today and later.time() <= _LATEST_TODAY:
        found.append(Choice("Later today", moment(today, later.time(), zone)))
    found.append(Choice("Tomorrow", tomorrow(now, zone)))
    to_saturday = (_SATURDAY - today.weekday()) % 7
    if to_saturday > 1:
        found.append(
            Choice("This weekend", moment(today + timedelta(days=to_saturday), MORNING, zone))
        )
    found.append(Choice("Next week", moment(_next_week(today, first_day), MORNING, zone)))
    return _apart(found, now)


def tomorrow(now: float, zone: tzinfo | None = None) -> float:
    """Tomorrow morning."""
    return moment(wall(now, zone).date() + timedelta(days=1), MORNING, zone)


def send_choices(now: float, zone: tzinfo | None = None) -> tuple[Choice, ...]:
    """Choices for mail that is to leave later: this afternoon or evening, tomorrow, Monday."""
    today = wall(now, zone).date()
    tomorrow = today + timedelta(days=1)
    monday = today + timedelta(days=(7 - today.weekday()) % 7 or 7)
    return _apart(
        (
            Choice("This afternoon", moment(today, AFTERNOON, zone)),
            Choice("This evening", moment(today, EVENING, zone)),
            Choice("Tomorrow morning", moment(tomorrow, MORNING, zone)),
            Choice("Tomorrow afternoon", moment(tomorrow, AFTERNOON, zone)),
            Choice("Monday morning", moment(monday, MORNING, zone)),
        ),
        now,
    )


def next_morning(now: float, zone: tzinfo) -> float:
    """The next eight o'clock in the morning of a working day in `zone`."""
    day = wall(now, zone).date()
    while (at := moment(day, MORNING, zone)) < now + SOONEST_SECONDS or day.weekday() >= _SATURDAY:
        day += timedelta(days=1)
    return at


def is_ahead(at: float, now: float) -> bool:
    """Whether a moment can be chosen at all: soon enough, and not over yet."""
    return now + SOONEST_SECONDS <= at <= now + LATEST_SECONDS


def _next_week(today: date, first_day: int) -> date:
    """The next working day that begins a week: Monday where it begins on Sunday or Saturday."""
    start = first_day if first_day < _SATURDAY else 0
    return today + timedelta(days=(start - today.weekday()) % 7 or 7)


def _apart(choices: Iterable[Choice], now: float) -> tuple[Choice, ...]:
    """Those that are ahead, each moment once: the first name of it."""
    found: dict[float, Choice] = {}
    for choice in choices:
        if is_ahead(choice.at, now):
            found.setdefault(choice.at, choice)
    return tuple(found.values())
