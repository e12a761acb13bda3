"""Drive and Calendar through the real client library and the proxy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from desktop_app.accounts.google.calendar import Calendar
from desktop_app.accounts.google.cloud_services import GoogleCloudServices
from desktop_app.accounts.google.drive import MOST_BYTES, Drive
from desktop_app.accounts.google.quota import Bucket
from desktop_app.accounts.google.session import GoogleSession
from desktop_app.model.errors import BadInput, KnownError
from desktop_app.settings import Settings
from tests.fakes.google.emulator import ME, installed
from tests.fakes.google.faults import Fault
from tests.fakes.google.proxy import Google, google
from tests.fakes.google.tokens import FixedTokens

SEED = {
    "drive_items": [
        {"id": "plan", "user_email": ME, "name": "Lease plan.txt", "mime_type": "text/plain",
         "data": "The lease runs for three years.", "parent_ids": ["root"]},
        {"id": "doc", "user_email": ME, "name": "Lease terms", "parent_ids": ["root"],
         "mime_type": "application/vnd.google-apps.document"},
        {"id": "folder", "user_email": ME, "name": "Lease", "parent_ids": ["root"],
         "mime_type": "application/vnd.google-apps.folder"},
    ],
    "calendars": [
        {"id": "primary", "user_email": ME, "summary": "Alex", "primary": True,
         "selected": True, "time_zone": "Europe/Berlin"},
    ],
    "calendar_events": [
        {"id": "day", "user_email": ME, "calendar_id": "primary", "summary": "Open day",
         "start_date": "2026-11-22", "end_date": "2026-11-24"},
        {"id": "call", "user_email": ME, "calendar_id": "primary", "summary": "Lease call",
         "start_date_time": "2026-11-23T10:00:00+01:00", "location": "Unit 4",
         "end_date_time": "2026-11-23T11:00:00+01:00",
         "attendees": [{"email": "dana@lee.example"}]},
    ],
}  # fmt: skip
START = datetime(2026, 11, 20, tzinfo=UTC).timestamp()
END = datetime(2026, 11, 30, tzinfo=UTC).timestamp()


@pytest.fixture(scope="module")
def running() -> Iterator[Google]:
    if not installed():
        pytest.skip("packaging/bootstrap.sh test has not put the emulator in place")
    with google(SEED) as served:
        yield served


@pytest.fixture
def cloud_session(running: Google, tmp_path: Path) -> Iterator[GoogleSession]:
    settings = Settings(tmp_path, running.environment)
    session = GoogleSession("g", FixedTokens(), settings, Bucket(1_000_000))
    yield session
    session.close()
    running.proxy.faults.clear()


def asked(running: Google) -> str:
    """The condition of the last search; the emulator itself finds every file."""
    target = running.proxy.calls("drive.files.list")[-1].target
    return parse_qs(urlsplit(target).query)["q"][0]


def test_files_are_found_and_read(running: Google, cloud_session: GoogleSession) -> None:
    found = Drive(cloud_session).search("lease plan", size=10)
    assert {f.name for f in found.files} == {"Lease plan.txt", "Lease terms", "Lease"}
    assert asked(running) == (
        "trashed = false and (name contains 'lease' or fullText contains 'lease')"
        " and (name contains 'plan' or fullText contains 'plan')"
    )
    got = Drive(cloud_session).read("plan")
    assert (got.content_type, got.data) == ("text/plain", b"The lease runs for three years.")


def test_a_folder_is_not_read(cloud_session: GoogleSession) -> None:
    with pytest.raises(BadInput, match="is a folder"):
        Drive(cloud_session).read("folder")


def test_quotes_in_a_query_stay_in_it(running: Google, cloud_session: GoogleSession) -> None:
    Drive(cloud_session).search("' or\ttrashed", size=5)
    assert asked(running).count("(name contains '\\'' or fullText contains '\\'')") == 1
    Drive(cloud_session).search("a\\", size=5)
    assert "name contains 'a\\\\'" in asked(running)


@pytest.mark.parametrize(
    "query",
    [
        "mimeType='application/pdf' and name contains 'lease'",
        "'root' in parents and trashed = false",
        "fullText contains 'lease' and modifiedTime > '2026-01-01T00:00:00'",
        "not name contains 'plan'",
        "name = 'don\\'t'",
        "properties has { key='a' and value='b' }",
    ],
)
def test_a_query_in_drives_language_goes_to_drive_as_it_is(
    running: Google, cloud_session: GoogleSession, query: str
) -> None:
    Drive(cloud_session).search(query, size=5)
    assert asked(running) == query


@pytest.mark.parametrize(
    "query", ["the name contains a typo", "trashed lease", "it's in owners hands", "a = b", "'x'"]
)
def test_words_are_no_query_of_drives(
    running: Google, cloud_session: GoogleSession, query: str
) -> None:
    Drive(cloud_session).search(query, size=5)
    assert asked(running).startswith("trashed = false and ")


class Recorded:
    """A session that answers from a table, by the last part of the address; for what the
    emulator has not got."""

    def __init__(self, real: GoogleSession, answers: dict[str, object]) -> None:
        self._real, self._answers = real, answers
        self.asked: list[str] = []

    def service(self, api: str, version: str) -> Any:
        return self._real.service(api, version)

    def call(self, request: Any, units: int, *, cancelled: object) -> object:
        self.asked.append(request.uri)
        path = request.uri.partition("?")[0]
        return self._answers[path.rpartition("/")[2]]


def test_googles_own_formats_are_exported_as_text(cloud_session: GoogleSession) -> None:
    kind = "application/vnd.google-apps.spreadsheet"
    file = {"id": "s", "name": "Costs", "mimeType": kind}
    session = Recorded(cloud_session, {"s": file, "export": b"a,b\n1,2\n"})
    got = Drive(session).read("s")  # type: ignore[arg-type]
    assert (got.content_type, got.data) == ("text/csv", b"a,b\n1,2\n")
    assert "mimeType=text%2Fcsv" in session.asked[1]


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ({"name": "x", "mimeType": "video/mp4", "size": str(MOST_BYTES + 1)}, "too large"),
        ({"name": "x", "mimeType": "application/vnd.google-apps.form"}, "no text to read"),
    ],
)
def test_what_can_not_be_read_offers_its_link(
    cloud_session: GoogleSession, file: dict[str, object], words: str
) -> None:
    there = {**file, "id": "f", "webViewLink": "https://drive.google.com/f"}
    with pytest.raises(BadInput, match=words) as caught:
        Drive(Recorded(cloud_session, {"f": there})).read("f")  # type: ignore[arg-type]
    assert "https://drive.google.com/f" in caught.value.next_step


def test_events_come_in_order_with_whole_days_and_places(cloud_session: GoogleSession) -> None:
    day, call = Calendar(cloud_session).events("", start=START, end=END, limit=10)
    assert (day.title, day.all_day, day.start, day.end) == (
        "Open day", True, "2026-11-22", "2026-11-23",
    )  # fmt: skip
    assert (call.title, call.location) == ("Lease call", "Unit 4")
    moment = datetime.fromisoformat(call.start)
    assert moment.astimezone(UTC) == datetime(2026, 11, 23, 9, tzinfo=UTC)
    assert [a.email for a in call.attendees] == ["dana@lee.example"]


def test_a_query_finds_the_event(cloud_session: GoogleSession) -> None:
    found = Calendar(cloud_session).events("lease", start=START, end=END, limit=10)
    assert [e.title for e in found] == ["Lease call"]


def test_meeting_links_are_those_of_the_video_call(cloud_session: GoogleSession) -> None:
    event = {
        "id": "e",
        "summary": "Call",
        "htmlLink": "javascript:alert(1)",
        "start": {"dateTime": "2026-11-23T10:00:00Z"},
        "end": {"dateTime": "2026-11-23T11:00:00Z"},
        "conferenceData": {
            "entryPoints": [
                {"entryPointType": "phone", "uri": "tel:+123"},
                {"entryPointType": "video", "uri": "https://meet.google.com/abc"},
            ]
        },
    }
    lists: dict[str, object] = {"calendarList": {"items": []}, "events": {"items": [event]}}
    session = Recorded(cloud_session, lists)
    (found,) = Calendar(session).events("", start=START, end=END, limit=5)  # type: ignore[arg-type]
    assert (found.meeting_link, found.link) == ("https://meet.google.com/abc", "")


def test_an_event_that_is_marked_as_free_is_not_busy(cloud_session: GoogleSession) -> None:
    day = {"start": {"date": "2026-11-23"}, "end": {"date": "2026-11-24"}}
    items = [{**day, "transparency": "transparent"}, {**day, "transparency": "opaque"}, day]
    lists: dict[str, object] = {"calendarList": {"items": []}, "events": {"items": items}}
    session = Recorded(cloud_session, lists)
    found = Calendar(session).events("", start=START, end=END, limit=5)  # type: ignore[arg-type]
    assert [event.busy for event in found] == [False, True, True]


@pytest.mark.parametrize(
    ("method", "ask"),
    [
        ("drive.files.list", lambda s: Drive(s).search("x", size=5)),
        ("calendar.events.list", lambda s: Calendar(s).events("", start=0, end=1, limit=5)),
    ],
)
def test_an_api_that_is_not_enabled_says_which_and_how(
    running: Google,
    cloud_session: GoogleSession,
    method: str,
    ask: Callable[[GoogleSession], object],
) -> None:
    running.proxy.fail(Fault(method, status=403, reason="accessNotConfigured", times=9))
    with pytest.raises(KnownError) as caught:
        ask(cloud_session)
    assert "gcloud services enable" in caught.value.next_step


def test_the_port_reaches_the_accounts_session(cloud_session: GoogleSession) -> None:
    from threading import Event

    cloud = GoogleCloudServices(lambda _: cloud_session)
    assert cloud.find_files("g", "plan", size=5, token="", cancelled=Event()).files
    assert cloud.read_file("g", "plan", cancelled=Event()).data
    assert cloud.events("g", "", start=START, end=END, limit=5, cancelled=Event())
