"""Times told in other units: *two weeks* of *14 days*, the weekday of a date, the minutes between
two times of day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, timedelta
from itertools import combinations, islice

from desktop_app.mail.claims.claim_dates import dates, times
from desktop_app.mail.claims.claim_numbers import amounts
from desktop_app.mail.words.language import guess_language

_MINUTES = {
    "minute minutes minuten": 1,
    "hour hours stunde stunden heure heures hora horas": 60,
    "day days tag tage tagen jour jours dia día dias días": 1_440,
    "week weeks woche wochen semaine semaines semana semanas": 10_080,
    "month months monat monate monaten mois mes meses": 43_800,
    "year years jahr jahre jahren an ans année années año años": 525_600,
}
_UNITS = {unit: minutes for words, minutes in _MINUTES.items() for unit in words.split()}
_BEHIND = re.compile(rf"[ \u00a0-](?:working )?({'|'.join(_UNITS)})\b", re.I)
_NIGHT = re.compile(
    r"[ \u00a0-](?:nights?|days?|nächten?|nacht|tage?n?|nuits?|jours?|noches?|días?)\b", re.I
)
_FROM = re.compile(
    r"\b([1-9]|1\d|2[0-8])\.?(?:st|nd|rd|th)?\s?(?:to|until|till|bis|au|al|-|–)\s?\d"
)
"""The first day where the month stands behind the last one: *9 to 13 August*."""

_LEAP = 2024
_DAY_MINUTES = 1_440
_MONTH = re.compile(r"month:(\d{1,2})")
_DAY = re.compile(r"date:(\d{1,2})-(\d{1,2})")
MOST = 40
"""Times of day of a text that are compared with each other."""


def same_times(text: str, sources: str, year: int) -> list[tuple[int, int]]:
    """Places in `text` of durations that `sources` tell in another unit, and of weekdays that are
    those of their dates in `year` or the next."""
    minutes = {m for _, _, m in _durations(sources)} | set(_between(sources))
    found = [(start, end) for start, end, m in _durations(text) if m in minutes]
    worked_out = {*_weekdays(sources, year), *_reached(sources, text, year)}
    found += [(c.start, c.end) for c in dates(text) if c.keys & worked_out]
    return [*found, *_nights(text, sources)]


def _reached(sources: str, text: str, year: int) -> Iterator[str]:
    """Keys of the days, and of the months, that lie a duration of `text` or `sources` before or
    after a day of the sources: *five weeks before 3 November* is in September."""
    lengths = {m // _DAY_MINUTES for t in (sources, text) for _, _, m in _durations(t)}
    for start, whole in islice(_days(sources, year), MOST):
        for length in sorted(lengths)[:MOST]:
            for sign in (1, -1):
                day = start + timedelta(days=sign * length)
                yield f"month:{day.month}"
                if whole:
                    yield f"date:{day.month}-{day.day}"


def _days(text: str, year: int) -> Iterator[tuple[date, bool]]:
    """The days that a text names, and the last ones of its months, which are not `whole`."""
    for claim in dates(text):
        for key in claim.supports:
            day, month = _DAY.fullmatch(key), _MONTH.fullmatch(key)
            with suppress(ValueError):
                if day is not None:
                    yield date(year, int(day[1]), int(day[2])), True
                elif month is not None:
                    yield date(year, int(month[1]), 28), False


def _nights(text: str, sources: str) -> Iterator[tuple[int, int]]:
    """Places of numbers of days and nights that lie between two days of one text."""
    between = {n + more for t in (text, sources) for n in _apart(t) for more in (0, 1)}
    for start, end, value, unit in amounts(text, guess_language(text)):
        behind = _NIGHT.match(text, end)
        if behind is not None and not unit and value.isdecimal() and int(value[:6]) in between:
            yield start, behind.end()


def _apart(text: str) -> Iterator[int]:
    days = [day for day, whole in islice(_days(text, _LEAP), MOST) if whole]
    days += [date(_LEAP, day.month, int(m[1])) for m in _FROM.finditer(text) for day in days]
    yield from (abs((a - b).days) for a, b in combinations(days[:MOST], 2))


def _durations(text: str) -> Iterator[tuple[int, int, int]]:
    for start, end, value, unit in amounts(text, guess_language(text)):
        behind = _BEHIND.match(text, end)
        if behind is not None and not unit and re.fullmatch(r"\d{1,4}", value):
            yield start, behind.end(), int(value) * _UNITS[behind[1].lower()]


def _between(text: str) -> Iterator[int]:
    said = []
    for claim in times(text):
        for key in claim.keys:
            _, hour, minute = key.split(":")
            said.append(int(hour) * 60 + int(minute))
    yield from (abs(a - b) for a, b in combinations(said[:MOST], 2))


def _weekdays(text: str, year: int) -> Iterator[str]:
    for claim in dates(text):
        for key in claim.supports:
            match = _DAY.fullmatch(key)
            for each in (year, year + 1) if match is not None else ():
                try:
                    day = date(each, int(match[1]), int(match[2]))  # type: ignore[index]
                except ValueError:
                    continue
                yield f"weekday:{day.isoweekday()}"
