"""Days, times and amounts as a text names them, and those of them that it offers to choose from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from desktop_app.assistant.starter.wording.days import CALENDARS, Calendar


@dataclass(frozen=True, slots=True)
class Named:
    """A day, a time or an amount with its place in the text."""

    start: int
    end: int
    words: str


@dataclass(frozen=True, slots=True)
class Choice:
    """Values that stand side by side, in their order; `or_` is whether the text says `or`."""

    values: tuple[Named, ...]
    or_: bool

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(value.words for value in self.values))


_SHORT: Mapping[str, str] = MappingProxyType(
    {
        "en": r"(?-i:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b\.?",
        "de": r"(?-i:Mo|Di|Mi|Do|Fr|Sa|So)(?:\.|(?=,?\s+\d))",
        "fr": r"(?:lun|mar|mer|jeu|ven|sam|dim)(?:\.|(?=\s+\d))",
        "es": r"(?:lun|mar|mié|jue|vie|sáb|dom)(?:\.|(?=\s+\d))",
    }
)
"""Weekdays cut short; outside English only where a full stop or a number shows it."""

_BEFORE_TIME: Mapping[str, str] = MappingProxyType(
    {
        "en": "at|from|around",
        "de": "um|ab|gegen",
        "fr": "à|vers|dès",
        "es": "a las?|desde las?|sobre las?",
    }
)
_UNTIL: Mapping[str, str] = MappingProxyType(
    {
        "en": "to|till|until|through",
        "de": "bis(?: zum)?",
        "fr": "à|au|jusqu'au",
        "es": "a|al|hasta(?: el)?",
    }
)
_BETWEEN: Mapping[str, str] = MappingProxyType(
    {
        "en": (
            "or|and|alternatively|else|either|also|maybe|perhaps|on|the|this|at|as well as"
            "|rather|possibly"
        ),
        "de": (
            "oder|und|alternativ|sonst|entweder|auch|vielleicht|am|den|der|dem|dann|um"
            "|sowie|lieber|eher|bzw\\.?"
        ),
        "fr": "ou|et|sinon|soit|aussi|peut-être|bien|le|la|ce|à|alors|plutôt",
        "es": "o|u|y|e|también|quizás?|bien|el|la|este|las|a|si no",
    }
)
"""Words that may stand between two values of one choice."""

_OR = re.compile(r"\b(?:or|oder|ou|o|u|bzw|soit|alternativ(?:ely)?|sinon|sonst)\b|/", re.I)
_CURRENCY = (
    r"(?:€|\$|£|EUR|USD|CHF|GBP|euros?|dollars?|pounds?|francs?|Franken|Pfund|libras|%|percent"
    r"|per cent|prozent|pour cent|por ciento)(?!\w)"
)
_AMOUNT = r"\d+(?:[.,' \u00a0\u202f]\d{3})*(?:[.,]\d{1,2})?"
_NUMBER_BEFORE = re.compile(
    rf"(?<![\w.,:])(?P<number>{_AMOUNT})(?P<end>st|nd|rd|th|er|\.)?(?P<gap>[\s,/]*(?:[^\W\d_]+\s+){{0,2}})$"
)

_SHARED = re.compile(rf"^{_AMOUNT}(?:st|nd|rd|th|er|\.)?")


def _naming(language: str, words: Calendar) -> re.Pattern[str]:
    """Pattern of one value, the longest form first."""
    months = "|".join((*words.months, *(f"{month[:3]}\\b\\.?" for month in words.months)))
    until = rf"\s*(?:[-–]|(?:{_UNTIL[language]})\s)\s*"
    number = r"\d{1,2}(?:st|nd|rd|th|er|\.)?"
    dated = (
        rf"{number}(?:{until}(?:le\s+|el\s+)?{number})?\s+(?:of\s+|de\s+)?(?:{months})"
        rf"|(?:{months})\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?!:)(?:\s*[-–]\s*\d{{1,2}}\b(?!:))?"
        r"|\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.(?:\d{4}|\d\d)?|\d{1,2}/\d{1,2}(?:/\d{2,4})?(?!\d)"
    )
    date = rf"(?:{dated})(?:,?\s+(?:de\s+|del\s+)?20\d\d\b)?"
    next_ = f"(?:(?:{words.next_before})\\s+)?" if words.next_before else ""
    after = f"(?:\\s+(?:{words.next_after}))?" if words.next_after else ""
    article = r"(?:the\s+|den\s+|dem\s+|le\s+|el\s+)?"
    weekday = f"(?:{'|'.join(words.weekdays)}|{_SHORT[language]})"
    gap = r"\s*" if language == "de" else r"\s+"
    parts = f"(?:{gap}(?:{'|'.join(words.parts)})\\b)?"
    relative = "|".join(re.escape(name) for name in sorted(words.relative, key=len, reverse=True))
    day = rf"(?:{next_}{weekday}{after}(?:,?\s+{article}{date})?|{date}|(?:{relative})\b){parts}"
    marked = (
        r"\d{1,2}(?:(?::|h\s?)\d\d(?:\s*(?:[ap]m\b|[ap]\.m\.|uhr\b))?|\.\d\d\s*(?:[ap]m\b|[ap]\.m\.|uhr\b)"
        r"|\s*(?:[ap]m\b|[ap]\.m\.|uhr\b|heures?\b|horas\b|h\b|o'clock\b))"
    )
    at = rf"(?:{_BEFORE_TIME[language]})\s+"
    time = (
        rf"(?:(?:{at})?(?:\d{{1,2}}\s*[-–]\s*)?{marked}(?:{until}{marked})?"
        rf"|{at}\d{{1,2}}(?![\d.,/]))"
    )
    whole_day = rf"{day}(?:{until}(?:the\s+|den\s+|le\s+|el\s+)?{day})?(?:,?\s+{time})?"
    amount = rf"(?:€|\$|£|EUR|USD|CHF|GBP)\s?{_AMOUNT}|{_AMOUNT}\s?{_CURRENCY}"
    ordinal = r"(?:the\s+)?\d{1,2}(?:st|nd|rd|th)\b|(?:noon|midday|mediodía)\b"
    return re.compile(
        rf"(?<![\w.,:/])(?:{whole_day}|{time}|{amount}|{ordinal})(?!\w)", re.IGNORECASE
    )


_NAMED = {language: _naming(language, words) for language, words in CALENDARS.items()}
_GAP = {
    language: re.compile(rf"[\s,;/]*(?:(?:{words})\b[\s,;/]*)*", re.IGNORECASE)
    for language, words in _BETWEEN.items()
}


def named(text: str, language: str) -> list[Named]:
    """Every day, time and amount, in order, as the text has it."""
    return [
        Named(match.start(), match.end(), " ".join(match[0].split()))
        for match in _NAMED[language].finditer(text)
    ]


def choices(text: str, language: str) -> list[Choice]:
    """Two or more values with nothing but joining words between them. A number that shares what
    follows it with the next value (`11 or 18 March`) is written out."""
    groups: list[list[Named]] = []
    for value in named(text, language):
        if groups and _joined(text[groups[-1][-1].end : value.start], language):
            groups[-1].append(value)
        else:
            groups.append([value])
    found = [_with_shared(text, group, language) for group in groups]
    return [
        Choice(tuple(group), bool(_OR.search(text[group[0].start : group[-1].end])))
        for group in found
        if len(group) > 1
    ]


def is_named_only(text: str, language: str) -> bool:
    """Whether a text is days, times or an amount, and nothing else of weight."""
    rest = _NAMED[language].sub("", text)
    return rest != text and _joined(rest, language)


def _joined(between: str, language: str) -> bool:
    return _GAP[language].fullmatch(between.strip(" .:()-–\n") + " ") is not None


def _with_shared(text: str, group: list[Named], language: str) -> list[Named]:
    """The group with the bare numbers before its first value: one before a joining word, then
    those before commas."""
    while True:
        before = _NUMBER_BEFORE.search(text, 0, group[0].start)
        rest = _SHARED.sub("", group[0].words)
        if before is None or not rest.strip() or rest == group[0].words:
            return group
        by_word = any(c.isalpha() for c in before["gap"])
        if not (by_word or (len(group) > 1 and before["gap"].strip())):
            return group
        if not _joined(before["gap"], language):
            return group
        number = before["number"] + (before["end"] or "")
        group = [Named(before.start(), before.end("number"), f"{number}{rest}"), *group]
