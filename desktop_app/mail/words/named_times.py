"""Times that a text names: a day, and what the clock says then, in four languages. Pure.

In doubt nothing is found. A time of day without any day before it is no time; one with the name of
another zone is moved into this computer's, and of a name that several zones have nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from types import MappingProxyType
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from desktop_app.mail.words.date_words import DATES, MONTHS, WEEKDAYS

LOOKED_AT = 20_000
MOST = 100
"""Days, and times of day, that are looked at; a text may be nothing else."""

SHORTEST = 30
"""Minutes that a time without an end takes at least."""

_NEXT = re.compile(
    r"\b(?:next|nächste[nrm]?|kommende[nrm]?|übernächste[nrm]?|próximo)\s+$", re.IGNORECASE
)
_PAST = re.compile(
    r"\b(?:last|letzte[nrm]?|vergangene[nrm]?|vorige[nrm]?|pasado)\s+$", re.IGNORECASE
)
_NEXT_AFTER = re.compile(r"\s+(?:prochaine?|próximo|que viene)\b", re.IGNORECASE)
_PAST_AFTER = re.compile(r"\s+(?:dernier|dernière|pasado)\b", re.IGNORECASE)
_RELATIVE = re.compile(
    r"\b(?:(?P<d2>the day after tomorrow|übermorgen|après-demain|pasado mañana)"
    r"|(?P<d1>tomorrow|(?<!guten )(?<!tag )(?<!früh )morgen(?= |,|\.)|demain"
    r"|(?<!la )(?<!esta )(?<!de )mañana)"
    r"|(?P<d0>today|heute|aujourd'hui|hoy))\b",
    re.IGNORECASE,
)
_BETWEEN = r"(?:between|zwischen|entre|from|von|de|ab|desde)"
_BEFORE = rf"(?:\b(?:at|um|à|a\s+las?|{_BETWEEN})\s+)"
_CLOCK = re.compile(
    r"\b(?P<noon>noon|midday|mittags?|midi|mediodía)\b"
    rf"|(?P<before>{_BEFORE})?(?<![\d.,:/])(?P<hour>\d{{1,2}})"
    r"(?:(?P<colon>[:.])(?P<minute>[0-5]\d)(?![\d.]\d))?"
    r"(?:\s?(?P<half>[ap])\.?m\b\.?|\s?(?P<unit>Uhr|heures?|horas|hrs|h)(?:\s?(?P<rest>[0-5]\d))?\b)?"
    r"(?![\d%€$£]|[.,:/]\d|\s?(?:%|€|EUR|USD|people|persons|days?|weeks?|months?|Tage|Wochen|jours))",
    re.IGNORECASE,
)
_TO = re.compile(r" ?(?:-|–|—|\bto\b|\btill\b|\buntil\b|\bbis\b|\bà\b|\ba las?\b) ?", re.IGNORECASE)
_AND = re.compile(r" (?:and|und|et|y(?: las)?) ", re.IGNORECASE)
_TO_BARE = re.compile(
    rf"(?P<between>\b{_BETWEEN}\s+)?(?<![\d.,:/-])(?P<hour>\d{{1,2}})"
    r" ?(?P<to>-|–|—|\bto\b|\bbis\b|\band\b|\bund\b|\bet\b|\by\b|\bà\b) ?(?:las )?$",
    re.IGNORECASE,
)
_ON = re.compile(r",?\s*(?:on|am|den|der|dem|le|el|this|diesen|ce|este|the)?\s*", re.IGNORECASE)
_ZONE = re.compile(
    r"\s?\(?(?P<zone>UTC|GMT|[A-Z]{1,3}[SD]?T|MEZ|MESZ|CET|CEST)\b"
    r"|\s\((?P<place>[A-Z][\w.+-]*(?:/[\w+-]+)+|[\w. ()-]{3,50} (?:Time|Zeit))\)"
)
_OFFSETS: Mapping[str, int] = MappingProxyType(
    {
        "UTC": 0, "GMT": 0, "CET": 60, "MEZ": 60, "CEST": 120, "MESZ": 120, "EET": 120,
        "EEST": 180, "EST": -300, "EDT": -240, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420,
        "CDT": -300, "JST": 540,
    }
)  # fmt: skip
"""Minutes east of Greenwich."""

_NEAR = 40
"""Characters between a day and its time in one phrase."""


@dataclass(frozen=True, slots=True)
class NamedTime:
    """`starts` are the moments it may be, by the wall clock of this computer's zone (`next
    Thursday` is one of two); `minutes` is how long it lasts at least, 0 for a day alone. `start`
    and `end` are offsets in the text, `words` are between them."""

    start: int
    end: int
    words: str
    starts: tuple[datetime, ...]
    minutes: int

    @property
    def spans(self) -> tuple[tuple[datetime, datetime], ...]:
        length = timedelta(minutes=self.minutes)
        return tuple((start, start + length) for start in self.starts)


@dataclass(frozen=True, slots=True)
class _Day:
    start: int
    end: int
    days: tuple[date, ...]


@dataclass(frozen=True, slots=True)
class _Clock:
    """Minutes after midnight; `ends` is 0 where no end is said. `zone` is the one that is named."""

    start: int
    end: int
    begins: int
    ends: int = 0
    zone: tzinfo | None = None


def named_times(text: str, today: date) -> tuple[NamedTime, ...]:
    """The times named, in the order of the text; days before `today` are left out."""
    text = text[:LOOKED_AT]
    days = _joined(text, sorted(_days(text, today), key=lambda day: day.start))[:MOST]
    found: list[NamedTime] = []
    used: set[_Day] = set()
    for clock in _clocks(text, days):
        day = _day_of(clock, days, text)
        if day is not None:
            used.add(day)
            found.append(_named(text, day, clock))
    found += [_alone(text, day) for day in days if day not in used]
    kept = (replace(t, starts=tuple(s for s in t.starts if s.date() >= today)) for t in found)
    return tuple(sorted((t for t in kept if t.starts), key=lambda t: t.start))


def _days(text: str, today: date) -> Iterator[_Day]:
    taken = bytearray(len(text))
    for pattern in DATES:
        for match in pattern.finditer(text):
            if any(taken[match.start() : match.end()]):
                continue
            taken[match.start() : match.end()] = b"\1" * (match.end() - match.start())
            yield _Day(match.start(), match.end(), tuple(_dated(match, text, today)))
    for match in _RELATIVE.finditer(text):
        ahead = next(n for n in (2, 1, 0) if match[f"d{n}"])
        yield _Day(match.start(), match.end(), (today + timedelta(days=ahead),))


def _dated(match: re.Match[str], text: str, today: date) -> Iterator[date]:
    parts = match.groupdict()
    if weekday := parts.get("w"):
        yield from _weekday(WEEKDAYS[weekday.lower()] - 1, match, text, today)
        return
    if parts.get("a"):
        pairs = [(parts["a"], parts["b"]), (parts["b"], parts["a"])]
    else:
        pairs = [(parts["d"], parts.get("m") or str(MONTHS[(parts.get("n") or "").lower()]))]
    for day, month in dict.fromkeys((int(a or 0), int(b or 0)) for a, b in pairs):
        yield from _date(parts.get("y") or "", month, day, today)


def _weekday(wanted: int, match: re.Match[str], text: str, today: date) -> Iterator[date]:
    """The next such day; of `next Thursday` the one after it too, of `last Thursday` none."""
    before, behind = text[max(0, match.start() - 20) : match.start()], text[match.end() :][:20]
    if _PAST.search(before) or _PAST_AFTER.match(behind):
        return
    first = today + timedelta(days=(wanted - today.weekday()) % 7)
    yield first
    if first == today or _NEXT.search(before) or _NEXT_AFTER.match(behind):
        yield first + timedelta(days=7)


def _date(year: str, month: int, day: int, today: date) -> Iterator[date]:
    """Without a year the next such day."""
    try:
        if year:
            yield date(int(year) + (2000 if len(year) == 2 else 0), month, day)
            return
        this = date(today.year, month, day)
        yield this if this >= today - timedelta(days=60) else this.replace(year=today.year + 1)
    except ValueError:
        return


def _joined(text: str, days: Sequence[_Day]) -> list[_Day]:
    """A weekday just before a date is a part of it."""
    found: list[_Day] = []
    for day in days:
        last = found[-1] if found else None
        if last is not None and _ON.fullmatch(text, last.end, max(last.end, day.start)):
            found[-1] = _Day(last.start, day.end, day.days or last.days)
        else:
            found.append(day)
    return found


def _clocks(text: str, days: Sequence[_Day]) -> list[_Clock]:
    """Times of day beside the dates, a span as one."""
    found: list[_Clock] = []
    for match in _CLOCK.finditer(text):
        if len(found) > MOST:
            break
        inside = any(d.start < match.end() and match.start() < d.end for d in days)
        clock = None if inside else _clock(match, text)
        if clock is None:
            continue
        before = found[-1] if found else None
        if before is not None and _spans(text, before, match.start()):
            found[-1] = replace(before, end=clock.end, ends=clock.begins, zone=clock.zone)
        else:
            found.append(_from_bare(text, match, clock))
    return found


def _clock(match: re.Match[str], text: str) -> _Clock | None:
    """None for a number that is no time of day."""
    if match["noon"]:
        return _Clock(match.start(), match.end(), 12 * 60)
    if not (match["half"] or match["unit"] or match["colon"] == ":" or match["before"]):
        return None
    hour, minute = int(match["hour"]), int(match["minute"] or match["rest"] or 0)
    if match["half"]:
        if hour > 12:
            return None
        hour = hour % 12 + (12 if match["half"].lower() == "p" else 0)
    elif 0 < hour < 7 and not match["unit"] and not match["hour"].startswith("0"):
        hour += 12  # nobody meets at three in the night
    named = _ZONE.match(text, match.end())
    zone = _zone(named) if named is not None else None
    if hour > 23 or (named is not None and zone is None):
        return None
    end = named.end(named.lastgroup or 0) if named is not None else match.end()
    return _Clock(match.start("hour"), end, hour * 60 + minute, zone=zone)


def _zone(named: re.Match[str]) -> tzinfo | None:
    """None where it is not known, or several have that name."""
    if named["zone"]:
        offset = _OFFSETS.get(named["zone"])
        return None if offset is None else timezone(timedelta(minutes=offset))
    try:
        return ZoneInfo(named["place"])
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _spans(text: str, before: _Clock, start: int) -> bool:
    """Whether a clock and the next one are the ends of a span."""
    between = text[before.end : start]
    if before.ends or len(between) > 12:
        return False
    if _TO.fullmatch(between):
        return True
    said = re.search(rf"\b{_BETWEEN}\s+$", text[max(0, before.start - 12) : before.start], re.I)
    return bool(_AND.fullmatch(between) and said)


def _from_bare(text: str, match: re.Match[str], clock: _Clock) -> _Clock:
    """`2-3 pm`, `between 2 and 4 pm`: the beginning is a bare number."""
    bare = _TO_BARE.search(text[max(0, clock.start - 30) : clock.start])
    if bare is None or (bare["to"].lower() in {"and", "und", "et", "y"} and not bare["between"]):
        return clock
    begins = int(bare["hour"]) * 60
    if match["half"] and match["half"].lower() == "p" and begins + 12 * 60 < clock.begins:
        begins += 12 * 60
    if begins >= clock.begins:
        return clock
    start = max(0, clock.start - 30) + bare.start("hour")
    return _Clock(start, clock.end, begins, clock.begins, clock.zone)


def _day_of(clock: _Clock, days: Sequence[_Day], text: str) -> _Day | None:
    """The day right after the clock (`at 10 on Thursday`), else the last one before it."""
    after = next((d for d in days if d.start >= clock.end), None)
    if after is not None and _ON.fullmatch(text, clock.end, after.start):
        return after
    return next((d for d in reversed(days) if d.end <= clock.start), None)


def _named(text: str, day: _Day, clock: _Clock) -> NamedTime:
    start, end = min(day.start, clock.start), max(day.end, clock.end)
    between = text[min(day.end, clock.end) : max(day.start, clock.start)]
    if len(between) > _NEAR or "\n" in between:
        start, end = clock.start, clock.end
    starts = tuple(_moment(each, clock) for each in day.days)
    minutes = max(SHORTEST, clock.ends - clock.begins)
    return NamedTime(start, end, text[start:end], starts, minutes)


def _moment(day: date, clock: _Clock) -> datetime:
    moment = datetime.combine(day, time()) + timedelta(minutes=clock.begins)
    if clock.zone is None:
        return moment
    return moment.replace(tzinfo=clock.zone).astimezone().replace(tzinfo=None)


def _alone(text: str, day: _Day) -> NamedTime:
    starts = tuple(datetime.combine(each, time()) for each in day.days)
    return NamedTime(day.start, day.end, text[day.start : day.end], starts, 0)
