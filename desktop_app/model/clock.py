"""Clock: a function handed in, so that nothing else asks the system for the time."""

from __future__ import annotations

import sys
import time
from calendar import timegm
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache

LAST = 253402300799
"""The last second of the year 9999."""

_DAY = 86_400
_FIRST = _DAY - 62_135_596_800
"""The second day of the year 1: whatever the zone, it has begun."""

Clock = Callable[[], float]
"""Returns the time in seconds since 1970-01-01 UTC, as `time.time` does."""


def since_boot() -> float:
    """Seconds that only grow, also while the computer sleeps, and that nobody sets."""
    counts_sleep = getattr(time, "CLOCK_BOOTTIME", None)
    if counts_sleep is None and sys.platform == "darwin":
        counts_sleep = time.CLOCK_MONOTONIC  # there it goes on in sleep, as Python's does not
    return time.monotonic() if counts_sleep is None else time.clock_gettime(counts_sleep)


def as_datetime(seconds: float) -> datetime:
    """The aware UTC datetime of `seconds` since the epoch, clamped to years 1970 to 9999."""
    return datetime.fromtimestamp(min(max(seconds, 0), LAST), tz=UTC)


def seconds_here(
    year: int, month: int, day: int, hour: int = 0, minute: int = 0, second: int = 0
) -> int:
    """Seconds since the epoch of a time on the wall of this computer. Before 1970 and far ahead,
    where the C library of Windows knows no time on the wall, the zone's standard time is taken."""
    try:
        return int(time.mktime((year, month, day, hour, minute, second, 0, 0, -1)))
    except (OverflowError, OSError):
        return timegm((year, month, day, hour, minute, second)) + time.timezone


def here(seconds: float) -> datetime:
    """The aware time on the wall of this computer, clamped to years 1 to 9999; where the C library
    knows none, in the zone's standard time, as with `seconds_here`."""
    seconds = min(max(seconds, _FIRST), LAST - _DAY)
    try:
        return datetime.fromtimestamp(seconds).astimezone()
    except (OverflowError, OSError, ValueError):
        standard = timezone(timedelta(seconds=-time.timezone))
        return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)).astimezone(standard)


def iso(seconds: float) -> str:
    """ISO 8601 with offset, whole seconds: `2026-11-21T08:15:00+00:00`."""
    whole = int(seconds) if 0 <= seconds <= LAST else (LAST if seconds > 0 else 0)
    day, rest = divmod(whole, _DAY)
    minute, second = divmod(rest, 60)
    return f"{_date(day)}T{_MINUTES[minute]}:{_TWO_DIGITS[second]}+00:00"


_TWO_DIGITS = tuple(f"{n:02}" for n in range(60))
_MINUTES = tuple(f"{n // 60:02}:{n % 60:02}" for n in range(24 * 60))


@lru_cache(maxsize=4096)  # a list asks for the same few days again and again
def _date(day: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(day * _DAY))
