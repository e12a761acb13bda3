"""The stall monitor sees what blocks the GUI thread, and where."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from desktop_app.ui.background.stall import StackDump, Stall, StallMonitor

MOST_SECONDS = 20


def block(seconds: float, until: Callable[[], bool] = lambda: True) -> None:
    """The planted fault: the GUI thread is busy, for that much of its own time and until then."""
    end, last = time.thread_time() + seconds, time.monotonic() + MOST_SECONDS
    while time.thread_time() < end or not (until() or time.monotonic() > last):
        pass


def test_a_planted_stall_is_found_with_its_place(qtbot: QtBot) -> None:
    seen: list[Stall] = []
    monitor = StallMonitor(seen.append)
    monitor.start()
    # A machine that is busy elsewhere may give the thread that watches no turn for as long.
    QTimer.singleShot(20, lambda: block(0.3, until=lambda: monitor._looked))
    qtbot.waitUntil(lambda: bool(seen), timeout=2 * 1000 * MOST_SECONDS)
    monitor.stop()
    longest = max(seen, key=lambda s: s.milliseconds)
    assert longest.computed > 200
    assert "in block" in longest.stack


def test_a_thread_that_comes_round_is_not_reported(qtbot: QtBot) -> None:
    seen: list[Stall] = []
    monitor = StallMonitor(seen.append, limit_ms=60_000)
    monitor.start()
    qtbot.waitUntil(monitor._timer.isActive)
    block(0.05)
    before = monitor._beat_at
    qtbot.waitUntil(lambda: monitor._beat_at > before)
    monitor.stop()
    assert seen == []


BLOCKING = """
import socket, sys, threading
from desktop_app.ui.background.stall import BlockingCalls
said = []
calls = BlockingCalls(said.append)
def block():
    open(sys.argv[1]).close()
    socket.gethostbyname("127.0.0.1")
block()
calls.begin()
block()
import colorsys
job = threading.Thread(target=block)
job.start()
job.join()
calls.end()
block()
for what in said:
    print(what.split("(")[0], "in block" in what)
"""


def test_blocking_calls_of_the_windows_thread_alone_are_reported(tmp_path: Path) -> None:
    """In a process of its own: the hook stays until that ends. Modules may be imported."""
    file = tmp_path / "file.txt"
    file.write_text("")
    done = subprocess.run(
        [sys.executable, "-c", BLOCKING, str(file)], capture_output=True, text=True, check=True
    )
    called = "The window's thread called"
    assert done.stdout.splitlines() == [
        f"{called} open True",
        f"{called} socket.gethostbyname True",
    ]


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
        places = StackDump()
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
