"""Each calendar file is read by itself, and its text is text however it is folded and begun."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import run
from sys import executable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.calendar.calendar_file import answer_file, invitation_text, read_invitation
from desktop_app.model.address import Address
from desktop_app.model.invitation import Answer

NAMES = ("Customized Time Zone", "GMT", "Europe/Berlin", "W. Europe Standard Time", "Home; sweet")


def zone(name: str, hours: int) -> str:
    offset = f"{'-' if hours < 0 else '+'}{abs(hours):02d}00"
    return (
        f"BEGIN:VTIMEZONE\r\nTZID:{name}\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\n"
        f"TZOFFSETFROM:{offset}\r\nTZOFFSETTO:{offset}\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
    )


def event(lines: str, *, uid: str = "a@x.example") -> str:
    return (
        f"BEGIN:VEVENT\r\nUID:{uid}\r\nDTSTAMP:20261101T000000Z\r\nSUMMARY:Planning\r\n{lines}"
        "ORGANIZER;CN=Dana:mailto:dana@lee.example\r\nATTENDEE:mailto:me@home.example\r\n"
        "END:VEVENT\r\n"
    )


def calendar(inner: str) -> str:
    head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//T//EN\r\nMETHOD:REQUEST\r\n"
    return f"{head}{inner}END:VCALENDAR\r\n"


def at_ten(name: str, hours: int) -> bytes:
    quoted = f'"{name}"' if ";" in name else name
    times = f"DTSTART;TZID={quoted}:20261120T100000\r\nDTEND;TZID={quoted}:20261120T110000\r\n"
    return calendar(zone(name, hours) + event(times)).encode()


def starts(data: bytes) -> datetime:
    found = read_invitation(data)
    assert found is not None
    assert isinstance(found.start, datetime)
    return found.start.astimezone(UTC)


@given(
    files=st.lists(st.tuples(st.sampled_from(NAMES), st.integers(-11, 13)), min_size=2, max_size=5)
)
def test_no_file_changes_what_another_says(files: list[tuple[str, int]]) -> None:
    for name, hours in files:
        expected = datetime(2026, 11, 20, 10, tzinfo=UTC) - timedelta(hours=hours)
        assert starts(at_ten(name, hours)) == expected
        answer = answer_file(
            at_ten(name, hours), Address("", "me@home.example"), Answer.ACCEPTED, now=0
        )
        assert f"DTSTART:{expected:%Y%m%dT%H%M%SZ}".encode() in answer


def test_two_files_say_the_same_in_both_orders_and_in_another_process(tmp_path: Path) -> None:
    paths = [tmp_path / "one.ics", tmp_path / "two.ics"]
    paths[0].write_bytes(at_ten("Customized Time Zone", -8))
    paths[1].write_bytes(at_ten("Customized Time Zone", 1))
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from desktop_app.mail.calendar.calendar_file import read_invitation\n"
        "print(*(read_invitation(Path(p).read_bytes()).start.timestamp() for p in sys.argv[1:]))"
    )
    for order in itertools.permutations(paths):
        here = [starts(path.read_bytes()).timestamp() for path in order]
        there = run(
            [executable, "-c", code, *map(str, order)], capture_output=True, text=True, check=True
        )
        assert [float(word) for word in there.stdout.split()] == here


def test_a_zone_that_is_not_described_is_the_known_one_and_keeps_its_name() -> None:
    known = calendar(event("DTSTART;TZID=Europe/Berlin:20261120T100000\r\n")).encode()
    starts(at_ten("Europe/Berlin", -5))
    assert starts(known) == datetime(2026, 11, 20, 9, tzinfo=UTC)
    unknown = calendar(zone("Other", 1) + event("DTSTART;TZID=Nowhere:20261120T100000\r\n"))
    found = read_invitation(unknown.encode())
    assert found is not None
    assert found.unknown_zone == "Nowhere"


@given(
    title=st.text(
        st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=80
    ).filter(lambda t: t == " ".join(t.split()) and t.isprintable() and not set(t) & set("\\;,")),
    at=st.integers(1, 60),
    begin=st.sampled_from([b"", b"\xef\xbb\xbf", b"\r\n\r\n"]),
    end=st.sampled_from([b"\r\n", b"\n"]),
)
def test_a_line_is_folded_anywhere(title: str, at: int, begin: bytes, end: bytes) -> None:
    line = f"SUMMARY:{title}".encode()
    folded = (end + b" ").join(line[n : n + at] for n in range(0, len(line), at))
    text = calendar(event("DTSTART:20261120T090000Z\r\n")).encode().replace(b"\r\n", end)
    found = read_invitation(begin + text.replace(b"SUMMARY:Planning", folded))
    assert found is not None
    assert found.title == title


def test_utf_16_with_its_mark() -> None:
    text = calendar(event("DTSTART:20261120T090000Z\r\n"))
    found = read_invitation(text.encode("utf-16"))
    assert found is not None
    assert found.title == "Planning"


def test_the_series_comes_before_its_exceptions_and_the_first_of_two_calendars() -> None:
    day = "DTSTART:20261120T090000Z\r\nRECURRENCE-ID:20261119T090000Z\r\n"
    series = "DTSTART:20261101T090000Z\r\nRRULE:FREQ=DAILY\r\n"
    found = read_invitation(calendar(event(day) + event(series)).encode())
    assert found is not None
    assert (found.occurrence, found.events) == (False, 2)
    assert found.recurrence.startswith("Every day")
    two = calendar("") + calendar(event("DTSTART:20261120T090000Z\r\n"))
    assert starts(two.encode()) == datetime(2026, 11, 20, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("CN=Lee, Dana:mailto:dana@lee.example", Address("Lee, Dana", "dana@lee.example")),
        ('CN="Lee, Dana":MAILTO:dana@lee.example', Address("Lee, Dana", "dana@lee.example")),
        ("CN=Dana;EMAIL=dana@lee.example:urn:uuid:1", Address("Dana", "dana@lee.example")),
        (
            "CN=Dana;EMAIL=no@lee.example:mailto:dana@lee.example",
            Address("Dana", "dana@lee.example"),
        ),
        ("CN=Dana:invalid:nomail", Address("Dana", "")),
    ],
)
def test_who_is_meant(written: str, expected: Address) -> None:
    text = calendar(event("DTSTART:20261120T090000Z\r\n"))
    found = read_invitation(text.replace("CN=Dana:mailto:dana@lee.example", written).encode())
    assert found is not None
    assert found.organiser == expected


def test_midnight_to_midnight_marked_as_whole_days() -> None:
    times = (
        "DTSTART;TZID=Europe/Berlin:20261120T000000\r\nDTEND;TZID=Europe/Berlin:20261122T000000\r\n"
    )
    marked = read_invitation(
        calendar(event(f"{times}X-MICROSOFT-CDO-ALLDAYEVENT:TRUE\r\n")).encode()
    )
    plain = read_invitation(calendar(event(times)).encode())
    assert marked is not None
    assert plain is not None
    assert [str(marked.start), str(marked.end)] == ["2026-11-20", "2026-11-21"]
    assert isinstance(plain.start, datetime)


def test_the_words_of_an_invitation() -> None:
    lines = (
        "DTSTART:20261120T090000Z\r\nLOCATION:Room 2\r\nDESCRIPTION:Bring 4711\\nand\\, pens\r\n"
    )
    said = invitation_text(calendar(event(lines)).encode())
    assert said.startswith("Planning\nFriday, 20 November 2026")
    people = "Dana <dana@lee.example>, me@home.example"
    assert said.endswith(f"Room 2\n{people}\n\nBring 4711\nand, pens")
    assert invitation_text(b"BEGIN:VCALENDAR") == ""
