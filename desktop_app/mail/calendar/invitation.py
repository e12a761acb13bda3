"""Summary of an invitation (iCalendar, RFC 5545): the few lines a person needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

_LINE = re.compile(r"([A-Za-z-]{1,40})((?:;(?:[^\":;]++|\"[^\"]*+\")*+)*+):(.*)")
_NAME = re.compile(r";CN=(?:\"([^\"]*)\"|([^;:]*))", re.IGNORECASE)
_ZONE = re.compile(r";TZID=([^;:]*)", re.IGNORECASE)
_WHEN = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$")
_ESCAPE = re.compile(r"\\([\\;,nN])")
_MOST_EVENTS = 20
_LABELS = {
    "SUMMARY": "What",
    "DTSTART": "Starts",
    "DTEND": "Ends",
    "RRULE": "Repeats",
    "LOCATION": "Where",
    "ORGANIZER": "Organiser",
    "ATTENDEE": "With",
    "STATUS": "Status",
    "DESCRIPTION": "Notes",
}


def calendar_text(text: str) -> str:
    """The events of `text`, a block of `Label: value` lines each."""
    unfolded = re.sub(r"\r?\n[ \t]", "", text)
    return "\n\n".join(
        "\n".join(_event(block)) for block in islice(_blocks(unfolded), _MOST_EVENTS)
    )


def _blocks(text: str) -> Iterator[str]:
    position = 0
    while (begin := text.find("BEGIN:VEVENT", position)) >= 0:
        begin += len("BEGIN:VEVENT")
        end = text.find("END:VEVENT", begin)
        if end < 0:
            return
        yield text[begin:end]
        position = end + len("END:VEVENT")


def _event(block: str) -> Iterator[str]:
    found: dict[str, list[str]] = {name: [] for name in _LABELS}
    for line in block.splitlines():
        match = _LINE.match(line)
        if match is not None and match[1].upper() in found:
            found[match[1].upper()].append(_value(match[1].upper(), match[2], match[3]))
    for name, label in _LABELS.items():
        if found[name]:
            yield f"{label}: {', '.join(found[name][:50])}"


def _value(name: str, parameters: str, value: str) -> str:
    if name in {"DTSTART", "DTEND"}:
        return _when(value, _ZONE.search(parameters))
    if name in {"ORGANIZER", "ATTENDEE"}:
        address = re.sub(r"^mailto:", "", value, flags=re.IGNORECASE)
        named = _NAME.search(parameters)
        shown = (named[1] or named[2] or "") if named else ""
        return f"{shown} <{address}>" if shown and shown != address else address
    return _ESCAPE.sub(lambda m: "\n" if m[1] in "nN" else m[1], value).strip()


def _when(value: str, zone: re.Match[str] | None) -> str:
    match = _WHEN.match(value.strip())
    if match is None:
        return value.strip()
    day = f"{match[1]}-{match[2]}-{match[3]}"
    if match[4] is None:
        return day
    where = " UTC" if match[6] else f" ({zone[1]})" if zone else ""
    return f"{day} {match[4]}:{match[5]}{where}"
