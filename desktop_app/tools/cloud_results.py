"""Typed results about files in the cloud and calendars. What strangers wrote is marked so."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FileRow:
    number: int
    file_id: str
    name: str
    content_type: str
    modified: str
    owner: str
    link: str


@dataclass(frozen=True, slots=True)
class FileList:
    display: str
    query: str
    count: int
    page: int
    has_more: bool
    results: tuple[FileRow, ...]


@dataclass(frozen=True, slots=True)
class FileText:
    display: str
    file: FileRow
    untrusted_text: str
    truncated: bool
    next_offset: int = 0


@dataclass(frozen=True, slots=True)
class EventRow:
    """Times are ISO 8601 with the offset of this computer's zone; all-day events have dates."""

    number: int
    event_id: str
    title: str
    start: str
    end: str
    all_day: bool
    zone: str
    location: str
    link: str
    meeting_link: str
    organiser: str
    attendees: tuple[str, ...]
    calendar: str
    untrusted_text: str


@dataclass(frozen=True, slots=True)
class EventList:
    display: str
    count: int
    has_more: bool
    results: tuple[EventRow, ...]
