"""Values of operators: dates, ages, sizes, and label names as people type them.

Days are those of the local time zone. Pure but for that zone.
"""

from __future__ import annotations

import re
import time
from calendar import monthrange

from desktop_app.model.clock import seconds_here

_YMD = re.compile(r"(\d{4})(?:[/.-](\d{1,2})(?:[/.-](\d{1,2}))?)?$")
_MDY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})$")
_PACKED = re.compile(r"(\d{4})(\d{2})(\d{2})$")
_EPOCH = re.compile(r"\d{9,12}$")
_AGE = re.compile(r"(\d{1,6})([hdwmy])$", re.IGNORECASE)
_SIZE = re.compile(r"(\d{1,12}(?:\.\d{1,3})?)\s*([kmg]?)b?$", re.IGNORECASE)
_UNITS = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3}
_SECONDS = {"h": 3600, "d": 86400, "w": 7 * 86400}
_RELATIVE = {"today": 0, "yesterday": -1, "tomorrow": 1}


def date_of(value: str, now: float) -> int | None:
    """Seconds since the epoch at which the day begins, or None for an invalid date.

    Takes YYYY/MM/DD, YYYY-MM-DD, YYYY/MM, YYYY, MM/DD/YYYY, YYYYMMDD, epoch seconds of nine or more
    digits, today, yesterday, tomorrow.
    """
    if value.lower() in _RELATIVE:
        today = time.localtime(now)
        return _midnight(today.tm_year, today.tm_mon, today.tm_mday + _RELATIVE[value.lower()])
    if _EPOCH.match(value):
        return int(value)
    found = _YMD.match(value) or _PACKED.match(value)
    if found:
        year, month, day = (int(part or 1) for part in found.groups())
    elif found := _MDY.match(value):
        month, day, year = (int(part) for part in found.groups())
    else:
        return None
    if not (1 <= month <= 12 and 1 <= day <= 31 and 1900 <= year <= 9998):
        return None
    return _midnight(year, month, day) if day <= monthrange(year, month)[1] else None


def _midnight(year: int, month: int, day: int) -> int:
    return seconds_here(year, month, day)


def age_of(value: str, now: float) -> int | None:
    """The moment that long ago (`3d`, `2w`, `4m`, `1y`, `12h`), in seconds since the epoch."""
    found = _AGE.match(value)
    if not found:
        return None
    count, unit = int(found[1]), found[2].lower()
    if unit in _SECONDS:
        return int(now) - count * _SECONDS[unit]
    return _months_ago(now, count * (12 if unit == "y" else 1))


def _months_ago(now: float, months: int) -> int:
    then = time.localtime(now)
    year, month = divmod(then.tm_year * 12 + then.tm_mon - 1 - months, 12)
    if year < 1900:
        return 0
    day = min(then.tm_mday, monthrange(year, month + 1)[1])
    return seconds_here(year, month + 1, day, then.tm_hour, then.tm_min, then.tm_sec)


def size_of(value: str) -> int | None:
    """Bytes of `10M`, `500K`, `1.5G`, `2000000`; K is 1024. None for an invalid size."""
    found = _SIZE.match(value)
    return int(float(found[1]) * _UNITS[found[2].lower()]) if found else None


def label_key(name: str) -> str:
    """The common form of a label's spellings: case folded, and `-` for a space or a slash."""
    return re.sub(r"[\s/&()-]+", "-", name.strip().casefold()).strip("-")
