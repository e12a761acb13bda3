"""Rules of notices: quiet hours by property, whatever the hour, the day and the zone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.settings import Settings
from desktop_app.workers.notice_rules import NoticeRules

MINUTES = st.integers(0, 24 * 60 - 1)


class Fixed(Settings):
    """Settings without a file."""

    def __init__(self, hours: str = "", paused: int = 0) -> None:
        super().__init__(Path("/nowhere"), {}, read=False)
        self._stored = {"notices.quiet_hours": hours, "notices.paused_until": paused}


@pytest.fixture(params=["UTC", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def test_it_is_quiet_from_the_first_minute_to_before_the_last(zone: str) -> None:
    @given(MINUTES, MINUTES, st.integers(1_700_000_000, 1_800_000_000))
    def holds(first: int, last: int, now: int) -> None:
        hours = "-".join(f"{m // 60:02}:{m % 60:02}" for m in (first, last))
        rules = NoticeRules(Fixed(hours), clock=lambda: now)
        here = datetime.fromtimestamp(now).astimezone()
        minute = here.hour * 60 + here.minute
        inside = first <= minute < last if first <= last else minute >= first or minute < last
        assert (rules.quiet_for() > 0) is inside
        assert rules.quiet_for() <= 24 * 3600

    holds()


def test_after_so_many_seconds_the_quiet_is_over() -> None:
    @given(MINUTES, MINUTES, st.integers(1_700_000_000, 1_800_000_000))
    def holds(first: int, last: int, now: int) -> None:
        clock = [float(now)]
        hours = "-".join(f"{m // 60:02}:{m % 60:02}" for m in (first, last))
        rules = NoticeRules(Fixed(hours), clock=lambda: clock[0])
        left = rules.quiet_for()
        clock[0] += left
        here = datetime.fromtimestamp(clock[0]).astimezone()
        changed = here.utcoffset() != datetime.fromtimestamp(now).astimezone().utcoffset()
        assert changed or rules.quiet_for() == 0.0

    holds()


def test_the_longer_of_a_pause_and_the_hours_counts() -> None:
    now = datetime(2026, 11, 5, 23, 0).astimezone().timestamp()
    for paused, seconds in ((0, 8 * 3600), (10 * 3600, 10 * 3600), (60, 8 * 3600)):
        rules = NoticeRules(Fixed("22:00-07:00", int(now) + paused), clock=lambda: now)
        assert rules.quiet_for() == pytest.approx(seconds, abs=1)
