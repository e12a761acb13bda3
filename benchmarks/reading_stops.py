"""Mails that stopped a program: seconds and memory of reading each, and the longest time that the
window's thread stands meanwhile.

`python -m benchmarks.reading_stops NAME` reads one in a process of its own and prints JSON; with
`--plant FREEZE` one of `PLANTS` reads it too, to see that it would be noticed.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

from benchmarks.peak_of_memory import peak_of_memory
from benchmarks.rows import Row
from tests.crafted.stops import SIZES, STOPS, USUAL

SECONDS, STANDS, MEMORY = 3.0, 1.0, 250.0
"""Goals: seconds of a job's own time, of the window's thread by the clock, megabytes."""

GOAL = f"≤ {SECONDS:.0f} s, {STANDS:.0f} s, {MEMORY:.0f} MB"
ARGUMENTS: tuple[str, ...] = ()
TOO_LONG = 120
"""Seconds after which a mail is said to have no end."""
_BEAT = 0.005


@dataclass(frozen=True, slots=True)
class Stopped:
    """What one mail took: seconds of a job, the longest that a timer of the window's thread was
    late, megabytes at most beyond those before."""

    seconds: float
    stands: float
    megabytes: float

    def __str__(self) -> str:
        return f"{self.seconds:.2f} s, {self.stands:.2f} s, {self.megabytes:.0f} MB"

    @property
    def held(self) -> bool:
        within = self.seconds <= SECONDS and self.stands <= STANDS
        return within and self.megabytes <= MEMORY


def rows() -> Iterator[Row]:
    """A row for each such mail."""
    for name in STOPS:
        found = read_apart(name)
        yield Row(name, str(found), GOAL, held=isinstance(found, Stopped) and found.held)


def read_apart(name: str) -> Stopped | str:
    """A mail read in a process of its own; a word when that failed or took too long."""
    command = [sys.executable, "-m", "benchmarks.reading_stops", name, *ARGUMENTS]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TOO_LONG, check=True)
    except subprocess.TimeoutExpired:
        return "did not end"
    except subprocess.CalledProcessError:
        return "failed"
    return Stopped(**json.loads(done.stdout.splitlines()[-1]))


def longest_gap(work: object) -> tuple[float, float]:
    """Seconds of its own that `work` takes in a thread, and the longest that a timer in this one,
    in Qt's loop, was late meanwhile."""
    from PySide6.QtCore import QCoreApplication, QTimer

    app = QCoreApplication.instance() or QCoreApplication(sys.argv[:1])
    beats = [time.monotonic()]
    timer = QTimer(interval=int(_BEAT * 1000))
    timer.timeout.connect(lambda: beats.append(time.monotonic()))
    timer.start()

    def timed() -> float:
        begun = time.thread_time()
        work()  # type: ignore[operator]
        return time.thread_time() - begun

    with ThreadPoolExecutor(1) as pool:
        job = pool.submit(timed)
        while not job.done():
            app.processEvents()
            time.sleep(0.001)
        app.processEvents()
        beats.append(time.monotonic())
    timer.stop()
    gaps = (late - early for early, late in pairwise(beats))
    return job.result(), max(gaps)


def read(raw: bytes) -> None:
    """All that importing and opening a mail does with its text and its pictures."""
    from desktop_app.mail.calendar.calendar_file import read_invitation
    from desktop_app.mail.message.access import inline_part, parts_bytes
    from desktop_app.mail.message.body import read_body
    from desktop_app.mail.message.original import read_original
    from desktop_app.mail.message.parse import parse
    from desktop_app.mail.words.mail_signs import read_signs
    from desktop_app.ui.reading.readable_message import set_body
    from desktop_app.ui.reading.thumbnails import thumbnails

    parsed = parse(raw)
    files = parts_bytes(raw, frozenset(part.id for part in parsed.attachments))
    set_body(read_body(raw), lambda name: (inline_part(raw, name) or ("", b""))[1])
    thumbnails(files, 40)
    for data in files.values():
        read_invitation(data)
    read_original(raw)
    read_signs(raw, 1, frozenset())


def _holds_the_interpreter(raw: bytes) -> None:
    del raw
    re.findall(r"@[^{};]*\{", "@" * USUAL)


def _takes_the_square(raw: bytes) -> None:
    for start in range(min(len(raw), 20_000)):
        for _ in range(start, len(raw)):
            pass


def _multiplies(raw: bytes) -> None:
    """Each `&` stands for all that is around it."""
    around = b"."
    while len(around) < 400_000_000:
        around = b"& & &".replace(b"&", around)
    del raw


def _draws_whatever_it_is(raw: bytes) -> None:
    """Lets Qt find out what kind of picture a part is."""
    from PySide6.QtGui import QImage

    from desktop_app.mail.wire.tree import read_tree

    for part in read_tree(raw)[0].leaves():
        QImage.fromData(part.data)


PLANTS: Mapping[str, Callable[[bytes], None]] = {
    "holds the interpreter": _holds_the_interpreter,
    "takes the square": _takes_the_square,
    "multiplies": _multiplies,
    "draws whatever it is": _draws_whatever_it_is,
}
"""Freezes as there have been, each noticed with a mail that provokes it."""


def _main(arguments: Sequence[str]) -> None:
    name, planted = arguments[0], arguments[2] if "--plant" in arguments else ""
    raw = STOPS[name](SIZES.get(name, USUAL))
    read(STOPS[name](200))  # what is imported on the way is no part of it
    before = peak_of_memory()

    def work() -> None:
        read(raw)
        if planted:
            PLANTS[planted](raw)

    seconds, stands = longest_gap(work)
    grown = peak_of_memory() - before
    print(json.dumps({"seconds": seconds, "stands": stands, "megabytes": grown}))


if __name__ == "__main__":
    _main(sys.argv[1:])
