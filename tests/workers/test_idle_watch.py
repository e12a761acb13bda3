"""The watch over an inbox: when it begins, what wakes the sync, what it does after a failure."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from threading import Event, Semaphore

import pytest

from desktop_app.model.errors import BadInput, KnownError, NeedsSignIn, SlowDown, Unavailable
from desktop_app.workers.idle_watch import IdleWatch, seconds_after
from desktop_app.workers.pauses import FIRST, LONGEST, growing

PATIENCE = 20.0


class Inbox:
    """Connector and waiter in one. `script` has what each connection does: an error, `None` for a
    server without IDLE, or the waits of a connection: True for news, an error for its end."""

    def __init__(self, *script: Exception | Sequence[object] | None) -> None:
        self.script = list(script)
        self.connected, self.woken, self.waited = Semaphore(0), Semaphore(0), Semaphore(0)
        self.wakes = self.closed = 0
        self._waits: list[object] = []

    def connect(self) -> Inbox | None:
        self.connected.release()
        step = self.script.pop(0) if self.script else []
        if isinstance(step, Exception):
            raise step
        if step is None:
            return None
        self._waits = list(step)
        return self

    def wait(self, cancelled: Event, seconds: float) -> bool:
        if not self._waits:
            cancelled.wait(seconds)
            return False
        step = self._waits.pop(0)
        if isinstance(step, Exception):
            raise step
        return bool(step)

    def close(self) -> None:
        self.closed += 1

    def pause_after(self, error: KnownError, failures: int) -> float | None:
        self.waited.release()
        return seconds_after(error, failures)

    def wake(self) -> None:
        self.wakes += 1
        self.woken.release()


Watching = Callable[..., tuple[IdleWatch, Inbox]]


@pytest.fixture
def watching(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watching]:
    """Starts watches whose pauses between attempts are short."""
    monkeypatch.setattr("desktop_app.workers.idle_watch.growing", lambda _: 0.01)
    monkeypatch.setattr("desktop_app.workers.idle_watch.LONGEST", 0.01)
    made: list[IdleWatch] = []

    def start(*script: Exception | Sequence[object] | None) -> tuple[IdleWatch, Inbox]:
        inbox = Inbox(*script)
        made.append(IdleWatch(inbox.connect, inbox.wake))
        made[-1].start()
        return made[-1], inbox

    yield start
    for watch in made:
        ended(watch)


def ended(watch: IdleWatch) -> None:
    before = time.monotonic()
    watch.stop()
    watch.join(PATIENCE)
    assert not watch._thread.is_alive()
    assert time.monotonic() - before < 1, "it blocked"


def test_it_begins_after_the_first_pass_that_succeeds(watching: Watching) -> None:
    watch, inbox = watching()
    assert not inbox.connected.acquire(blocking=False)
    watch.reached()
    assert inbox.woken.acquire(timeout=PATIENCE), "for what came before it was connected"


def test_news_wake_at_most_once_a_second(watching: Watching) -> None:
    watch, inbox = watching([True] * 1000)
    began = time.monotonic()
    watch.reached()
    for _ in range(3):
        assert inbox.woken.acquire(timeout=PATIENCE)
    assert time.monotonic() - began >= 2.0
    assert inbox.wakes <= 4


def test_a_connection_that_ends_is_made_anew(watching: Watching) -> None:
    watch, inbox = watching([Unavailable("lost")], Unavailable("away"), [Unavailable("lost")], [])
    watch.reached()
    for _ in range(3):
        assert inbox.woken.acquire(timeout=PATIENCE)
    ended(watch)
    assert (inbox.wakes, inbox.closed) == (3, 3)


@pytest.mark.parametrize("error", [NeedsSignIn("Sign in."), BadInput("No such certificate.")])
def test_what_the_person_must_mend_waits_for_a_pass(watching: Watching, error: KnownError) -> None:
    watch, inbox = watching(error, [])
    watch._pause_after = inbox.pause_after
    watch.reached()
    assert inbox.connected.acquire(timeout=PATIENCE)
    assert seconds_after(error, 1) is None
    assert inbox.waited.acquire(timeout=PATIENCE)
    assert not inbox.connected.acquire(blocking=False)
    watch.reached()
    assert inbox.woken.acquire(timeout=PATIENCE)


def test_a_pass_that_succeeds_during_an_attempt_counts(watching: Watching) -> None:
    """A new sign-in that overtakes the refusal of the old one."""
    watch, inbox = watching(NeedsSignIn("Sign in."), [])
    connect = inbox.connect

    def overtaken() -> Inbox | None:
        watch.reached()
        return connect()

    watch._connect = overtaken
    watch.reached()
    assert inbox.woken.acquire(timeout=PATIENCE)


def test_a_server_without_idle_ends_it(watching: Watching) -> None:
    watch, inbox = watching(None)
    watch.reached()
    watch.join(PATIENCE)
    assert not watch._thread.is_alive()
    assert inbox.wakes == 0


@pytest.mark.logs_errors
def test_a_bug_ends_no_watch(watching: Watching) -> None:
    watch, inbox = watching([RuntimeError("a bug")], [])
    watch.reached()
    for _ in range(2):
        assert inbox.woken.acquire(timeout=PATIENCE)
    assert inbox.closed == 1


def test_it_stops_in_every_state(watching: Watching) -> None:
    waits, _ = watching()
    refused, inbox = watching(NeedsSignIn("Sign in."))
    refused.reached()
    assert inbox.connected.acquire(timeout=PATIENCE)
    idles, other = watching()
    idles.reached()
    assert other.woken.acquire(timeout=PATIENCE)
    for watch in (waits, refused, idles):
        ended(watch)
    assert not [thread for thread in threading.enumerate() if thread.name == "idle"]


def test_a_thread_that_still_connects_holds_nobody_up() -> None:
    goes_on = Event()

    def connects() -> None:
        goes_on.wait(PATIENCE)

    watch = IdleWatch(connects, lambda: None)
    watch.start()
    watch.reached()
    watch.stop()
    before = time.monotonic()
    watch.join(0.1)
    assert time.monotonic() - before < 1, "it blocked"
    goes_on.set()
    watch.join(PATIENCE)


def test_pauses_grow_to_five_minutes_and_too_many_connections_last_an_hour() -> None:
    assert seconds_after(SlowDown("Too many connections.", resumes_at=0.0), 1) == 3600
    for failures in range(1, 60):
        longest = min(LONGEST, FIRST * 2 ** (failures - 1))
        assert longest * 0.75 <= growing(failures) <= longest
        told = seconds_after(Unavailable("lost"), failures)
        assert told is not None
        assert FIRST * 0.75 <= told <= LONGEST
