"""Files and calendars: pages by number, capped text, times of this computer's zone."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.calendar_event import Attendee, CalendarEvent
from desktop_app.model.cloud_file import CloudFile, CloudFileBytes, CloudFilePage
from desktop_app.model.draft import Origin, SourceKind
from desktop_app.model.errors import BadInput, KnownError, NotFound
from desktop_app.tools.calls.base import Decision
from desktop_app.tools.catalogue import listed
from desktop_app.tools.person import draft_review
from desktop_app.tools.verbs import (
    create_draft,
    read_drive_file,
    search_calendar_events,
    search_drive_files,
)
from tests.fakes.house import NOW, TestHouse

DAY = 86_400


@dataclass
class Cloud:
    """A drive of 45 files and a calendar; remembers what it was asked."""

    data: bytes = b"The lease runs for three years."
    kind: str = "text/plain"
    found: tuple[CalendarEvent, ...] = ()
    asked: list[tuple[str, str]] = field(default_factory=list)
    span: tuple[float, float] = (0, 0)

    def find_files(
        self, account_id: str, query: str, *, size: int, token: str, cancelled: object
    ) -> CloudFilePage:
        self.asked.append((account_id, token))
        first = int(token or 0)
        files = tuple(
            CloudFile(f"f{n}", f"File {n}", "text/plain", int(NOW), 10, f"https://d.example/{n}")
            for n in range(first, min(45, first + size))
        )
        return CloudFilePage(files, str(first + size) if first + size < 45 else "")

    def read_file(
        self, account_id: str, file_id: str, *, as_document: bool = False, cancelled: object
    ) -> CloudFileBytes:
        file = CloudFile(file_id, "Lease", self.kind, link="https://d.example/lease")
        return CloudFileBytes(file, self.kind, self.data)

    def events(
        self,
        account_id: str,
        query: str,
        *,
        start: float,
        end: float,
        limit: int,
        cancelled: object,
    ) -> tuple[CalendarEvent, ...]:
        self.span = (start, end)
        return self.found[:limit]


def google(house: TestHouse, id_: str = "g1", email: str = "alex@mail.example") -> Cloud:
    identity = Identity(Address("Alex", email), default=True)
    house.store.accounts.add(Account(id_, "google", email, (identity,)))
    cloud = Cloud()
    house.cloud = cloud
    return cloud


def test_pages_by_number_walk_the_services_cursors_once(house: TestHouse) -> None:
    cloud = google(house)
    runner = house.runner()
    third = runner.call(
        search_drive_files.TOOL, search_drive_files.SearchDriveFiles(query="lease", page=3)
    ).unwrap()
    assert [row.number for row in third.results] == [41, 42, 43, 44, 45]
    assert not third.has_more
    assert cloud.asked == [("g1", ""), ("g1", "20"), ("g1", "40")]
    second = runner.call(
        search_drive_files.TOOL, search_drive_files.SearchDriveFiles(query="lease", page=2)
    ).unwrap()
    assert second.has_more
    assert cloud.asked[3:] == [("g1", "20")]


def test_a_page_behind_the_last_says_which_is_the_last(house: TestHouse) -> None:
    google(house)
    with pytest.raises(BadInput, match="no page 9") as caught:
        house.runner().call(
            search_drive_files.TOOL, search_drive_files.SearchDriveFiles(query="x", page=9)
        )
    assert caught.value.next_step == "The last is 3."


def test_a_file_is_read_in_pieces_and_becomes_a_source(house: TestHouse) -> None:
    cloud = google(house)
    cloud.data = b"x" * 500
    runner = house.runner()
    first = runner.call(
        read_drive_file.TOOL, read_drive_file.ReadDriveFile(file_id="f1", max_chars=200)
    ).unwrap()
    assert (first.truncated, first.next_offset, len(first.untrusted_text)) == (True, 200, 200)
    assert "offset=200 reads on" in first.display
    last = runner.call(
        read_drive_file.TOOL,
        read_drive_file.ReadDriveFile(file_id="f1", offset=400, max_chars=200),
    ).unwrap()
    assert (last.truncated, len(last.untrusted_text)) == (False, 100)
    (source,) = runner.conversation.sources
    assert (source.kind, source.ref) == (SourceKind.FILE, "https://d.example/lease")


def test_a_file_without_text_is_a_clear_error(house: TestHouse) -> None:
    google(house).kind = "image/png"
    with pytest.raises(BadInput, match="no text to read"):
        house.runner().call(read_drive_file.TOOL, read_drive_file.ReadDriveFile(file_id="f1"))


def test_the_days_of_a_calendar_are_whole_days_here(house: TestHouse) -> None:
    cloud = google(house)
    cloud.found = (
        CalendarEvent("1", "Open day", "2026-09-21", "2026-09-22", all_day=True),
        CalendarEvent(
            "2",
            "Lease",
            "2026-09-21T10:00:00+09:00",
            "2026-09-21T11:00:00+09:00",
            meeting_link="https://meet.example/abc",
            attendees=(Attendee("Dana", "dana@lee.example", "accepted"),),
            description="Bring the draft.",
        ),
    )
    runner = house.runner()
    found = runner.call(
        search_calendar_events.TOOL,
        search_calendar_events.SearchCalendarEvents(days_back=1, days_ahead=1),
    ).unwrap()
    start, end = cloud.span
    assert abs((end - start) - 3 * DAY) <= 3600  # an hour, where the clocks change
    assert start <= NOW - DAY
    assert end >= NOW + DAY
    whole, timed = found.results
    assert (whole.start, whole.end, whole.all_day) == ("2026-09-21", "2026-09-22", True)
    assert "2026-09-21T01:00:00" in timed.start or "+" in timed.start
    assert timed.attendees == ("Dana <dana@lee.example> (accepted)",)
    assert timed.untrusted_text == "Bring the draft."
    assert "https://meet.example/abc" in found.display
    kinds = [s.kind for s in runner.conversation.sources]
    assert kinds == [SourceKind.EVENT, SourceKind.CALENDAR]


def test_more_events_than_asked_for_are_said(house: TestHouse) -> None:
    cloud = google(house)
    cloud.found = tuple(
        CalendarEvent(str(n), f"Event {n}", "2026-09-21", "2026-09-21", all_day=True)
        for n in range(5)
    )
    found = (
        house.runner()
        .call(
            search_calendar_events.TOOL, search_calendar_events.SearchCalendarEvents(max_results=3)
        )
        .unwrap()
    )
    assert (found.count, found.has_more) == (3, True)


def test_without_a_google_account_the_next_step_is_said(house: TestHouse) -> None:
    with pytest.raises(NotFound, match="no Google account") as caught:
        house.runner().call(search_drive_files.TOOL, search_drive_files.SearchDriveFiles(query="x"))
    assert "Add account" in caught.value.next_step


def test_with_two_accounts_one_has_to_be_named(house: TestHouse) -> None:
    google(house)
    cloud = google(house, "g2", "alex@other.example")
    tool, params = search_drive_files.TOOL, search_drive_files.SearchDriveFiles
    with pytest.raises(KnownError, match="Which account"):
        house.runner().call(tool, params(query="x"))
    house.runner().call(tool, params(query="x", account="alex@other.example"))
    assert cloud.asked == [("g2", "")]


@pytest.mark.parametrize("origin", [Origin.ASSISTANT, Origin.MCP])
def test_files_and_calendar_are_off_until_switched_on(house: TestHouse, origin: Origin) -> None:
    google(house)
    runner = house.runner(origin, "x")
    names = {t.name for t in listed(origin, frozenset(runner.groups_off()))}
    assert not names & {"search_drive_files", "read_drive_file", "search_calendar_events"}
    tool, params = search_drive_files.TOOL, search_drive_files.SearchDriveFiles(query="x")
    assert runner.call(tool, params).decision is Decision.DENY
    key = "tools.assistant_off" if origin is Origin.ASSISTANT else "tools.mcp_off"
    house.settings.change(key, "")
    assert runner.call(tool, params).decision is Decision.ALLOW


def test_a_file_goes_along_with_a_draft_as_a_document(house: TestHouse) -> None:
    cloud = google(house)
    cloud.kind, cloud.data = "application/pdf", b"%PDF-1.7"
    runner = house.runner()
    saved = runner.call(
        create_draft.TOOL, create_draft.CreateDraft(to=("dana@lee.example",), body="Here it is.")
    ).unwrap()
    runner.call(
        draft_review.ATTACH_CLOUD_FILE,
        draft_review.AttachCloudFile(
            draft_id=saved.draft_id, base_revision=saved.revision, file_id="f1"
        ),
    )
    (file,) = house.store.drafts.get(saved.draft_id).content.attachments
    assert (file.filename, file.content_type) == ("Lease.pdf", "application/pdf")
    assert house.store.drafts.read_file(file.id) == b"%PDF-1.7"


def test_only_the_person_attaches_from_the_cloud(house: TestHouse) -> None:
    google(house)
    params = draft_review.AttachCloudFile(draft_id="x", base_revision=1, file_id="f")
    for origin in (Origin.ASSISTANT, Origin.MCP):
        result = house.runner(origin).call(draft_review.ATTACH_CLOUD_FILE, params)
        assert result.decision is Decision.DENY
