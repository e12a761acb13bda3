"""Text of a calendar file, and its calendars, each file read by itself.

The library keeps the zones that files bring by name, for as long as the process runs, and takes
what a name means elsewhere before what the file says of it. So every zone of a file gets a name
that no other file has, and is forgotten when the file was read.
"""

from __future__ import annotations

import re
import threading
from itertools import count
from typing import TYPE_CHECKING

from desktop_app.mail.wire.charsets import decode

if TYPE_CHECKING:
    from icalendar import Calendar

_FOLD = re.compile(rb"\r?\n[ \t]")
_TZID = re.compile(r';TZID=(?:"([^"\n]*)"|([^";:,\n]*))(?=[;:])', re.IGNORECASE)
_NAMED = re.compile(r"TZID(?:;[^:\n]*)?:(.*)", re.IGNORECASE)
_TIMED = re.compile(r"(?:DTSTART|DTEND|DUE|RECURRENCE-ID|EXDATE|RDATE);", re.IGNORECASE)
_PREFIX = "own-"
_reading = threading.Lock()
_numbers = count()


def calendar_text(data: bytes) -> str:
    """`data` as lines that end with `\\n`. Folds are taken out first: some stand inside a character
    (RFC 5545 section 3.1)."""
    folded = data[:2] not in (b"\xff\xfe", b"\xfe\xff")
    text = decode(_FOLD.sub(b"", data) if folded else data)
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").lstrip("\ufeff")
    return (text if folded else text.replace("\n ", "").replace("\n\t", "")).strip() + "\n"


def calendars(text: str) -> list[Calendar]:
    """Every calendar of a stream (RFC 5545 section 3.4). Raises `ValueError` and what else the
    library raises."""
    from icalendar import Calendar as Reader
    from icalendar.timezone import tzp

    text = _with_own_zones(text)
    with _reading:
        try:
            return list(Reader.from_ical(text, multiple=True))
        finally:
            tzp.use_default()  # with nothing of this file


def zone_name(name: str) -> str:
    """The name of a zone as its file has it."""
    return name.split("-", 2)[2] if name.startswith(_PREFIX) and name.count("-") > 1 else name


def _with_own_zones(text: str) -> str:
    lines = text.split("\n")
    prefix, own, inside = f"{_PREFIX}{next(_numbers)}-", set[str](), False
    for number, line in enumerate(lines):
        mark = line.strip().upper()
        if mark in {"BEGIN:VTIMEZONE", "END:VTIMEZONE"}:
            inside = mark.startswith("BEGIN")
        elif inside and (named := _NAMED.fullmatch(line.strip())):
            own.add(named[1].strip())
            lines[number] = f"TZID:{prefix}{named[1].strip()}"
    if not own:
        return text

    def renamed(match: re.Match[str]) -> str:
        name = match[1] if match[1] is not None else match[2]
        return f';TZID="{prefix}{name}"' if name in own else match[0]

    for number, line in enumerate(lines):
        if _TIMED.match(line):
            lines[number] = _TZID.sub(renamed, line, count=1)
    return "\n".join(lines)
