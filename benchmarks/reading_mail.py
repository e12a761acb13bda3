"""Crafted mails, each opened in the real window: the window's own time, jobs, memory.

`python -m benchmarks.reading_mail NAME` opens one in a process of its own and prints JSON; with
`--whole` as one portion, to see that it would be noticed.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.rows import Row
from tests.crafted.mails import CRAFTED

if TYPE_CHECKING:
    from benchmarks.turns import Driver

TURN, MEMORY, JOBS = 250.0, 150.0, 2.0
"""Goals: milliseconds of the window's thread, megabytes, seconds of a job."""

GOAL = f"≤ {TURN:.0f} ms, {TURN:.0f} ms, {JOBS:.0f} s, {JOBS:.0f} s, {MEMORY:.0f} MB"

_TOO_LONG = 120


@dataclass(frozen=True, slots=True)
class Opened:
    """What one mail took: milliseconds of the window's own time to open it, in all turns together;
    the same in the longest turn of *Show all*; seconds by the clock until it is shown; seconds of
    the Original's job; megabytes at most, beyond those before it was opened."""

    total: float
    all_of_it: float
    seconds: float
    original: float
    megabytes: float

    def __str__(self) -> str:
        return (
            f"{self.total:.0f} ms, {self.all_of_it:.0f} ms, {self.seconds:.1f} s,"
            f" {self.original:.1f} s, {self.megabytes:.0f} MB"
        )

    @property
    def held(self) -> bool:
        """Whether all five are within their goals."""
        slowest = max(self.seconds, self.original)
        window = max(self.total, self.all_of_it)
        return window <= TURN and slowest <= JOBS and self.megabytes <= MEMORY


MAILS: Sequence[str] = tuple(CRAFTED)
ARGUMENTS: tuple[str, ...] = ()


def rows() -> Iterator[Row]:
    """A row for each crafted mail."""
    for name in MAILS:
        found = opened(name)
        if found is None:
            yield Row(name, "did not end", GOAL, held=False)
        else:
            yield Row(name, str(found), GOAL, held=found.held)


def opened(name: str) -> Opened | None:
    """A crafted mail opened in a process of its own; None when that failed or took too long."""
    command = [sys.executable, "-m", "benchmarks.reading_mail", name, *ARGUMENTS]
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=_TOO_LONG
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        print(done.stderr[-2000:], file=sys.stderr)
        return None
    return Opened(*json.loads(done.stdout.splitlines()[-1]))


def open_one(raw: bytes) -> Opened:
    """Opens a mail in the real window of a new profile."""
    from benchmarks.turns import Driver
    from desktop_app.mail.message.parse import parse
    from desktop_app.model.account import LOCAL, Account, Identity
    from desktop_app.model.address import Address
    from desktop_app.store.store import Store
    from tests.crafted.mails import plain

    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder)
        store = Store(profile, clock=time.time)
        store.accounts.add(
            Account("work", LOCAL, "Work", (Identity(Address("Alex", "alex@fernhill.example")),))
        )
        inbox = frozenset({"INBOX"})
        mails = [parse(plain("hello", "first")), parse(raw)]
        added = store.messages.add("work", mails, labels=[inbox, inbox])
        threads = [store.messages.get(number).thread_id for number in added.ids]
        store.close()
        driver = Driver(profile)
        found = _open(driver, threads, raw)
        driver.close()
        return found


def _open(driver: Driver, threads: list[int], raw: bytes) -> Opened:
    for thread in threads[:1]:
        driver.bench.navigation.open_thread(thread)
        _shown(driver, thread)
    gc.collect()
    before = _peak(reset=True)
    started = time.perf_counter()
    driver.bench.navigation.open_thread(threads[1])
    total = sum(_shown(driver, threads[1]))
    seconds = time.perf_counter() - started
    megabytes = (_peak(reset=False) - before) / 1e6
    everything = max(_all_of_it(driver))
    return Opened(total, everything, seconds, _original(raw), megabytes)


def _all_of_it(driver: Driver) -> list[float]:
    """Milliseconds of each turn after *Show all*."""
    from PySide6.QtWidgets import QPushButton

    card = driver.window.frame.thread.column.cards()[-1]
    for button in card.findChildren(QPushButton):
        if button.text() == "Show all" and button.isVisible():
            button.click()
    return _shown(driver, card.message.thread_id)


def _shown(driver: Driver, thread: int) -> list[float]:
    """Milliseconds of each turn until the mail is there and painted."""
    from desktop_app.ui.background.stepper import Stepper

    turns = []
    column = driver.window.frame.thread.column

    def there() -> bool:
        cards = column.cards()
        return (
            bool(cards)
            and cards[-1].message.thread_id == thread
            and cards[-1].readable is not None
            and driver.bench.calls.jobs.idle
            and not driver.window.findChildren(Stepper)
        )

    while not there():
        turns.append(driver.turn())
        time.sleep(0.001)
    turns += [driver.turn() for _ in range(20)]
    start = time.thread_time()
    driver.window.grab()
    turns.append(time.thread_time() - start)
    return [seconds * 1000 for seconds in turns]


def _original(raw: bytes) -> float:
    """Seconds of what the job of the Original does."""
    from desktop_app.mail.message.original import read_original, with_own_pictures
    from desktop_app.ui.reading.locked_page import MOST_BYTES, fits, locked_down
    from desktop_app.ui.reading.web_pictures import as_data

    started = time.perf_counter()
    original = read_original(raw)
    if original is not None and fits(original.html):
        data = as_data(original.pictures, MOST_BYTES)
        locked_down(with_own_pictures(original, data, MOST_BYTES))
    return time.perf_counter() - started


def _peak(*, reset: bool) -> int:
    """Bytes of the most memory this process had since the last reset (Linux)."""
    if reset:
        Path("/proc/self/clear_refs").write_text("5")
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


if __name__ == "__main__":
    if "--whole" in sys.argv:
        from desktop_app.ui.reading import portions

        portions.PORTION_MS = float("inf")
    result = open_one(CRAFTED[sys.argv[1]]())
    print(json.dumps([getattr(result, name) for name in Opened.__slots__]), flush=True)
