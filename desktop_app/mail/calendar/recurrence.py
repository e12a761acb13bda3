"""Recurrence rule of an event in words (RFC 5545 section 3.3.10). Nothing is expanded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from desktop_app.model.calendar_names import WEEKDAYS
from desktop_app.model.local_forms import PLAIN

_UNITS = {
    "SECONDLY": "second",
    "MINUTELY": "minute",
    "HOURLY": "hour",
    "DAILY": "day",
    "WEEKLY": "week",
    "MONTHLY": "month",
    "YEARLY": "year",
}
_DAYS = {name[:2].upper(): name.title() for name in WEEKDAYS["en"]}
_PLACES = {"1": "first", "2": "second", "3": "third", "4": "fourth", "5": "fifth", "-1": "last"}
_SAID = frozenset({"FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "WKST"})
_MOST_DAYS = 7

Rule = Mapping[str, Sequence[object]]


def in_words(rule: Rule) -> str:
    """`Every 2 weeks on Monday and Friday, 10 times.` What the rule has beside what can be said is
    mentioned; a rule without a frequency is a plain `Repeats.`"""
    unit = _UNITS.get(_first(rule, "FREQ").upper())
    if unit is None:
        return "Repeats."
    interval = _number(rule, "INTERVAL")
    words = f"Every {interval} {unit}s" if interval > 1 else f"Every {unit}"
    words += _on(rule)
    count, until = _number(rule, "COUNT"), next(iter(rule.get("UNTIL", ())), None)
    if count:
        words += f", {count} times" if count > 1 else ", once"
    elif isinstance(until, date):  # a datetime is one
        words += f", until {PLAIN.day_in_words(until)}"
    else:
        words += ", without an end"
    return f"{words}, with more conditions." if set(rule) - _SAID else f"{words}."


def _on(rule: Rule) -> str:
    days = [_day(str(day)) for day in list(rule.get("BYDAY", ()))[:_MOST_DAYS]]
    if all(days) and days:
        return f" on {_listed(days)}"
    month_days = [str(day) for day in list(rule.get("BYMONTHDAY", ()))[:_MOST_DAYS]]
    return f" on day {_listed(month_days)}" if month_days else ""


def _day(written: str) -> str:
    """`MO` as Monday, `2TU` as the second Tuesday."""
    name = _DAYS.get(written[-2:].upper(), "")
    place = written[:-2].lstrip("+")
    if not place or not name:
        return name
    return f"the {_PLACES[place]} {name}" if place in _PLACES else ""


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _first(rule: Rule, key: str) -> str:
    return str(next(iter(rule.get(key, ())), ""))


def _number(rule: Rule, key: str) -> int:
    text = _first(rule, key)
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 7 else 0
