"""The bucket keeps below the ceiling in every minute, and wastes little of it."""

from __future__ import annotations

from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.accounts.google.quota import (
    BEFORE_MAY_2026,
    SINCE_MAY_2026,
    Bucket,
    Prices,
    sleep,
)
from desktop_app.model.errors import Cancelled
from tests.fakes.google.clocks import WaitingClock
from tests.fakes.google.methods import UNITS as PRICES


def most_in_a_minute(taken: list[tuple[float, int]]) -> int:
    return max(sum(n for at, n in taken if start <= at < start + 60) for start, _ in taken)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from((1, 2, 5, 20, 40, 50, 100, 240)), min_size=50, max_size=400))
def test_no_minute_ever_sees_more_than_the_ceiling(sizes: list[int]) -> None:
    clock, taken = WaitingClock(), []
    bucket = Bucket(6000, clock=clock.now, sleep=clock.wait)
    for units in sizes:
        bucket.take(units, Event())
        taken.append((clock.at, units))
    assert most_in_a_minute(taken) <= 6000


def test_a_long_run_uses_more_than_nine_tenths_of_the_ceiling() -> None:
    used = [(0.0, 0)]
    clock = WaitingClock()
    bucket = Bucket(6000, clock=clock.now, sleep=clock.wait)
    while clock.at < 600:
        bucket.take(20, Event())
        used.append((clock.at, 20))
    assert sum(n for _, n in used) / 10 >= 0.9 * 6000


def test_more_than_the_bucket_holds_is_saved_up_for() -> None:
    clock = WaitingClock()
    bucket = Bucket(600, clock=clock.now, sleep=clock.wait)
    taken = []
    for _ in range(12):
        bucket.take(100, Event())
        taken.append((clock.at, 100))
    assert most_in_a_minute(taken) <= 600


def test_what_a_person_waits_for_goes_first() -> None:
    clock = WaitingClock()
    bucket = Bucket(6000, clock=clock.now, sleep=clock.wait)
    for _ in range(13):
        bucket.take(20, Event())
    before = clock.at
    bucket.take(20, Event(), urgent=True)
    assert clock.at == before
    bucket.take(20, Event())
    assert clock.at > before


def test_a_pause_that_google_asked_for_holds_for_everybody() -> None:
    clock = WaitingClock()
    bucket = Bucket(6000, clock=clock.now, sleep=clock.wait)
    bucket.pause_for(30)
    assert bucket.resumes_in == 30
    bucket.take(5, Event(), urgent=True)
    assert clock.at >= 30
    assert bucket.resumes_in == 0


def test_the_last_minute_is_counted() -> None:
    clock = WaitingClock()
    bucket = Bucket(6000, clock=clock.now, sleep=clock.wait)
    bucket.take(40, Event())
    assert bucket.used_last_minute == 40
    clock.at += 61
    assert bucket.used_last_minute == 0


def test_waiting_ends_when_it_is_called_off() -> None:
    called_off = Event()
    called_off.set()
    with pytest.raises(Cancelled):
        sleep(60, called_off)


def test_the_price_list_is_googles() -> None:
    for name, units in SINCE_MAY_2026.units.items():
        [price] = [n for method, n in PRICES.items() if method.endswith(f".{name}")]
        assert price == units, name


def learning() -> tuple[WaitingClock, Bucket, Prices]:
    clock = WaitingClock()
    bucket = Bucket(BEFORE_MAY_2026.units_per_minute, clock=clock.now, sleep=clock.wait)
    return clock, bucket, Prices(bucket)


def use(bucket: Bucket, units: int) -> None:
    for _ in range(units // 50):
        bucket.take(50, Event())


def test_a_refusal_below_the_older_limit_is_of_the_newer_list() -> None:
    clock, bucket, prices = learning()
    assert prices.of("messages.get") == 5
    use(bucket, 1500)
    prices.heed(0)
    assert prices.of("messages.get") == 20
    assert bucket.units_per_minute == 6000
    before = clock.at
    bucket.take(200, Event())
    assert clock.at >= before + 60, "what was used before counts for a minute"


@pytest.mark.parametrize(("used", "limit"), [(100, 0), (1500, 15_000), (0, 15_000)])
def test_a_refusal_that_says_nothing_of_the_list_leaves_it(used: int, limit: int) -> None:
    """Another program of the account has used its units, or Google names the older limit."""
    _, bucket, prices = learning()
    use(bucket, used)
    prices.heed(limit)
    assert prices.of("messages.get") == 5


def test_a_limit_that_google_names_is_believed_at_once() -> None:
    _, _, prices = learning()
    prices.heed(6000)
    assert prices.of("messages.get") == 20


def test_a_list_that_was_given_stays() -> None:
    _, bucket, _ = learning()
    prices = Prices(bucket, BEFORE_MAY_2026)
    prices.heed(6000)
    assert prices.of("messages.get") == 5
