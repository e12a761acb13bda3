"""Local forms: how a system writes dates, times and numbers, as one value.

Whoever knows the system makes the value (`ui/widgets/dates.py`); others are handed it. `PLAIN` is
that of the command line and of whatever is not told another. The calendar is the Gregorian one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache

_OF_DAYS = re.compile(r"d{1,4}|M{1,4}|yyyy|yy|'[^']*'")
_OF_TIMES = re.compile(r"H{1,2}|h{1,2}|mm?|ss?|[Aa][Pp]?|'[^']*'")


@dataclass(frozen=True, slots=True, eq=False)
class LocalForms:
    """Names have January and Monday first. `day` to `clock` are texts for `str.format`: `{d}` and
    `{dd}` are the day, with two digits, `{ddd}` and `{dddd}` the weekday, short and whole; `{M}` to
    `{MMMM}` the month likewise; `{yy}` and `{yyyy}` the year; `{h}` and `{hh}` hours of twelve,
    `{H}` and `{HH}` of 24; `{m}` and `{mm}` the minute; `{ap}` the half of the day. `first_weekday`
    is 0 for Monday. Numbers from `least_grouped` on have `group` before their last three digits,
    and before every `group_size` further ones. `digits` are those for 0 to 9."""

    months: tuple[str, ...]
    short_months: tuple[str, ...]
    weekdays: tuple[str, ...]
    short_weekdays: tuple[str, ...]
    day: str = "{d} {MMM}"
    day_of_year: str = "{d} {MMM} {yyyy}"
    weekday: str = "{ddd} {d} {MMM}"
    long_day: str = "{d} {MMMM} {yyyy}"
    whole_day: str = "{dddd}, {d} {MMMM} {yyyy}"
    clock: str = "{HH}:{mm}"
    halves: tuple[str, str] = ("am", "pm")
    first_weekday: int = 0
    decimal: str = "."
    group: str = ","
    group_size: int = 3
    least_grouped: int = 1000
    digits: str = "0123456789"

    @property
    def twelve(self) -> bool:
        """Whether hours are counted to twelve."""
        return "{ap}" in self.clock

    def time(self, moment: datetime) -> str:
        """`14:02`."""
        return _time(self, moment.hour, moment.minute)

    def time_of(self, hour: int, minute: int) -> str:
        """`14:02`, of an hour from 0 to 23."""
        return _time(self, hour, minute)

    def short_day(self, day: date) -> str:
        """`12 Nov`."""
        return _day(self, self.day, day.year, day.month, day.day)

    def short_day_of_year(self, day: date) -> str:
        """`12 Nov 2019`."""
        return _day(self, self.day_of_year, day.year, day.month, day.day)

    def short_weekday(self, day: date) -> str:
        """`Thu 12 Nov`."""
        return _day(self, self.weekday, day.year, day.month, day.day)

    def day_in_words(self, day: date) -> str:
        """`12 November 2019`."""
        return _day(self, self.long_day, day.year, day.month, day.day)

    def weekday_in_words(self, day: date) -> str:
        """`Thursday, 12 November 2019`."""
        return _day(self, self.whole_day, day.year, day.month, day.day)

    def weekday_name(self, day: date) -> str:
        """`Thursday`."""
        return self.weekdays[day.weekday()]

    def month_name(self, day: date) -> str:
        """`November`."""
        return self.months[day.month - 1]

    def number(self, number: int) -> str:
        """`1,200`."""
        sign, digits = ("-" if number < 0 else ""), str(abs(number))
        if abs(number) >= self.least_grouped and self.group:
            head, groups = digits[:-3], [digits[-3:]]
            while head:
                groups.insert(0, head[-self.group_size :])
                head = head[: -self.group_size]
            digits = self.group.join(groups)
        return sign + self._own(digits)

    def decimal_number(self, number: float, places: int = 1) -> str:
        """`3.4`; without a sign for thousands."""
        return self._own(f"{number:.{places}f}".replace(".", self.decimal))

    def _own(self, text: str) -> str:
        return _in_digits(text, self.digits)


@lru_cache(maxsize=1440)
def _time(forms: LocalForms, hour: int, minute: int) -> str:
    twelve = hour % 12 or 12
    return forms.clock.format(
        h=_in_digits(str(twelve), forms.digits),
        hh=_in_digits(f"{twelve:02}", forms.digits),
        H=_in_digits(str(hour), forms.digits),
        HH=_in_digits(f"{hour:02}", forms.digits),
        m=_in_digits(str(minute), forms.digits),
        mm=_in_digits(f"{minute:02}", forms.digits),
        ap=forms.halves[hour >= 12],
    )


@lru_cache(maxsize=4096)  # a list asks for the same few days again and again
def _day(forms: LocalForms, written: str, year: int, month: int, day: int) -> str:
    weekday = date(year, month, day).weekday()
    return written.format(
        d=_in_digits(str(day), forms.digits),
        dd=_in_digits(f"{day:02}", forms.digits),
        ddd=forms.short_weekdays[weekday],
        dddd=forms.weekdays[weekday],
        M=_in_digits(str(month), forms.digits),
        MM=_in_digits(f"{month:02}", forms.digits),
        MMM=forms.short_months[month - 1],
        MMMM=forms.months[month - 1],
        yy=_in_digits(f"{year % 100:02}", forms.digits),
        yyyy=_in_digits(str(year), forms.digits),
    )


def _in_digits(text: str, digits: str) -> str:
    if digits == "0123456789":
        return text
    return "".join(digits[ord(sign) - 48] if "0" <= sign <= "9" else sign for sign in text)


PLAIN = LocalForms(
    months=tuple(
        "January February March April May June July August September October November"
        " December".split()
    ),
    short_months=tuple("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()),
    weekdays=tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()),
    short_weekdays=tuple("Mon Tue Wed Thu Fri Sat Sun".split()),
)
"""English, day before month, 24 hours."""


@dataclass(frozen=True, slots=True)
class DayForms:
    """How days are written, each as a field of `LocalForms`."""

    day: str
    day_of_year: str
    weekday: str
    long_day: str
    whole_day: str


def day_forms(pattern: str) -> DayForms | None:
    """From a system's pattern of a whole date (`dddd, d. MMMM yyyy`; the letters of Unicode TR 35
    that Qt's `QLocale.dateFormat` uses, words in quotes). None without a day and a month."""
    whole = list(_pieces(pattern, _OF_DAYS))
    kinds = {piece.kind for piece in whole}
    if not {"d", "M"} <= kinds:
        return None
    bare = _without(whole, "weekday")
    yearless = _without(bare, "y")
    return DayForms(
        day=_text(_short(yearless)),
        day_of_year=_text(_short(bare)),
        weekday=_text(_short(_without(whole, "y"))),
        long_day=_text(bare),
        whole_day=_text(whole),
    )


