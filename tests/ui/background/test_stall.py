"""The stall monitor sees what blocks the GUI thread, and where."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from desktop_app.ui.background.stall import Places, Stall, StallMonitor

MOST_SECONDS = 20


def block(seconds: float, until: Callable[[], bool] = lambda: True) -> None:
    """The planted fault: the GUI thread is busy, for that much of its own time and until then."""
    end, last = time.thread_time() + seconds, time.monotonic() + MOST_SECONDS
    while time.thread_time() < end or not (until() or time.monotonic() > last):
        pass


def test_a_planted_stall_is_found_with_its_place(qtbot: QtBot) -> None:
    seen: list[Stall] = []
    monitor = StallMonitor(limit_ms=50, report=seen.append)
    monitor.start()
    # A machine that is busy elsewhere may give the thread that watches no turn for as long.
    QTimer.singleShot(20, lambda: block(0.3, until=lambda: monitor._looked))
    qtbot.waitUntil(lambda: bool(seen), timeout=2 * 1000 * MOST_SECONDS)
    monitor.stop()
    longest = max(seen, key=lambda s: s.milliseconds)
    assert longest.milliseconds > 200
    assert "in block" in longest.stack


def test_a_thread_that_comes_round_is_not_reported(qtbot: QtBot) -> None:
    monitor = StallMonitor(limit_ms=2000)
    monitor.start()
    qtbot.waitUntil(monitor._timer.isActive)
    block(0.05)
    qtbot.wait(30)
    monitor.stop()
    assert monitor.stalls == []


class Held:
    """A local of a function, such as a painter, that notes the thread it ends in."""

    def __init__(self, ends: list[int]) -> None:
        self._ends = ends

    def __del__(self) -> None:
        self._ends.append(threading.get_ident())


def test_looking_at_a_thread_keeps_nothing_of_it_alive(qtbot: QtBot) -> None:
    """A painter that ends in the monitor's thread brings Qt down."""
    ends: list[int] = []
    done = threading.Event()

    def look() -> None:
        places = Places()
        while not done.is_set():
            places.look()
            places.read(watched)
        places.close()

    def paint() -> None:
        held = Held(ends)
        assert held
        block(0.0005)

    watched = threading.get_ident()
    thread = threading.Thread(target=look)
    thread.start()
    for _ in range(200):
        paint()
    done.set()
    thread.join()
    assert set(ends) == {watched}
