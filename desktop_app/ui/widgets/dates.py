"""Dates, spans, sizes and progress in words; dates in the local time zone."""

from __future__ import annotations

from datetime import datetime

from desktop_app.model.calendar_names import SHORT_MONTHS
from desktop_app.model.progress import Progress

_MONTHS = [name.title() for name in SHORT_MONTHS]
_DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
DAY = 86_400


def local(seconds: float) -> datetime:
    """Local time of `seconds` since the epoch, clamped to what the system can tell."""
    return datetime.fromtimestamp(min(max(seconds, DAY), 253402214400)).astimezone()


def short_date(seconds: float, now: float) -> str:
    """For a list: `14:02` today, `12 Nov` this year, `12 Nov 2019` before; empty for 0."""
    if seconds <= 0:
        return ""
    when, today = local(seconds), local(now)
    if when.date() == today.date():
        return f"{when:%H:%M}"
    day = f"{when.day} {_MONTHS[when.month - 1]}"
    return day if when.year == today.year else f"{day} {when.year}"


def long_date(seconds: float, now: float) -> str:
    """For a message: `14:02`, `Thu 12 Nov, 14:02`, `12 Nov 2019, 14:02`."""
    if seconds <= 0:
        return "no date"
    when, today = local(seconds), local(now)
    if when.date() == today.date():
        return f"{when:%H:%M}"
    day = f"{when.day} {_MONTHS[when.month - 1]}"
    if when.year == today.year:
        return f"{_DAYS[when.weekday()]} {day}, {when:%H:%M}"
    return f"{day} {when.year}, {when:%H:%M}"


def clock_time(when: datetime) -> str:
    """`14:02`, as the wall shows it there."""
    return f"{when:%H:%M}"


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
        return f"{octets} bytes"
    for unit, scale in (("kB", 1e3), ("MB", 1e6)):
        if octets < scale * 1000:
            number = octets / scale
            return (
                f"{number:.0f} {unit}" if number >= 10 or unit == "kB" else f"{number:.1f} {unit}"
            )
    return f"{octets / 1e9:.1f} GB"


def progress_sentence(progress: Progress) -> str:
    """`MailImport: 1,200 of 48,000, 4 min left`."""
    parts = [f"{progress.phase or 'Importing'}: {progress.done:,}"]
    if progress.total:
        parts[0] += f" of {progress.total:,}"
    if progress.eta_seconds >= 0:
        parts.append(f"{duration(progress.eta_seconds)} left")
    return ", ".join(parts)


def download_sentence(progress: Progress) -> str:
    """`1.2 of 2.6 GB, 4 min left`, or what is done before anything is downloaded."""
    if not progress.bytes_total:
        return progress.phase or "it begins"
    sizes = f"{progress.bytes_done / 1e9:.1f} of {progress.bytes_total / 1e9:.1f} GB"
    left = progress.bytes_total > progress.bytes_done and progress.eta_seconds >= 0
    return f"{sizes}, {duration(progress.eta_seconds)} left" if left else sizes
