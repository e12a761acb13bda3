"""Free times: what is left of a person's hours beside what their calendar has. Pure.

Moments are those of the wall clock in this computer's zone, without an offset. The text of it can
be read by a person, and is read again here: a draft keeps it as a source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from desktop_app.model.local_forms import PLAIN

LEAST_MINUTES = 15
"""Shorter gaps are not offered."""

_DAY = timedelta(days=1)
_SPAN = r"(\d\d):(\d\d)-(\d\d):(\d\d)"
_HEAD = re.compile(r"Calendar from (\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d)\.")
_FREE = re.compile(rf"Free on \w+ (\d{{4}}-\d\d-\d\d): ({_SPAN}(?:, {_SPAN})*)$")
_TAKEN = re.compile(rf"Taken on \w+ (\d{{4}}-\d\d-\d\d): {_SPAN} ?(.*)$")


@dataclass(frozen=True, slots=True)
class Span:
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Taken:
    """What a calendar has; `title` has no line ends."""

    start: datetime
    end: datetime
    title: str = ""


@dataclass(frozen=True, slots=True)
class Hours:
    """Hours of the day, 0 to 24, in which the person meets others."""

    begins: int = 9
    ends: int = 17
    weekends: bool = False

    def of(self, day: date) -> Span | None:
        """None for a day without any."""
        if (day.weekday() > 4 and not self.weekends) or self.ends <= self.begins:
            return None
        midnight = datetime.combine(day, time())
        return Span(midnight + timedelta(hours=self.begins), midnight + timedelta(hours=self.ends))


@dataclass(frozen=True, slots=True)
class FreeTimes:
    """One look at a calendar, of the days from `first` to `last`."""

    first: date
    last: date
    taken: tuple[Taken, ...] = ()
    free: tuple[Span, ...] = ()


def free_times(
    taken: Iterable[Taken], first: date, last: date, hours: Hours, now: datetime
) -> FreeTimes:
    """What is free from `now` on; `taken` may overlap."""
    busy = tuple(sorted(taken, key=lambda each: (each.start, each.end)))
    free: list[Span] = []
    for day in _days(first, last):
        open_ = hours.of(day)
        if open_ is not None:
            free += _gaps(Span(max(open_.start, now), open_.end), busy)
    return FreeTimes(first, last, busy, tuple(free))


def _days(first: date, last: date) -> Iterator[date]:
    day = first
    while day <= last:
        yield day
        day += _DAY


def _gaps(open_: Span, busy: Sequence[Taken]) -> Iterator[Span]:
    start = open_.start
    for each in busy:
        if each.end <= start or each.start >= open_.end:
            continue
        yield from _long_enough(start, each.start)
        start = max(start, each.end)
    yield from _long_enough(start, open_.end)


def _long_enough(start: datetime, end: datetime) -> Iterator[Span]:
    if end - start >= timedelta(minutes=LEAST_MINUTES):
        yield Span(start, end)


def why_not_free(looks: Sequence[FreeTimes], start: datetime, end: datetime) -> str:
    """Why a time is not free, to go on from its name (`is taken: Dentist`); empty where it is. A
    day is free when every look at it says so."""
    looked = [each for each in looks if each.first <= start.date() <= each.last]
    if not looked:
        return "was not looked at in your calendar"
    for look in looked:
        for each in look.taken:
            if each.start < end and start < each.end:
                return f"is taken: {each.title}" if each.title else "is taken"
    within = (any(s.start <= start and end <= s.end for s in look.free) for look in looked)
    return "" if all(within) else "is outside the hours in which you meet"


def why_no_day(looks: Sequence[FreeTimes], day: date) -> str:
    """Why nothing is free on a day; empty where something is, or nobody looked."""
    looked = [each for each in looks if each.first <= day <= each.last]
    full = any(all(s.start.date() != day for s in look.free) for look in looked)
    return "has no free time" if full else ""


def day_name(day: date) -> str:
    """`Thursday 26 November`."""
    return f"{PLAIN.weekday_name(day)} {day.day} {PLAIN.month_name(day)}"


def in_words(times: FreeTimes) -> str:
    """A line for each day that has free time, and one for each thing that is there."""
    lines = [f"Calendar from {times.first} to {times.last}."]
    for day in _days(times.first, times.last):
        spans = [_span(s.start, s.end) for s in times.free if s.start.date() == day]
        if spans:
            lines.append(f"Free on {PLAIN.weekday_name(day)} {day}: {', '.join(spans)}")
    for each in times.taken:
        lines += _taken_lines(each, times)
    return "\n".join(lines)


def _taken_lines(taken: Taken, times: FreeTimes) -> Iterator[str]:
    """A line for each day of it."""
    for day in _days(max(taken.start.date(), times.first), min(taken.end.date(), times.last)):
        midnight = datetime.combine(day, time())
        start, end = max(taken.start, midnight), min(taken.end, midnight + _DAY)
        if start < end:
            on = f"{PLAIN.weekday_name(day)} {day}"
            yield f"Taken on {on}: {_span(start, end)} {taken.title}".rstrip()


def _span(start: datetime, end: datetime) -> str:
    last = "24:00" if end.date() > start.date() else f"{end:%H:%M}"
    return f"{start:%H:%M}-{last}"


def read_words(text: str) -> tuple[FreeTimes, ...]:
    """The looks of `in_words`, one after the other, out of a text that may say more."""
    looks: list[FreeTimes] = []
    for line in text.split("\n"):
        if head := _HEAD.match(line):
            looks.append(FreeTimes(date.fromisoformat(head[1]), date.fromisoformat(head[2])))
        elif looks:
            looks[-1] = _with_line(looks[-1], line)
    return tuple(looks)


def _with_line(look: FreeTimes, line: str) -> FreeTimes:
    if free := _FREE.match(line):
        spans = re.findall(_SPAN, free[2])
        found = tuple(Span(*_ends(free[1], span)) for span in spans)
        return FreeTimes(look.first, look.last, look.taken, (*look.free, *found))
    if taken := _TAKEN.match(line):
        start, end = _ends(taken[1], taken.groups()[1:5])
        taken_now = (*look.taken, Taken(start, end, taken[6]))
        return FreeTimes(look.first, look.last, taken_now, look.free)
    return look


def _ends(day: str, span: Sequence[str]) -> tuple[datetime, datetime]:
    midnight = datetime.combine(date.fromisoformat(day), time())
    hour, minute, last_hour, last_minute = map(int, span)
    return (
        midnight + timedelta(hours=hour, minutes=minute),
        midnight + timedelta(hours=last_hour, minutes=last_minute),
    )
