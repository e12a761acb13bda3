"""Invitations as they come: read, in words, answered; hostile ones are normal input."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.calendar.calendar_file import (
    MOST_PEOPLE,
    NewEvent,
    answer_file,
    invitation_file,
    own_method,
    read_invitation,
)
from desktop_app.model.address import Address
from desktop_app.model.invitation import Answer, Invitation, Method
from tests.mail.invitations import calendar_file, zone

ME = Address("Alex Morgan", "alex@fernhill.example")
DANA = Address("Dana", "dana@lee.example")


def read(**more: str) -> Invitation:
    found = read_invitation(calendar_file(**more))
    assert found is not None
    return found


def test_an_invitation_is_read_with_its_zone() -> None:
    found = read(start=";TZID=W. Europe Standard Time:20261124T140000", end=":20261124T140000Z")
    assert found.method is Method.REQUEST
    assert found.title == "Budget, talk"
    assert found.organiser == Address("Dana Lee", "dana@lee.example")
    assert found.span == (
        datetime(2026, 11, 24, 13, tzinfo=UTC),
        datetime(2026, 11, 24, 14, tzinfo=UTC),
    )
    assert found.can_be_answered


def test_whole_days_end_on_their_last_day() -> None:
    found = read(start=";VALUE=DATE:20261124", end=";VALUE=DATE:20261126")
    assert (found.start, found.end) == (date(2026, 11, 24), date(2026, 11, 25))


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10", "Every week on Monday and Wednesday, 10 times."),
        ("FREQ=MONTHLY;BYDAY=2FR", "Every month on the second Friday, without an end."),
        ("FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=15", "Every 2 months on day 15, without an end."),
        ("FREQ=DAILY;UNTIL=20261203T000000Z", "Every day, until 3 December 2026."),
        ("FREQ=SECONDLY", "Every second, without an end."),
        ("FREQ=YEARLY;BYSETPOS=1;BYMONTH=3", "Every year, without an end, with more conditions."),
    ],
)
def test_a_recurrence_is_said_in_words_and_never_expanded(rule: str, words: str) -> None:
    assert read(more=f"RRULE:{rule}\r\n").recurrence == words


@pytest.mark.parametrize(
    ("more", "answerable"),
    [
        ({"uid": ""}, False),
        ({"organiser": ""}, False),
        ({"start": ":20261301T990000"}, False),
        ({"start": ";TZID=Nowhere/Else:20261124T140000"}, True),
        ({"end": ":00010101T000000Z"}, True),
        ({"more": "RRULE:FREQ=NEVER\r\nSEQUENCE:9e9\r\nATTENDEE:\r\n"}, True),
        ({"method": "CANCEL"}, False),
        ({"method": "SURPRISE"}, False),
        ({"more": "STATUS:CANCELLED\r\n"}, False),
    ],
)
def test_what_is_missing_or_wrong_is_left_out(more: dict[str, str], answerable: bool) -> None:
    assert read(**more).can_be_answered is answerable


def test_an_unknown_zone_is_named() -> None:
    assert read(start=";TZID=Nowhere/Else:20261124T140000").unknown_zone == "Nowhere/Else"


def test_crafted_files_take_no_long_time() -> None:
    people = "".join(f"ATTENDEE;CN=P{n}:mailto:p{n}@x.example\r\n" for n in range(20_000))
    busy = zone("Odd", "RRULE:FREQ=SECONDLY\r\n") * 2
    crafted = (
        calendar_file(more=people),
        calendar_file(start=";TZID=Odd:20261124T140000", before=busy),
        b"BEGIN:VCALENDAR\r\n" * 20_000,
        b"BEGIN:VTIMEZONE\r\n" * 20_000,
        calendar_file(more="X" * 1_500_000 + ":1\r\n"),
        b"\xff" * 100_000,
    )
    for data in crafted:
        begun = time.monotonic()
        found = read_invitation(data)
        assert time.monotonic() - begun < 1
        assert found is None or len(found.people) <= MOST_PEOPLE


@given(st.binary(max_size=300))
def test_no_file_breaks_the_reader(data: bytes) -> None:
    read_invitation(data)
    read_invitation(calendar_file(more=data.decode("latin-1")))


def test_an_answer_names_the_event_and_the_attendee_alone() -> None:
    asked = calendar_file(
        start=";TZID=Europe/Berlin:20261124T140000",
        more="SEQUENCE:3\r\nATTENDEE:mailto:eve@x.example\r\nRECURRENCE-ID:20261124T130000Z\r\n",
    )
    answer = answer_file(asked, ME, Answer.TENTATIVE, now=1_790_000_000)
    found = read_invitation(answer)
    assert found is not None
    assert own_method(answer) == "REPLY"
    assert own_method(asked) == ""
    assert (found.method, found.uid, found.sequence) == (Method.REPLY, "one@lee.example", 3)
    assert found.occurrence
    assert [(p.address.email, p.response) for p in found.people] == [(ME.email, "TENTATIVE")]
    assert b"DTSTART:20261124T130000Z" in answer


def test_what_is_no_question_has_no_answer() -> None:
    with pytest.raises(ValueError, match="nothing"):
        answer_file(calendar_file(method="CANCEL"), ME, Answer.ACCEPTED, now=0)


def test_an_answer_can_carry_no_line_of_the_sender() -> None:
    asked = calendar_file(uid="one\\nMETHOD:REQUEST", title="A\\nATTENDEE:mailto:eve@x.example")
    answer = answer_file(asked, ME, Answer.ACCEPTED, now=0)
    assert answer.count(b"\r\nMETHOD:") == 1
    assert answer.count(b"\r\nATTENDEE") == 1


def test_an_organiser_that_is_no_address_is_not_answered() -> None:
    assert not read(organiser="mailto:a@b.example\\nX:1").can_be_answered


def test_an_invitation_carries_no_line_of_a_program() -> None:
    start = datetime(2026, 12, 1, 9, tzinfo=UTC)
    forged = "Visit\r\nATTENDEE:mailto:x@evil.example"
    me = Address('Alex "A"\r\nX:1', "alex@fernhill.example")
    made = NewEvent("u@x", forged, start, start + timedelta(hours=1), me, forged, (DANA,))
    data = invitation_file(made, now=1.0)
    found = read_invitation(data)
    assert found is not None
    assert [p.address.email for p in found.people] == ["alex@fernhill.example", DANA.email]
    assert b"\r\nX:1" not in data
    assert b"\r\nATTENDEE:mailto:x@evil" not in data
    assert own_method(data) == "REQUEST"
    assert own_method(data.replace(b"Draftdesk", b"Other")) == ""
    assert own_method(data.replace(b"METHOD:REQUEST", b"METHOD:PUBLISH")) == ""
