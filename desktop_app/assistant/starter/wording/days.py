"""Days and times of day, read and written in four languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from desktop_app.assistant.starter.wording.acts import Day, Days
from desktop_app.model.calendar_names import MONTHS, WEEKDAYS


@dataclass(frozen=True, slots=True)
class Calendar:
    """Words of one language. `weekdays` from Monday; `relative` are today, tomorrow, the day after
    tomorrow, next week; `parts` are morning, afternoon, evening, as they are read."""

    weekdays: tuple[str, ...]
    months: tuple[str, ...]
    relative: tuple[str, ...]
    parts: tuple[str, ...]
    part_names: tuple[str, ...]
    clock: str
    before: str
    next_before: str
    next_after: str
    or_: str
    and_: str


_CLOCK_24 = r"(?P<hour>\d{1,2})(?:\s*[:.h]\s*(?P<minute>\d\d))?\s*"
CALENDARS: Mapping[str, Calendar] = MappingProxyType(
    {
        "en": Calendar(
            WEEKDAYS["en"],
            MONTHS["en"],
            ("today", "tomorrow", "the day after tomorrow", "next week"),
            ("(?:in the )?morning", "(?:in the )?afternoon", "(?:in the )?evening"),
            ("morning", "afternoon", "evening"),
            r"(?:at\s+)?(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))?\s*(?P<half>am|pm|o'clock)?",
            "on|this",
            "next",
            "",
            "or",
            "and",
        ),
        "de": Calendar(
            WEEKDAYS["de"],
            MONTHS["de"],
            ("heute", "morgen", "übermorgen", "nächste woche"),
            ("vormittag|früh|morgen", "nachmittag", "abend"),
            ("vormittag", "nachmittag", "abend"),
            rf"(?:um\s+)?{_CLOCK_24}(?:uhr)?(?:\s*(?P<minute2>\d\d))?",
            "am|den|der|diesen|dem",
            "nächsten|nächster|kommenden|nächste",
            "",
            "oder",
            "und",
        ),
        "fr": Calendar(
            WEEKDAYS["fr"],
            MONTHS["fr"],
            ("aujourd'hui", "demain", "après-demain", "la semaine prochaine"),
            ("matin", "après-midi", "soir"),
            ("matin", "après-midi", "soir"),
            rf"(?:à\s+)?{_CLOCK_24}(?:h|heures?)?(?:\s*(?P<minute2>\d\d))?",
            "le|ce",
            "",
            "prochain",
            "ou",
            "et",
        ),
        "es": Calendar(
            WEEKDAYS["es"],
            MONTHS["es"],
            ("hoy", "mañana", "pasado mañana", "la semana que viene"),
            ("por la mañana", "por la tarde", "por la noche"),
            ("por la mañana", "por la tarde", "por la noche"),
            rf"(?:a\s+las?\s+)?{_CLOCK_24}(?:horas|h)?",
            "el|este",
            "próximo",
            "próximo|que viene",
            "o|u",
            "y|e",
        ),
    }
)
_PARTS = ("morning", "afternoon", "evening")


def _pattern(words: Calendar) -> re.Pattern[str]:
    def one_of(values: tuple[str, ...]) -> str:
        return "|".join(re.escape(v) for v in sorted(values, key=len, reverse=True))

    next_ = f"(?P<next>{words.next_before})\\s+" if words.next_before else "(?P<next>(?!))"
    after = f"(?:\\s+(?P<after>{words.next_after}))?" if words.next_after else ""
    months = one_of(words.months)
    day = (
        rf"(?:(?P<weekday>{one_of(words.weekdays)}){after}(?:,?\s+(?=(?:the\s+|den\s+)?\d))?)?"
        rf"(?:(?:the\s+|den\s+|dem\s+)?(?:(?P<date>\d{{1,2}})(?:st|nd|rd|th|er|\.)?\s*(?:of\s+|de\s+)?"
        rf"(?P<month>{months})|(?P<month2>{months})\s+(?P<date2>\d{{1,2}})(?:st|nd|rd|th)?)"
        rf"(?:,?\s+(?:de\s+)?(?P<year>20\d\d))?"
        r"|(?:the\s+)?(?P<date3>\d{1,2})(?:st|nd|rd|th)|(?<=(?:am|en|em)\s)(?P<date4>\d{1,2})\.?(?!\s*[:.\d])"
        r"|(?<=\b[le][el]\s)(?P<date5>\d{1,2})(?!\s*[h:\d]))?"
    )
    gap = r"\s*" if words.weekdays[0] == "montag" else r"\s+"
    parts = "|".join(f"(?P<part{n}>{p})" for n, p in enumerate(words.parts))
    return re.compile(
        rf"^(?:(?:{words.before})\s+)?(?:{next_})?(?:(?P<relative>{one_of(words.relative)})|{day})"
        rf"(?:{gap}(?:{words.before}\s+)?(?:{parts}))?(?:,?\s*{words.clock})?$",
        re.I,
    )


_DAY = {language: _pattern(words) for language, words in CALENDARS.items()}


def read_days(text: str, language: str) -> Days | None:
    """The days that a text names and nothing else; None when it says more, or says it in a way that
    other languages can't be sure of (`at 3` may be in the afternoon)."""
    words = CALENDARS[language]
    plain = " ".join(text.strip(" .?!,").replace("’", "'").split())
    if not plain or len(plain) > 200:
        return None
    pieces = re.split(
        rf"\s*,\s*(?!\s|(?:den\s+|the\s+)?\d)(?:(?:{words.or_}|{words.and_})\s+)?|\s+(?:{words.or_})\s+",
        plain,
    )
    joined = "or"
    if len(pieces) == 1:
        pieces = re.split(rf"\s+(?:{words.and_})\s+", plain)
        joined = "and" if len(pieces) > 1 else "or"
    days = [_read_day(piece, language) for piece in pieces]
    found = tuple(day for day in days if day is not None)
    return Days(found, joined) if len(found) == len(pieces) else None


