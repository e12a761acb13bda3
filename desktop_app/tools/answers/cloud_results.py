"""Typed results about Drive and Calendar. Text of strangers stands in `untrusted_text`."""

from __future__ import annotations

from desktop_app.tools.calls.results import ListedResult, Result, counted


class FileRow(Result, frozen=True):
    number: int
    file_id: str
    name: str
    content_type: str
    modified: str
    owner: str
    link: str


class FileList(ListedResult, frozen=True):
    display: str
    query: str
    count: int
    page: int
    has_more: bool
    results: tuple[FileRow, ...]

    @property
    def outcome(self) -> str:
        return counted(self.count, more=self.has_more)


class FileText(ListedResult, frozen=True):
    display: str
    file: FileRow
    untrusted_text: str
    truncated: bool
    next_offset: int = 0
    hidden_text: tuple[str, ...] = ()

    @property
    def outcome(self) -> str:
        return self.file.name


class EventRow(Result, frozen=True):
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


class EventList(ListedResult, frozen=True):
    """`free` are lines of days with their free times, where all events were listed."""

    display: str
    count: int
    has_more: bool
    results: tuple[EventRow, ...]
    free: tuple[str, ...] = ()

    @property
    def outcome(self) -> str:
        return counted(self.count, more=self.has_more)
