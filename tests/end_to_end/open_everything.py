"""Opens every conversation of a profile in the real window, every message expanded, then ends.

Run as a program, under strace or without a network: `open_everything.py PROFILE [--planted]`.
`--planted` makes the Reader fetch one remote image: the control that shows the watching bites.
Prints how many messages were shown.
"""

from __future__ import annotations

import contextlib
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from threading import Event

from PySide6.QtCore import QObject, QTimer

from desktop_app.app import build, services
from desktop_app.house import House
from desktop_app.locations import resources
from desktop_app.model.message import Message
from desktop_app.model.query import Query
from desktop_app.ui.background.jobs import run_application
from desktop_app.ui.reading import reader as reader_module
from desktop_app.ui.window.application import make_application, open_window
from desktop_app.ui.window.main_window import MainWindow

SECONDS = 10.0
PLANTED = "http://127.0.0.1:9/pixel.gif"


class Opener(QObject):
    """One conversation after the other; the next when every message of it is shown.

    `missing` counts messages that were not shown within ten seconds.
    """

    def __init__(self, window: MainWindow, threads: dict[int, int]) -> None:
        super().__init__(window)
        self._window, self._threads = window, dict(threads)
        self._wanted = 0
        self.shown = self.missing = 0
        self._deadline = time.monotonic()
        self._timer = QTimer(self, interval=10)
        self._timer.timeout.connect(self._step)
        self._timer.start()

    def _step(self) -> None:
        if not self._window.bench.calls.jobs.idle:
            return
        count = self._count()
        if count < self._wanted and time.monotonic() < self._deadline:
            self._window.bench.actions.action("expand_all").trigger()
            return
        self.shown += min(count, self._wanted)  # a mail may be several texts
        self.missing += max(0, self._wanted - count)
        if not self._threads:
            self._timer.stop()
            self._window.leave()
            return
        thread, self._wanted = self._threads.popitem()
        self._deadline = time.monotonic() + SECONDS
        self._window.bench.navigation.open_thread(thread)

    def _count(self) -> int:
        readers = self._window.findChildren(reader_module.Reader)
        return sum(1 for r in readers if r.toPlainText().strip())


def plant() -> None:
    """Make every Reader fetch a remote image when it shows a mail."""
    original: Callable[..., object] = reader_module.Reader.show_html

    def fetching(self: reader_module.Reader, html: str) -> None:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(PLANTED, timeout=1)
        original(self, html)

    reader_module.Reader.show_html = fetching  # type: ignore[method-assign]


def main() -> int:
    profile = Path(sys.argv[1])
    if "--planted" in sys.argv:
        plant()
    app = make_application(resources())
    house = build(profile)
    if not house.store.accounts.list():
        house.sample.install()
    threads = Counter(m.thread_id for m in _all(house))
    openers: list[Opener] = []
    over = Event()

    def begin() -> None:
        window = open_window(app, services(house))
        window.closed.connect(over.set)
        openers.append(Opener(window, threads))

    code = run_application(app, begin, is_over=over.is_set)
    house.shutdown()
    print(f"missing {openers[0].missing} shown {openers[0].shown}")
    return code


def _all(house: House) -> list[Message]:
    finder = house.store.finder
    return finder.messages(Query("", None), limit=100_000, include_spam_trash=True)


if __name__ == "__main__":
    sys.exit(main())
