"""Dates, months, relative days and times of day as claims, in every notation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from desktop_app.mail.claims.claim import Claim, ClaimKind
from desktop_app.mail.words.date_words import DATES, MONTH, MONTHS, WEEKDAYS

_DATES = (
    *DATES,
    re.compile(r"(?<![\d/])(?P<a>\d{1,2})/(?P<b>\d{1,2})(?![\d/])"),
    re.compile(
        r"\b(?:in|by|until|till|since|for|of|from|early|mid|late|next|this|last|im|bis|ab|seit|für|anfang"
        rf"|mitte|ende|en|de|d'|fin|début|para|desde|hasta|finales de)\s*(?P<month>{MONTH})\b",
        re.I,
    ),
)
_FRACTIONS = frozenset({"1/2", "1/3", "2/3", "1/4", "3/4", "24/7", "9/11"})
_RELATIVE = {
    "today": r"today|tonight|heute|aujourd'hui|ce soir|hoy|esta noche",
    "tomorrow": r"tomorrow|(?<!guten )(?<!am )(?-i:morgen)|demain|(?<!la )(?<!esta )mañana",
    "after tomorrow": r"day after tomorrow|übermorgen|après-demain|pasado mañana",
    "yesterday": r"yesterday|gestern|ayer",
    "next week": r"next week|nächste[rn]? woche|kommende[rn]? woche|semaine prochaine|semana "
    "que viene"
    r"|próxima semana",
    "last week": r"last week|letzte[rn]? woche|vorige[rn]? woche|semaine dernière|semana pasada",
    "next month": r"next month|nächste[rn] monats?|mois prochain|mes que viene|próximo mes",
}
_RELATIVES = tuple(
    (key, re.compile(rf"\b(?:{words})\b", re.I))
    for key, words in sorted(_RELATIVE.items(), key=lambda pair: pair[0] != "after tomorrow")
)
_TIMES = (
    re.compile(
        r"(?<![\w.,:])(?P<h>[01]?\d|2[0-3])(?::|\s?h\s?)(?P<min>[0-5]\d)(?![\d:])"
        r"(?:\s?(?P<half>[ap])\.?m\b)?"
        r"|(?<![\w.,:])(?P<h2>[01]?\d|2[0-3])\.(?P<min2>[0-5]\d)\s?(?:(?P<half2>[ap])\.?m\b|uhr\b)",
        re.I,
    ),
    re.compile(
        r"(?<![\w.,:])(?P<h>[01]?\d|2[0-3])\s?(?:(?P<half>[ap])\.?m\b|uhr\b|h\b|o'clock\b|horas\b)",
        re.I,
    ),
    re.compile(r"\b(?:at|um|a las?)\s(?P<h>\d|1\d|2[0-3])(?=[.,;!?)]?(?:\s|$))(?!\s\w)", re.I),
    re.compile(r"\b(?P<noon>noon|midday|mittags|midi|mediodía)\b", re.I),
)


def is_time_word(word: str) -> bool:
    return word in MONTHS or word in WEEKDAYS


def dates(text: str) -> Iterator[Claim]:
    for pattern in _DATES:
        for match in pattern.finditer(text):
            if match[0] in _FRACTIONS:
                continue
            keys, says = _keys(match)
            if keys:
                start = match.start("month") if match.groupdict().get("month") else match.start()
                words = text[start : match.end()]
                yield Claim(ClaimKind.DATE, start, match.end(), words, keys, says)
    for key, pattern in _RELATIVES:
        for match in pattern.finditer(text):
            keys = frozenset({f"day:{key}"})
            yield Claim(ClaimKind.DATE, match.start(), match.end(), match[0], keys)


def _keys(match: re.Match[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Keys of a date, and what it supports. A day of a month has the same key in every notation,
    with its year where that is given; a weekday is a key by itself."""
    parts = match.groupdict()
    if weekday := parts.get("w"):
        return frozenset({f"weekday:{WEEKDAYS[weekday.lower()]}"}), frozenset()
    if name := parts.get("month"):
        return frozenset({f"month:{MONTHS[name.lower()]}"}), frozenset()
    if parts.get("a"):
        pairs = [(parts["a"], parts["b"]), (parts["b"], parts["a"])]
    else:
        month = parts.get("m") or str(MONTHS[(parts.get("n") or "").lower()])
        pairs = [(parts["d"], month)]
    year = parts.get("y") or ""
    year = f"20{year}" if len(year) == 2 else year
    keys, says = set[str](), set[str]()
    for day, month in pairs:
        if 1 <= int(day) <= 31 and 1 <= int(month) <= 12:
            date = f"date:{int(month)}-{int(day)}"
            keys |= {f"{date}@{year}", f"{date}@*"} if year else {date}
            says |= {date, f"{date}@{year or '*'}", f"month:{int(month)}"}
    return frozenset(keys), frozenset(says)


def times(text: str) -> Iterator[Claim]:
    """Times of day; one without am or pm may be either, before noon."""
    for pattern in _TIMES:
        for match in pattern.finditer(text):
            parts = match.groupdict()
            hour = int(parts.get("h") or parts.get("h2") or 12)
            minute = int(parts.get("min") or parts.get("min2") or 0)
            half = (parts.get("half") or parts.get("half2") or "").lower()
            hours = {hour % 12 + 12 * (half == "p")} if half else {hour, hour + 12}
            if parts.get("noon"):
                hours = {12}
            keys = frozenset(f"time:{each}:{minute:02d}" for each in hours if each < 24)
            yield Claim(ClaimKind.TIME, match.start(), match.end(), match[0], keys)
