"""Sample mailbox that ships with the program, with dates moved close to today.

Reads one mbox from the resources; knows no store.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from desktop_app.accounts.local.readers import RawItem, SourceFile, SourceFormat, read
from desktop_app.mail.wire.headers import date_seconds
from desktop_app.model.account import Identity
from desktop_app.model.address import Address
from desktop_app.model.clock import as_datetime

OWNER = Identity(
    Address("Alex Morgan", "alex@fernhill.example"),
    signature="Alex Morgan\nFernhill Joinery, Unit 4, Mill Lane, Westmere",
    default=True,
)

_DAY = 86_400
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_DATE_FIELD = re.compile(rb"^(Date: )(.*)$", re.MULTILINE)
_CLOCK = re.compile(r"\d\d:\d\d:\d\d .*$")
_SAID_ON = re.compile(rb"\bOn (\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) at ")
_EVENT_DAY = re.compile(rb"^(DT(?:START|END|STAMP):)(\d{4})(\d\d)(\d\d)", re.MULTILINE)


def sample_items(now: float, *, resources: Path) -> Iterator[RawItem]:
    """Messages of the sample, moved by whole days so that the newest is from the last 24 hours
    before `now` (seconds since the epoch). `resources` is the folder that ships. Raises nothing:
    a missing file gives one item with a `problem`."""
    path = resources / "sample" / "sample.mbox"
    size = path.stat().st_size if path.exists() else 0
    items = list(read(SourceFile(path, SourceFormat.MBOX, size)))
    newest = max((_sent(item.raw) for item in items), default=0)
    days = int((now - newest) // _DAY)
    return (_moved(item, days) for item in items)


def _sent(raw: bytes) -> int:
    match = _DATE_FIELD.search(raw)
    return (date_seconds(match[2].decode("ascii", "replace")) or 0) if match else 0


def _moved(item: RawItem, days: int) -> RawItem:
    """Item with its date, the dates in its quotes and the day of its event moved by `days`."""
    raw = _DATE_FIELD.sub(lambda m: m[1] + _date_field(m[2].decode("ascii"), days), item.raw, 1)
    raw = _SAID_ON.sub(lambda m: _said_on(m, days), raw)
    raw = _EVENT_DAY.sub(lambda m: _event_day(m, days), raw)
    return replace(item, raw=raw, fallback_date=item.fallback_date + days * _DAY)


def _date_field(value: str, days: int) -> bytes:
    moment = as_datetime((date_seconds(value) or 0) + days * _DAY)
    clock = _CLOCK.search(value)
    day = f"{_DAYS[moment.weekday()]}, {moment.day:02d} {_MONTHS[moment.month - 1]} {moment.year}"
    return f"{day} {clock[0] if clock else '12:00:00 +0000'}".encode("ascii")


def _said_on(match: re.Match[bytes], days: int) -> bytes:
    seconds = date_seconds(
        f"{match[1].decode()} {match[2].decode()} {match[3].decode()} 12:00 +0000"
    )
    if seconds is None:
        return match[0]
    moment = as_datetime(seconds) + timedelta(days=days)
    return f"On {moment.day} {_MONTHS[moment.month - 1]} {moment.year} at ".encode("ascii")


def _event_day(match: re.Match[bytes], days: int) -> bytes:
    day, month, year = match[4].decode(), _MONTHS[int(match[3]) - 1], match[2].decode()
    seconds = date_seconds(f"{day} {month} {year} 12:00 +0000") or 0
    moment = as_datetime(seconds + days * _DAY)
    return match[1] + f"{moment.year:04d}{moment.month:02d}{moment.day:02d}".encode("ascii")
