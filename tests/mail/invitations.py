"""Calendar files of tests."""

from __future__ import annotations


def calendar_file(
    *,
    method: str = "REQUEST",
    uid: str = "one@lee.example",
    title: str = "Budget\\, talk",
    start: str = ":20261124T130000Z",
    end: str = ":20261124T140000Z",
    organiser: str = "mailto:dana@lee.example",
    more: str = "",
    before: str = "",
) -> bytes:
    """One event; `start` and `end` with what stands before the value."""
    named = f"UID:{uid}\r\n" if uid else ""
    asks = f'ORGANIZER;CN="Dana Lee":{organiser}\r\n' if organiser else ""
    return (
        f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Lee//EN\r\nMETHOD:{method}\r\n{before}"
        f"BEGIN:VEVENT\r\n{named}DTSTAMP:20261101T090000Z\r\nDTSTART{start}\r\nDTEND{end}\r\n"
        f"SUMMARY:{title}\r\nLOCATION:Room 4\r\n{asks}{more}"
        "END:VEVENT\r\nEND:VCALENDAR\r\n"
    ).encode("utf-8", "surrogateescape")


def zone(name: str, rule: str) -> str:
    part = "DTSTART:16010101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0300\r\n"
    return (
        f"BEGIN:VTIMEZONE\r\nTZID:{name}\r\nBEGIN:STANDARD\r\n{part}{rule}END:STANDARD\r\n"
        f"BEGIN:DAYLIGHT\r\n{part}{rule}END:DAYLIGHT\r\nEND:VTIMEZONE\r\n"
    )
