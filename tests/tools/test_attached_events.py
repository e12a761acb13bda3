"""The review says what a calendar file of a draft is about: its name tells nothing."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from desktop_app.model.draft import Check, CheckLevel, Origin
from desktop_app.tools.person import draft_review
from tests.fakes.house import TestHouse

START = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
EVENT = "BEGIN:VEVENT\r\nUID:1@x.example\r\nDTSTAMP:20261101T000000Z\r\n"
END = "END:VEVENT\r\n"


def found(house: TestHouse, origin: Origin, **given: Any) -> list[Check]:
    """What the person's review says of the calendar files of a draft."""
    program = house.runner(origin, "Claude" if origin is Origin.MCP else "")
    _, saved = program.call_by_name("create_draft", {"to": "dana@lee.example", **given})
    params = draft_review.ReviewDraft(draft_id=saved.unwrap().draft_id)
    review = house.runner().call(draft_review.REVIEW_DRAFT, params).unwrap()
    return [check for check in review.checks if check.code == "attached_event"]


def notes(house: TestHouse, **given: Any) -> list[str]:
    return [check.text for check in found(house, Origin.MCP, **given)]


def file(*events: str, method: str = "", name: str = "plan.ics") -> dict[str, str]:
    said = f"METHOD:{method}\r\n" if method else ""
    blocks = "".join(f"{EVENT}{event}{END}" for event in events)
    content = base64.b64encode(f"{START}{said}{blocks}END:VCALENDAR\r\n".encode()).decode()
    return {"filename": name, "content": content, "mime_type": "text/calendar"}


def test_an_event_that_a_program_proposes_is_told(house: TestHouse) -> None:
    event = {"title": "Visit", "start": "2026-12-24", "end": "2026-12-26", "place": "Unit 4"}
    [note] = notes(house, subject="Lunch", body="See you.", event=event)
    day, last = "Thursday, 24 December 2026", "Saturday, 26 December 2026"
    assert note == f"invitation.ics invites to “Visit”: {day} to {last}, at Unit 4."


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("REQUEST", "invites to"),
        ("CANCEL", "cancels"),
        ("REPLY", "answers"),
        ("COUNTER", "proposes another time for"),
        ("", "is for"),
    ],
)
def test_what_the_file_does_is_told(house: TestHouse, method: str, words: str) -> None:
    event = "SUMMARY:Roof\r\nDTSTART;VALUE=DATE:20261224\r\n"
    [note] = notes(house, files=[file(event, method=method)])
    assert note == f"plan.ics {words} “Roof”: Thursday, 24 December 2026, all day."


@pytest.mark.parametrize(
    ("method", "level"),
    [
        ("REQUEST", CheckLevel.CONFIRM),
        ("CANCEL", CheckLevel.CONFIRM),
        ("COUNTER", CheckLevel.CONFIRM),
        ("REPLY", CheckLevel.NOTE),
        ("", CheckLevel.NOTE),
    ],
)
def test_what_goes_into_other_calendars_by_a_program_is_confirmed(
    house: TestHouse, method: str, level: CheckLevel
) -> None:
    event = "SUMMARY:Roof\r\nDTSTART;VALUE=DATE:20261224\r\n"
    given = {"files": [file(event, method=method)]}
    assert [check.level for check in found(house, Origin.MCP, **given)] == [level]
    assert [check.level for check in found(house, Origin.USER, **given)] == [CheckLevel.NOTE]


def test_several_events_are_counted_and_a_series_is_said(house: TestHouse) -> None:
    event = "SUMMARY:A\r\nDTSTART;VALUE=DATE:20261224\r\nRRULE:FREQ=WEEKLY\r\n"
    [note] = notes(house, files=[file(event, event.replace("A", "B"))])
    assert "every week" in note.lower()
    assert note.endswith("It has 2 events.")


def test_words_in_it_are_shown_on_one_line_without_what_is_invisible(house: TestHouse) -> None:
    event = "SUMMARY:Pay\u202e\\nnow\u200b\r\nDTSTART;VALUE=DATE:20261224\r\n"
    [note] = notes(house, files=[file(event)])
    assert "“Pay now”" in note


def test_a_file_without_an_event_is_told_too(house: TestHouse) -> None:
    broken = {"filename": "plan.ics", "content": "aGVsbG8=", "mime_type": "text/calendar"}
    assert notes(house, files=[broken]) == ["plan.ics has no event that can be read here."]


def test_other_files_have_no_note(house: TestHouse) -> None:
    assert notes(house, files=[{"filename": "a.txt", "content": "aGVsbG8="}]) == []
