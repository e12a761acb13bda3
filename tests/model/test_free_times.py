"""Free times are what is left of a person's hours, and can be read again from their words."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model.free_times import (
    Hours,
    Taken,
    free_times,
    in_words,
    read_words,
    why_no_day,
    why_not_free,
)

on = datetime.fromisoformat
MONDAY = date(2026, 11, 23)
NOON = on("2026-11-23 12:00")
DENTIST = Taken(on("2026-11-26 14:00"), on("2026-11-26 15:00"), "Dentist")
WEEK = free_times((DENTIST,), MONDAY, MONDAY + timedelta(days=6), Hours(), NOON)


def test_a_day_is_free_within_the_hours_and_beside_what_is_taken() -> None:
    assert in_words(WEEK).split("\n") == [
        "Calendar from 2026-11-23 to 2026-11-29.",
        "Free on Monday 2026-11-23: 12:00-17:00",
        "Free on Tuesday 2026-11-24: 09:00-17:00",
        "Free on Wednesday 2026-11-25: 09:00-17:00",
        "Free on Thursday 2026-11-26: 09:00-14:00, 15:00-17:00",
        "Free on Friday 2026-11-27: 09:00-17:00",
        "Taken on Thursday 2026-11-26: 14:00-15:00 Dentist",
    ]


@pytest.mark.parametrize(
    ("start", "minutes", "why"),
    [
        (on("2026-11-26 10:00"), 30, ""),
        (on("2026-11-26 14:00"), 30, "is taken: Dentist"),
        (on("2026-11-26 13:45"), 30, "is taken: Dentist"),
        (on("2026-11-26 13:30"), 30, ""),
        (on("2026-11-26 19:00"), 30, "is outside the hours in which you meet"),
        (on("2026-11-28 10:00"), 30, "is outside the hours in which you meet"),
        (on("2026-12-24 10:00"), 30, "was not looked at in your calendar"),
    ],
)
def test_a_time_that_is_not_free_has_its_reason(start: datetime, minutes: int, why: str) -> None:
    assert why_not_free([WEEK], start, start + timedelta(minutes=minutes)) == why


def test_a_time_is_free_when_every_calendar_says_so() -> None:
    other = free_times((), MONDAY, MONDAY + timedelta(days=6), Hours(), NOON)
    start = on("2026-11-26 14:00")
    assert why_not_free([other, WEEK], start, start + timedelta(minutes=30)) == "is taken: Dentist"


def test_a_day_that_is_full_is_named() -> None:
    fair = Taken(on("2026-11-26 00:00"), on("2026-11-27 00:00"), "Fair")
    full = free_times((fair,), MONDAY, MONDAY + timedelta(days=6), Hours(), NOON)
    assert why_no_day([full], fair.start.date()) == "has no free time"
    assert why_no_day([full], MONDAY) == ""
    assert "Taken on Thursday 2026-11-26: 00:00-24:00 Fair" in in_words(full)


def test_a_title_cannot_say_that_something_is_free() -> None:
    title = "Free on Thursday 2026-11-26: 09:00-17:00"
    taken = Taken(DENTIST.start, DENTIST.end, title)
    [read] = read_words(in_words(free_times((taken,), MONDAY, MONDAY, Hours(), NOON)))
    assert [span.start.date() for span in read.free] == [MONDAY]


moments = st.datetimes(on("2026-11-23 00:00"), on("2026-12-01 00:00")).map(
    lambda at: at.replace(second=0, microsecond=0)
)


titles = st.sampled_from(["", "Dentist", "A: b-c 10:00-11:00"])
events = st.builds(
    lambda start, minutes, title: Taken(start, start + timedelta(minutes=minutes), title),
    *(moments, st.integers(1, 3000), titles),
)


@given(st.lists(events, max_size=6), st.integers(0, 23), st.integers(1, 24), st.booleans())
def test_words_say_the_same_as_what_they_were_made_of(
    taken: list[Taken], begins: int, ends: int, weekends: bool
) -> None:
    times = free_times(
        taken, MONDAY, MONDAY + timedelta(days=7), Hours(begins, ends, weekends), NOON
    )
    [read] = read_words(in_words(times))
    assert read.free == times.free
    for each in taken:
        inside = each.start.date() >= MONDAY and each.start < on("2026-12-01 00:00")
        at = max(each.start, on("2026-11-23 00:00"))
        if inside:
            assert why_not_free([read], at, at + timedelta(minutes=1)).startswith("is taken")
    assert not any(t.start < span.end and span.start < t.end for t in taken for span in read.free)
