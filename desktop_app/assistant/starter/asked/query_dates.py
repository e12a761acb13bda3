"""Days and spans of days in the words of a search, as terms of the query language. Pure.

A date without a year is the last one that is over or today.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial

from desktop_app.mail.words.date_words import MONTHS, WEEKDAYS

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DAY = "|".join(sorted(WEEKDAYS, key=len, reverse=True))
_ARTICLE = r"(?:the |den |dem |der |das |die |le |la |el |los |last |letzten |am )?"
_UNIT = {
    "d": r"days?|tag(?:en?)?|jours?|días?",
    "w": r"weeks?|wochen?|semaines?|semanas?",
    "m": r"months?|monat(?:en?)?|mois|mes(?:es)?",
    "y": r"years?|jahr(?:en?)?|ans?|années?|años?",
}
_UNITS = "|".join(_UNIT.values())
_DATE = (
    rf"{_ARTICLE}(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.|er)?(?: of| de"
    rf"| del)? (?P<month>{_MONTH})\b\.?"
    rf"|(?P<month2>{_MONTH})\.? (?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b"
    r"|(?P<iso>\d{4}[-/]\d{1,2}[-/]\d{1,2})"
    r"|(?P<day3>\d{1,2})[./](?P<month3>\d{1,2})\.?(?!\d)"
    rf"|(?P<month4>{_MONTH})\b\.?|(?P<weekday>{_DAY})s?\b"
    r"|(?P<near>yesterday|today|gestern|heute|hier|aujourd'hui|ayer|hoy)\b"
    r"|(?P<year>(?:19|20)\d\d)\b"
    r"|(?P<day5>\d{1,2})(?:st|nd|rd|th|\.)(?!\w))(?:,? (?:de )?(?P<y>(?:19|20)\d\d)\b)?"
)
_BEFORE = r"(?:before|until|till|up to|earlier than|vor|bis|avant|jusqu'au?|antes del?|hasta)"
_SINCE = (
    r"(?:since|after|from|seit|ab|nach|depuis|après|à partir d[eu]|desde|después del?"
    r"|a partir del?)"
)
_ON = r"(?:on|in|of|from|am|im|vom|von|du|le|en|el|del|de)"
_THIS_WEEK = r"(?:this week|dieser? woche|cette semaine|esta semana)"
_THIS_MONTH = r"(?:this month|diese[nrm]? monat|ce mois(?:-ci)?|este mes)"
_THIS_YEAR = r"(?:this year|diese[sm]? jahr|cette année|este año)"
_LAST_WEEK = (
    r"(?:last week|letzte[rn]? woche|vorige[rn]? woche|la semaine (?:dernière|passée)"
    r"|la semana pasada)"
)
_LAST_MONTH = r"(?:last month|letzte[nrm]? monat|le mois (?:dernier|passé)|el mes pasado)"
_LAST_YEAR = r"(?:last year|letzte[sm]? jahr|l'année dernière|l'an dernier|el año pasado)"
_LEAD = r"(?:(?:from|of|in|during|von|aus|in|im|de|durant|pendant|en) )?(?:the |der |dem |den )?"
_TODAY = r"(?:today|heute|aujourd'hui|hoy)"
_PAST = (
    rf"{_LEAD}(?:last|past|letzten|vergangenen|derni[eè]re?s|últim[oa]s|since|seit|il y a moins de)"
    rf" (?P<n>\d{{1,3}}) (?P<unit>{_UNITS})(?: derni[eè]re?s)?\b"
)
_PAST_FR = rf"{_LEAD}(?:les |ces )?(?P<n>\d{{1,3}}) derni[eè]re?s (?P<unit>{_UNITS})\b"
_OLD = (
    rf"(?:older|more|älter|plus (?:vieux|vieilles|ancien(?:ne)?s?)|más (?:antigu[oa]s|viej[oa]s))"
    rf" (?:than|als|de|que) (?P<n>\d{{1,3}}|an?|one|einen?|einem|une?|una?) (?P<unit>{_UNITS})\b"
)


_BETWEEN = re.compile(
    rf"(?<!\w)(?:between|from|zwischen|vom?|entre|du|del?) (?P<a>{_DATE}|{_ARTICLE}\d{{1,2}}(?:st"
    rf"|nd|rd|th|\.)?)"
    rf" (?:and|to|till|until|und|bis(?: zum)?|et|au|y|al?"
    rf"|hasta) (?P<b>{_DATE.replace('(?P<', '(?P<b_')})",
    re.I,
)


def with_dates(text: str, today: date, keep: Callable[[str], str]) -> str:
    """The words with what they say of days put as terms, each as `keep` has it."""
    for pattern, term in (
        (rf"{_LEAD}{_LAST_WEEK}", "newer_than:7d"),
        (rf"{_LEAD}{_LAST_MONTH}", "newer_than:1m"),
        (rf"{_LEAD}{_LAST_YEAR}", f"after:{today.year - 1}/01/01 before:{today.year}/01/01"),
        (rf"{_LEAD}{_THIS_WEEK}", f"after:{_day(today - timedelta(days=today.weekday()))}"),
        (rf"{_LEAD}{_THIS_MONTH}", f"after:{_day(today.replace(day=1))}"),
        (rf"{_LEAD}{_THIS_YEAR}", f"after:{today.year}/01/01"),
        (rf"(?:from |of |von |de )?{_TODAY}", "newer_than:1d"),
    ):
        text = re.sub(rf"(?<!\w){pattern}(?!\w)", keep(term), text, flags=re.I)
    for pattern in (_PAST, _PAST_FR):
        text = re.sub(rf"(?<!\w){pattern}", lambda m: keep(_newer(m)), text, flags=re.I)
    text = re.sub(rf"(?<!\w){_OLD}", lambda m: keep(_older(m)), text, flags=re.I)
    text = _BETWEEN.sub(lambda m: _between(m, today), text)
    for words, kind in ((_BEFORE, "before"), (_SINCE, "after"), (_ON, "on")):
        put = partial(_term, kind=kind, today=today)
        text = re.sub(rf"(?<!\w){words} {_DATE}", _kept(keep, put), text, flags=re.I)
    near = r"(?<!\w)(?:from )?(?P<near>yesterday|gestern|hier|ayer)(?!\w)"
    return re.sub(near, lambda _: keep(_span(today - timedelta(days=1), 1)), text, flags=re.I)


def _kept(
    keep: Callable[[str], str], change: Callable[[re.Match[str]], str]
) -> Callable[[re.Match[str]], str]:
    return lambda match: keep(change(match))


def _between(match: re.Match[str], today: date) -> str:
    """The span as `since … before …`, for the rules of one date each."""
    last = re.fullmatch(_DATE, match["b"].strip(), re.I)
    end = _read(last, today) if last is not None else None
    if end is None:
        return match[0]
    first = re.fullmatch(_DATE, match["a"].strip(), re.I)
    begin = _read(first, today) if first is not None else None
    number = min(int(re.sub(r"\D", "", match["a"]) or 1), 28) or 1
    day = begin[0] if begin is not None else end[0].replace(day=number)
    return f" since {day:%Y-%m-%d} before {end[0] + timedelta(days=end[1]):%Y-%m-%d} "


def _newer(match: re.Match[str]) -> str:
    return f"newer_than:{match['n']}{_letter(match['unit'])}"


def _older(match: re.Match[str]) -> str:
    number = match["n"] if match["n"].isdigit() else "1"
    return f"older_than:{number}{_letter(match['unit'])}"


def _letter(unit: str) -> str:
    return next(letter for letter, words in _UNIT.items() if re.fullmatch(words, unit, re.I))


def _term(match: re.Match[str], kind: str, today: date) -> str:
    """The term for a date; the words as they are where there is no such day."""
    found = _read(match, today)
    if found is None:
        return match[0]
    first, days = found
    if kind == "on":
        return _span(first, days)
    return f"{kind}:{_day(first)}"


def _span(first: date, days: int) -> str:
    return f"after:{_day(first)} before:{_day(first + timedelta(days=days))}"


def _read(match: re.Match[str], today: date) -> tuple[date, int] | None:
    """First day and number of days."""
    found = match.groupdict()
    try:
        if found["iso"]:
            return date(*map(int, re.split(r"[-/]", found["iso"]))), 1
        if found["near"]:
            is_today = re.fullmatch(_TODAY, found["near"], re.I) is not None
            return today - timedelta(days=0 if is_today else 1), 1
        if found["weekday"]:
            ago = (today.isoweekday() - WEEKDAYS[found["weekday"].lower()]) % 7
            return today - timedelta(days=ago), 1
        if found["year"]:
            return date(int(found["year"]), 1, 1), 365
        return _of_month(found, today)
    except ValueError:
        return None


def _of_month(found: dict[str, str | None], today: date) -> tuple[date, int]:
    """Raises `ValueError` for a day that the month has not."""
    name = found["month"] or found["month2"] or found["month4"] or ""
    month = MONTHS[name.lower()] if name else int(found["month3"] or today.month)
    number = int(found["day"] or found["day2"] or found["day3"] or found["day5"] or 1)
    year = int(found["y"] or today.year)
    first = date(year, month, number)
    if not found["y"] and first > today and not _to_come(first, today, found):
        first = date(year - 1, month, number)
    whole = found["month4"] is not None
    return first, (_next_month(first) - first).days if whole else 1


def _to_come(first: date, today: date, found: dict[str, str | None]) -> bool:
    """Whether a day of the month alone lies ahead: then it was in the month before; other dates
    that lie less than four months ahead are this year's (*before November*)."""
    return found["day5"] is None and (first - today).days < 120


def _next_month(first: date) -> date:
    return date(first.year + first.month // 12, first.month % 12 + 1, 1)


def _day(day: date) -> str:
    return f"{day:%Y/%m/%d}"
