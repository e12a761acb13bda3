"""Moments that a person chooses."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model import moments

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
ZONES = st.sampled_from(
    [BERLIN, NEW_YORK, ZoneInfo("Australia/Lord_Howe"), ZoneInfo("Asia/Kathmandu"), UTC]
)
TIMES = st.integers(0, 4_000_000_000).map(float)


def at(text: str, zone: ZoneInfo = BERLIN) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=zone).timestamp()


def named(choices: tuple[moments.Choice, ...], zone: ZoneInfo = BERLIN) -> dict[str, str]:
    return {c.words: f"{moments.wall(c.at, zone):%a %d %H:%M}" for c in choices}


def test_the_choices_of_a_wednesday_morning() -> None:
    assert named(moments.later_choices(at("2026-11-25 09:10"), BERLIN)) == {
        "Later today": "Wed 25 12:00",
        "Tomorrow": "Thu 26 08:00",
        "This weekend": "Sat 28 08:00",
        "Next week": "Mon 30 08:00",
    }
    assert named(moments.send_choices(at("2026-11-25 09:10"), BERLIN)) == {
        "This afternoon": "Wed 25 13:00",
        "This evening": "Wed 25 18:00",
        "Tomorrow morning": "Thu 26 08:00",
        "Tomorrow afternoon": "Thu 26 13:00",
        "Monday morning": "Mon 30 08:00",
    }


@pytest.mark.parametrize(
    ("now", "first_day", "names"),
    [
        ("2026-11-25 20:40", 0, ["Tomorrow", "This weekend", "Next week"]),
        ("2026-11-27 10:00", 0, ["Later today", "Tomorrow", "Next week"]),
        ("2026-11-28 10:00", 0, ["Later today", "Tomorrow", "Next week"]),
        ("2026-11-29 10:00", 0, ["Later today", "Tomorrow", "This weekend"]),
        ("2026-11-29 10:00", 6, ["Later today", "Tomorrow", "This weekend"]),
        ("2026-11-30 10:00", 0, ["Later today", "Tomorrow", "This weekend", "Next week"]),
    ],
    ids=["evening", "friday", "saturday", "sunday", "sunday-first", "monday"],
)
def test_no_moment_is_offered_twice_or_too_late_in_the_day(
    now: str, first_day: int, names: list[str]
) -> None:
    """Tomorrow of a Sunday is the Monday of next week, and of a Friday the weekend."""
    found = moments.later_choices(at(now), BERLIN, first_day=first_day)
    assert [choice.words for choice in found] == names


@given(TIMES, ZONES, st.integers(0, 6))
def test_every_choice_is_ahead_and_at_the_hour(now: float, zone: ZoneInfo, first: int) -> None:
    for choices in (
        moments.later_choices(now, zone, first_day=first),
        moments.send_choices(now, zone),
    ):
        assert choices
        assert len({c.at for c in choices}) == len(choices)
        for choice in choices:
            assert moments.is_ahead(choice.at, now)
            assert choice.at - now < 9 * 86_400


@given(TIMES, ZONES)
def test_a_morning_of_somebody_else_is_a_working_day_there(now: float, zone: ZoneInfo) -> None:
    there = moments.wall(moments.next_morning(now, zone), zone)
    assert there.weekday() < 5
    assert (there.hour, there.minute) == (8, 0)
    assert 60 <= there.timestamp() - now <= 4 * 86_400


def test_a_time_that_summer_leaves_out_or_says_twice() -> None:
    spring, autumn = date(2026, 3, 29), date(2026, 10, 25)
    missing = moments.moment(spring, time(2, 30), BERLIN)
    assert f"{moments.wall(missing, BERLIN):%H:%M}" == "03:30"
    twice = moments.moment(autumn, time(2, 30), BERLIN)
    assert datetime.fromtimestamp(twice, UTC).hour == 0


def test_a_morning_stays_a_morning_over_the_change() -> None:
    choices = moments.send_choices(at("2026-03-28 20:00"), BERLIN)
    assert named(choices)["Tomorrow morning"] == "Sun 29 08:00"
