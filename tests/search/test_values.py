"""Dates, ages, sizes and label names as people type them."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from desktop_app.search.values import age_of, date_of, label_key, size_of

NOW = 1_790_000_000.0  # 2026-09-21 14:13:20 UTC


@pytest.fixture(autouse=True)
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    "text", ["2026/03/01", "2026-03-01", "2026.3.1", "03/01/2026", "20260301", "2026/3"]
)
def test_a_day_begins_at_local_midnight(text: str) -> None:
    assert date_of(text, NOW) == 1_772_319_600


def test_summer_time_is_respected() -> None:
    assert date_of("2026/07/01", NOW) == 1_782_856_800


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("today", 1_789_941_600),
        ("Yesterday", 1_789_855_200),
        ("tomorrow", 1_790_028_000),
        ("1772319600", 1_772_319_600),
        ("2026", 1_767_222_000),
    ],
)
def test_other_ways_to_name_a_day(text: str, expected: int) -> None:
    assert date_of(text, NOW) == expected


@pytest.mark.parametrize(
    "text", ["2026/13/01", "2026/02/30", "31/12/2026", "soon", "", "12", "0000/01/01", "9999/1/1"]
)
def test_what_is_no_date(text: str) -> None:
    assert date_of(text, NOW) is None


@pytest.mark.parametrize(
    ("text", "seconds"), [("3d", 3 * 86400), ("2w", 14 * 86400), ("12H", 12 * 3600), ("0d", 0)]
)
def test_ages_in_days_and_weeks(text: str, seconds: int) -> None:
    assert age_of(text, NOW) == int(NOW) - seconds


def test_ages_in_months_and_years_follow_the_calendar() -> None:
    assert time.localtime(age_of("4m", NOW))[:3] == (2026, 5, 21)
    assert time.localtime(age_of("1y", NOW))[:3] == (2025, 9, 21)
    march = time.mktime((2026, 3, 31, 12, 0, 0, 0, 0, -1))
    assert time.localtime(age_of("1m", march))[:3] == (2026, 2, 28)
    assert age_of("999999y", NOW) == 0


@pytest.mark.parametrize("text", ["3", "d", "3x", "-3d", "1.5d", ""])
def test_what_is_no_age(text: str) -> None:
    assert age_of(text, NOW) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [("10M", 10 * 1024**2), ("500k", 512_000), ("1.5G", 1_610_612_736), ("7", 7), ("2MB", 2**21)],
)
def test_sizes(text: str, expected: int) -> None:
    assert size_of(text) == expected


@pytest.mark.parametrize("text", ["", "M", "ten", "10T", "-1"])
def test_what_is_no_size(text: str) -> None:
    assert size_of(text) is None


def test_a_label_may_be_typed_with_dashes_and_in_any_case() -> None:
    assert label_key("My Clients/North & South") == label_key("my-clients-north-south")
