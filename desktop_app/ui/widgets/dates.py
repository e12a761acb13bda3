"""Dates, spans, sizes, numbers and progress in words, as the system writes them; dates in the local
time zone. The only home of `QLocale`: others are handed `forms()`."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from functools import lru_cache

from PySide6.QtCore import QLocale

from desktop_app.model.local_forms import PLAIN, LocalForms, clock_form, day_forms
from desktop_app.model.progress import Progress

DAY = 86_400
_LONG, _SHORT = QLocale.FormatType.LongFormat, QLocale.FormatType.ShortFormat


def forms() -> LocalForms:
    """How this system writes dates, times and numbers (LC_ALL, LC_TIME, LC_NUMERIC where those
    are); `PLAIN` where it says nothing."""
    return forms_of(QLocale())


@lru_cache(maxsize=8)
def forms_of(locale: QLocale) -> LocalForms:
    """The forms of a locale. `PLAIN` for that of no language ("C")."""
    if locale.language() == QLocale.Language.C:
        return PLAIN
    days = day_forms(locale.dateFormat(_LONG))
    group, size, least = _grouping(locale)
    zero = ord(locale.zeroDigit()[:1] or "0")
    weekdays = range(1, 8)
    return LocalForms(
        months=tuple(locale.monthName(n, _LONG) for n in range(1, 13)),
        short_months=tuple(locale.monthName(n, _SHORT) for n in range(1, 13)),
        weekdays=tuple(locale.dayName(n, _LONG) for n in weekdays),
        short_weekdays=tuple(locale.dayName(n, _SHORT) for n in weekdays),
        **(asdict(days) if days is not None else {}),
        clock=clock_form(locale.timeFormat(_SHORT)) or PLAIN.clock,
        halves=(locale.amText(), locale.pmText()),
        first_weekday=locale.firstDayOfWeek().value - 1,
        decimal=locale.decimalPoint(),
        group=group,
        group_size=size,
        least_grouped=least,
        digits="".join(chr(zero + n) for n in range(10)),
    )


def _grouping(locale: QLocale) -> tuple[str, int, int]:
    """The sign for thousands, how many digits stand between two of them, and the least number that
    has one; no sign where the system writes none."""
    group, written = locale.groupSeparator(), locale.toString(123_456_789)
    if not group or group not in written:
        return "", 3, 1000
    size = len(written.split(group)[-2])
    return group, size, 1000 if group in locale.toString(1234) else 10_000


def local(seconds: float) -> datetime:
    """Local time of `seconds` since the epoch, clamped to what the system can tell."""
    return datetime.fromtimestamp(min(max(seconds, DAY), 253402214400)).astimezone()


def short_date(seconds: float, now: float) -> str:
    """For a list: `14:02` today, `12 Nov` this year, `12 Nov 2019` before; empty for 0."""
    if seconds <= 0:
        return ""
    when, today, here = local(seconds), local(now), forms()
    if when.date() == today.date():
        return here.time(when)
    return here.short_day(when) if when.year == today.year else here.short_day_of_year(when)


def iso_day(day: str) -> str:
    """A day written YYYY-MM-DD, as the system writes it; as it is where it is none."""
    try:
        return forms().short_day_of_year(datetime.fromisoformat(day))
    except ValueError:
        return day


def long_date(seconds: float, now: float) -> str:
    """For a message: `14:02`, `Thu 12 Nov, 14:02`, `12 Nov 2019, 14:02`."""
    if seconds <= 0:
        return "no date"
    when, today, here = local(seconds), local(now), forms()
    if when.date() == today.date():
        return here.time(when)
    same_year = when.year == today.year
    day = here.short_weekday(when) if same_year else here.short_day_of_year(when)
    return f"{day}, {here.time(when)}"


def number(count: int) -> str:
    """`1,200`."""
    return forms().number(count)


def decimal_number(amount: float, places: int = 1) -> str:
    """`3.4`."""
    return forms().decimal_number(amount, places)


def clock_time(when: datetime) -> str:
    """`14:02`, as the wall shows it there."""
    return forms().time(when)


def next_midnight(now: float) -> float:
    """Seconds until every `today` in a list is wrong."""
    today = local(now)
    return DAY - (today.hour * 3600 + today.minute * 60 + today.second)


def duration(seconds: float) -> str:
    """How long still: `under a minute`, `4 min`, `1 h 20 min`."""
    if seconds < 60:
        return "under a minute"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def file_size(octets: int) -> str:
    """`812 bytes`, `12 kB`, `3.4 MB`, `1.2 GB` (powers of 1000, as file managers count)."""
    if octets < 1000:
        return f"{number(octets)} bytes"
    for unit, scale in (("kB", 1e3), ("MB", 1e6)):
        if octets < scale * 1000:
            amount = octets / scale
            places = 0 if amount >= 10 or unit == "kB" else 1
            return f"{decimal_number(amount, places)} {unit}"
    return f"{decimal_number(octets / 1e9)} GB"


def progress_sentence(progress: Progress) -> str:
    """`MailImport: 1,200 of 48,000, 4 min left`."""
    parts = [f"{progress.phase or 'Importing'}: {number(progress.done)}"]
    if progress.total:
        parts[0] += f" of {number(progress.total)}"
    if progress.eta_seconds >= 0:
        parts.append(f"{duration(progress.eta_seconds)} left")
    return ", ".join(parts)


def download_sentence(progress: Progress) -> str:
    """`1.2 of 2.6 GB, 4 min left`, or what is done before anything is downloaded."""
    if not progress.bytes_total:
        return progress.phase or "it begins"
    done, whole = (decimal_number(n / 1e9) for n in (progress.bytes_done, progress.bytes_total))
    sizes = f"{done} of {whole} GB"
    left = progress.bytes_total > progress.bytes_done and progress.eta_seconds >= 0
    return f"{sizes}, {duration(progress.eta_seconds)} left" if left else sizes