def clock_form(pattern: str) -> str:
    """From a system's pattern of a time (`HH:mm`, `h:mm AP`), without seconds; empty for one
    without hours and minutes. As Qt has it, `h` counts to 24 where no half of the day is told."""
    pieces = list(_pieces(pattern, _OF_TIMES))
    kinds = [piece.kind for piece in pieces]
    if "h" not in kinds or "m" not in kinds:
        return ""
    halves = "ap" in kinds
    return _text(
        _Piece("h", p.text.lower() if halves else p.text.upper()) if p.kind == "h" else p
        for p in pieces
        if p.kind != "s"
    ).strip(" .:")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A field, by what it is of; or words, without a kind."""

    kind: str
    text: str


_KINDS = {**{letter: letter for letter in "dMyhms"}, "H": "h", "A": "ap", "a": "ap"}


def _pieces(pattern: str, fields: re.Pattern[str]) -> Iterator[_Piece]:
    """Fields and the words between them, one piece each."""
    words, place = "", 0
    for found in fields.finditer(pattern):
        words += pattern[place : found.start()]
        place = found.end()
        field = found[0]
        if field.startswith("'"):
            words += field[1:-1] or "'"
            continue
        if words:
            yield _Piece("", words)
        words = ""
        kind = "weekday" if len(field) > 2 and field[0] == "d" else _KINDS[field[0]]
        yield _Piece(kind, "ap" if kind == "ap" else field)
    if words + pattern[place:]:
        yield _Piece("", words + pattern[place:])


def _without(pieces: list[_Piece], kind: str) -> list[_Piece]:
    """Pieces without the field of `kind` and the words that belong to it: those behind it, and at
    the end of the date those before a year, and signs alone before a weekday (`日` stays)."""
    at = next((n for n, piece in enumerate(pieces) if piece.kind == kind), -1)
    if at < 0:
        return pieces
    before, behind = pieces[:at], pieces[at + 1 :]
    if behind and not behind[0].kind:
        behind = behind[1:]
    if not behind and before and not before[-1].kind:
        left = "" if kind == "y" else before[-1].text.rstrip(" ,،、\u00a0\u202f")
        before = [*before[:-1], *([_Piece("", left)] if left else [])]
    return before + behind


def _short(pieces: Iterable[_Piece]) -> list[_Piece]:
    """With short names."""
    short = {"MMMM": "MMM", "dddd": "ddd"}
    return [_Piece(p.kind, short.get(p.text, p.text)) if p.kind else p for p in pieces]


def _text(pieces: Iterable[_Piece]) -> str:
    return "".join(
        f"{{{p.text}}}" if p.kind else p.text.replace("{", "{{").replace("}", "}}") for p in pieces
    )
