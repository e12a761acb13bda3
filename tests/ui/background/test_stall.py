"""The stall monitor sees what blocks the GUI thread, and where."""

from __future__ import annotations

import os
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

    def act() -> None:
        """On a busy machine the watch may have looked before, and have no turn for a while."""
        monitor._looked = False
        block(0.3, until=lambda: monitor._looked)

    QTimer.singleShot(20, act)
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


def test_time_without_a_processor_is_told(tmp_path: Path) -> None:
    """Two threads of one process on one processor: one is ready while the other runs."""
    code = (
        "import os, threading, time, sys\n"
        "os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
        "from desktop_app.ui.background.stall import kept_waiting\n"
        "before = sum(kept_waiting().values())\n"
        "child = os.fork()\n"
        "end = time.process_time() + 0.3\n"
        "while time.process_time() < end: pass\n"
        "if not child: os._exit(0)\n"
        "os.waitpid(child, 0)\n"
        "print(sum(kept_waiting().values()) - before)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )  # fmt: skip
    assert float(done.stdout) > 0.1