def _read_day(text: str, language: str) -> Day | None:
    match = _DAY[language].match(text)
    if match is None:
        return None
    found = match.groupdict()
    day = _named(found, CALENDARS[language])
    part = next((p for n, p in enumerate(_PARTS) if found.get(f"part{n}")), "")
    day = replace(day, part=part, next=bool(found.get("next") or found.get("after")))
    if found["hour"]:
        return _with_clock(day, found)
    nothing = day.weekday is None and day.relative is None and day.date is None
    return None if nothing else day


def _named(found: Mapping[str, str | None], words: Calendar) -> Day:
    weekday, relative = found["weekday"], found["relative"]
    dates = ("date", "date2", "date3", "date4", "date5")
    date = next((found[name] for name in dates if found[name]), None)
    month = found["month"] or found["month2"]
    return Day(
        weekday=words.weekdays.index(weekday.lower()) if weekday else None,
        relative=(0, 1, 2, 7)[words.relative.index(relative.lower())] if relative else None,
        date=int(date) if date else None,
        month=words.months.index(month.lower()) + 1 if month else None,
        year=int(found["year"]) if found["year"] else None,
    )


def _with_clock(day: Day, found: Mapping[str, str | None]) -> Day | None:
    hour = int(found["hour"] or 0)
    minute = int(found["minute"] or found.get("minute2") or 0)
    half = (found.get("half") or "").lower()
    if half in {"am", "pm"}:
        hour = hour % 12 + (12 if half == "pm" else 0)
    elif hour < 7 and not found["minute"]:
        return None
    if hour > 23 or minute > 59:
        return None
    return replace(day, hour=hour, minute=minute)


def write_days(days: Days, language: str, *, on: bool) -> str:
    """The days in words; with `on` as when something happens (`on Friday`), else as a name."""
    words = CALENDARS[language]
    between = (words.or_ if days.joined == "or" else words.and_).split("|", maxsplit=1)[0]
    texts = [_write_day(day, language, on=on) for day in days.days]
    if len(texts) == 1:
        return texts[0]
    return f"{', '.join(texts[:-1])} {between} {texts[-1]}"


def _write_day(day: Day, language: str, *, on: bool) -> str:
    words = CALENDARS[language]
    name = ""
    if day.relative is not None:
        name = words.relative[(0, 1, 2, 7).index(day.relative)]
        name = name[:-5] + "Woche" if language == "de" and day.relative == 7 else name
    elif day.weekday is not None or day.date is not None:
        name = _dated(day, language, on=on)
    if language == "de" and day.part and day.weekday is not None and not day.date:
        name = f"{name}{_part(day, language)}"
        return " ".join(filter(None, (name, _clock(day, language))))
    return " ".join(filter(None, (name, _part(day, language), _clock(day, language))))


def _dated(day: Day, language: str, *, on: bool) -> str:
    words = CALENDARS[language]
    weekday = words.weekdays[day.weekday] if day.weekday is not None else ""
    month = words.months[day.month - 1] if day.month else ""
    if language in {"en", "de"}:
        weekday, month = weekday.capitalize(), month.capitalize()
    date = {
        "en": f"{day.date} {month}" if month else f"the {_ordinal(day.date or 0)}",
        "de": f"{day.date}. {month}",
        "fr": f"{'1er' if day.date == 1 else day.date} {month}",
        "es": f"{day.date} de {month}" if month else f"{day.date}",
    }[language].strip()
    year = (" de " if language == "es" else " ") + str(day.year) if day.year else ""
    dated = f"{date}{year}" if day.date else ""
    return _ON[language](weekday, dated, day.next, on)


def _ordinal(number: int) -> str:
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if 10 < number < 14 else ends.get(number % 10, 'th')}"


def _english(weekday: str, dated: str, next_: bool, on: bool) -> str:
    name = " ".join(filter(None, (weekday, dated)))
    if next_:
        return f"next {name}"
    return f"on {name}" if on else name


def _german(weekday: str, dated: str, next_: bool, on: bool) -> str:
    name = ", den ".join(filter(None, (weekday, dated)))
    if on:
        return f"am {'nächsten ' if next_ else ''}{name}"
    if weekday:
        return f"{'nächster ' if next_ else ''}{name}"
    return f"der {name}"


def _french(weekday: str, dated: str, next_: bool, on: bool) -> str:
    del on
    name = " ".join(filter(None, (weekday, "prochain" if next_ else "", dated)))
    return f"le {name}" if dated else name


def _spanish(weekday: str, dated: str, next_: bool, on: bool) -> str:
    del on
    name = " ".join(filter(None, ("próximo" if next_ else "", weekday, dated)))
    return f"el {name}"


_ON = {"en": _english, "de": _german, "fr": _french, "es": _spanish}


def _part(day: Day, language: str) -> str:
    if not day.part:
        return ""
    return CALENDARS[language].part_names[_PARTS.index(day.part)]


def _clock(day: Day, language: str) -> str:
    if day.hour is None:
        return ""
    hour, minute = day.hour, f"{day.minute:02d}"
    match language:
        case "en":
            minutes = f":{minute}" if day.minute else ""
            return f"at {hour % 12 or 12}{minutes} {'pm' if hour >= 12 else 'am'}"
        case "de":
            return f"um {hour}{':' + minute if day.minute else ''} Uhr"
        case "fr":
            return f"à {hour} h{' ' + minute if day.minute else ''}"
        case _:
            return f"a la{'' if hour == 1 else 's'} {hour}:{minute}"
