"""Work ahead: its answer or its error, and no thread that is left over."""

from __future__ import annotations

import threading

import pytest

from desktop_app.model.errors import Cancelled
from desktop_app.workers.ahead import Ahead
from tests.sure import anew


def test_what_was_begun_is_taken_once() -> None:
    ahead = Ahead[int]("ahead of a test")
    go = threading.Event()

    def work() -> int:
        go.wait(20)
        return threading.get_ident()

    assert not ahead.under_way
    for _ in range(2):
        ahead.begin(work)
        assert anew(lambda: ahead.under_way)
        go.set()
        assert ahead.take() != threading.get_ident()
        assert not anew(lambda: ahead.under_way)
    ahead.close()


def test_what_it_raises_its_caller_gets_and_it_goes_on() -> None:
    ahead = Ahead[int]("ahead of a test")

    def fails() -> int:
        raise Cancelled("Stopped.")

    ahead.begin(fails)
    with pytest.raises(Cancelled):
        ahead.take()
    ahead.begin(lambda: 3)
    assert ahead.take() == 3
    ahead.close()


def test_the_end_waits_for_what_nobody_took() -> None:
    ahead = Ahead[int]("ahead of a test")
    done: list[int] = []

    def work() -> int:
        done.append(1)
        return 1

    ahead.begin(work)
    ahead.close()
    assert done == [1]
    assert not ahead.under_way
    assert not any(t.name == "ahead of a test" for t in threading.enumerate())
    ahead.close()
