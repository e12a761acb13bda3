"""The thread of a worker: woken, resting and ended."""

from __future__ import annotations

from threading import Event, get_ident

from desktop_app.model.loop import Loop
from tests.sure import anew

PATIENCE = 20.0


def test_a_wake_before_the_rest_ends_it_at_once() -> None:
    loop = Loop("test", bool)
    loop.wake()
    assert loop.woken
    assert loop.rest(PATIENCE)
    assert not anew(lambda: loop.woken)
    assert loop.rest(0.0), "the time is over"


def test_what_woke_it_can_be_left_unheeded() -> None:
    loop = Loop("test", bool)
    loop.wake()
    loop.heed()
    assert not loop.woken


def test_it_rests_until_it_is_woken_and_goes_on_until_it_ends() -> None:
    rests: list[int] = []
    resting, ended = Event(), Event()

    def work() -> None:
        resting.set()
        while loop.rest():
            rests.append(get_ident())
            resting.set()
        ended.set()

    loop = Loop("test", work)
    loop.start()
    for _ in range(3):
        assert resting.wait(PATIENCE)
        resting.clear()
        loop.wake()
    assert resting.wait(PATIENCE)
    loop.shutdown()
    assert ended.is_set()
    assert rests == [loop.ident] * 3


def test_a_pause_is_not_cut_short_by_a_wake_but_by_the_end() -> None:
    loop = Loop("test", bool)
    loop.wake()
    assert loop.pause(0.05)
    assert loop.woken, "it is still to be heeded"
    loop.end()
    assert not loop.pause(PATIENCE)
    assert not loop.rest()


def test_one_that_was_not_started_has_ended() -> None:
    loop = Loop("test", bool)
    assert loop.ended()
    loop.shutdown()
    assert not loop.rest()


def test_one_that_does_not_end_is_left_to_itself() -> None:
    go_on = Event()
    loop = Loop("test", go_on.wait)
    loop.start()
    loop.end()
    assert not loop.ended(0.05)
    go_on.set()
    assert loop.ended(PATIENCE)
