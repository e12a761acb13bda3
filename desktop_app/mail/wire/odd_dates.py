"""Dates of mail that are not written as RFC 5322 has them, put into a form that is.

Offsets with a colon or behind GMT, zones by name, AM and PM, ISO 8601, days by number where their
order is certain. One value in, one value out: nothing here knows the time of day it is.
"""

from __future__ import annotations

import re
from datetime import date

_LONGEST = 120
_COMMENT = re.compile(r"\([^()]*\)")
_HALF_DAY = re.compile(r"\b(\d{1,2})([:.]\d\d(?:[:.]\d\d)?)\s?([ap])\.?m\b\.?", re.IGNORECASE)
_OFFSET = re.compile(
    r"(?<=[\d:. MZ])\s?(?:GMT|UTC|UT|Z)?\s?([+\-\u2212])(\d{1,2})(?::?([0-5]\d))?$", re.IGNORECASE
)
_UTC = re.compile(r"(?<=\d)Z$", re.IGNORECASE)
_YEAR_LAST = re.compile(r"(?<=\d\s)([A-Za-z]{1,5}|[+-]\d{4})\s(\d{4})$")
_NAME = re.compile(r"(?<=\d)\s+([A-Za-z]{1,5})$")
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)[T ]{1,3}(?=\d)")
_NUMBERS = re.compile(r"(?<![\d.])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)(?![\d.])\.?,?")
_CLOCK = re.compile(r"\d{1,2}[:.]\d\d")
_FRACTION = re.compile(r"(:\d\d)[.,]\d{1,9}\b")
_WEEKDAY = re.compile(r"\s*([a-z]{3})", re.IGNORECASE)
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()

_ZONES = {
    "WET": 0, "WEST": 60, "BST": 60, "CET": 60, "MET": 60, "MEZ": 60, "CEST": 120, "MEST": 120,
    "MESZ": 120, "EET": 120, "SAST": 120, "EEST": 180, "MSK": 180, "IST": 330, "ICT": 420,
    "WIB": 420, "HKT": 480, "SGT": 480, "AWST": 480, "JST": 540, "KST": 540, "ACST": 570,
    "AEST": 600, "ACDT": 630, "AEDT": 660, "NZST": 720, "NZDT": 780, "BRT": -180, "ART": -180,
    "NDT": -150, "NST": -210, "AKDT": -480, "AKST": -540, "HST": -600,
}  # fmt: skip
"""Minutes east of Greenwich of zones by their usual short names (IANA tz database, `ZZZ` of its
zones); where a short name has several meanings, the one that most mail means."""


def as_written(value: str) -> str:
    """`value` as RFC 5322 section 3.3 has it, as far as that can be told; what can't is left as it
    is."""
    text = _COMMENT.sub(" ", value[:_LONGEST]).strip().rstrip(".,;")
    if _CLOCK.search(text) is None:
        return text
    text = _FRACTION.sub(r"\1", text)
    text = _HALF_DAY.sub(_of_24_hours, text)
    text = _OFFSET.sub(_four_digits, _YEAR_LAST.sub(r"\2 \1", text))
    text = _UTC.sub(" +0000", text)
    if (found := _NAME.search(text)) and (minutes := _ZONES.get(found[1].upper())) is not None:
        text = f"{text[: found.start()]} {_offset(minutes)}"
    text = _ISO.sub(lambda m: f"{m[3]} {_month(int(m[2]))} {m[1]} ", text)
    return _NUMBERS.sub(lambda m: _day_by_number(m, text), text)


def _of_24_hours(match: re.Match[str]) -> str:
    hour = int(match[1])
    if not 1 <= hour <= 12:
        return match[1] + match[2]
    return f"{hour % 12 + (12 if match[3] in 'pP' else 0)}{match[2]}"


def _four_digits(match: re.Match[str]) -> str:
    digits = match[2]
    if match[3] is None and len(digits) > 2:
        return match[0]
    sign = "+" if match[1] == "+" else "-"
    return f" {sign}{int(digits):02d}{match[3] or '00'}"


def _offset(minutes: int) -> str:
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}{abs(minutes) % 60:02d}"


def _month(number: int) -> str:
    return _MONTHS[number - 1] if 1 <= number <= 12 else str(number)


def _day_by_number(match: re.Match[str], text: str) -> str:
    """Day, month and year where their order is certain: by points the day is first, else where one
    number is no month, or where the day of the week tells."""
    first, second, year = int(match[1]), int(match[3]), match[4]
    ways = [(first, second)] if match[2] == "." else [(first, second), (second, first)]
    ways = [(day, month) for day, month in dict.fromkeys(ways) if 1 <= month <= 12 and day]
    if len(ways) > 1:
        named = _WEEKDAY.match(text)
        ways = [w for w in ways if named and _falls_on(w, year, named[1].lower())]
    if len(ways) != 1:
        return match[0]
    return f"{ways[0][0]} {_month(ways[0][1])} {year} "


def _falls_on(way: tuple[int, int], year: str, weekday: str) -> bool:
    whole = int(year) if len(year) == 4 else 2000 + int(year)
    try:
        return _WEEKDAYS[date(whole, way[1], way[0]).weekday()] == weekday
    except ValueError:
        return False
