"""Typed results about Drive and Calendar. Text of strangers stands in `untrusted_text`."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.tools.calls.results import ListedResult, counted


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
class FileList(ListedResult):
    display: str
    query: str
    count: int
    page: int
    has_more: bool
    results: tuple[FileRow, ...]

    @property
    def outcome(self) -> str:
        return counted(self.count, more=self.has_more)


@dataclass(frozen=True, slots=True)
class FileText(ListedResult):
    display: str
    file: FileRow
    untrusted_text: str
    truncated: bool
    next_offset: int = 0
    hidden_text: tuple[str, ...] = ()

    @property
    def outcome(self) -> str:
        return self.file.name


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
class EventList(ListedResult):
    """`free` are lines of days with their free times, where all events were listed."""

    display: str
    count: int
    has_more: bool
    results: tuple[EventRow, ...]
    free: tuple[str, ...] = ()

    @property
    def outcome(self) -> str:
        return counted(self.count, more=self.has_more)
