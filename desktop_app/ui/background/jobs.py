"""Jobs: the only way off the GUI thread, and the only home of qasync.

`Jobs.run` runs a plain function in a pool of threads and delivers what came of it on the GUI
thread. No widget and no tool is known here.
"""

from __future__ import annotations

import importlib
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any, TypeVar

import shiboken6
from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication

from desktop_app.model.errors import KnownError
from desktop_app.ui.background.collector import RESTING_MS, Collector

T = TypeVar("T")
THREADS = 8
LASTING_THREADS = 4
"""Their own, so that what was typed waits behind no search that is under way."""

PATIENCE_SECONDS = 5.0
"""How long jobs that were cancelled are waited for at the end."""
LOADING_SLICE_MS = 2
ALONE_MS = 250
"""The first picture has the processor to itself that long before more is loaded."""
log = logging.getLogger(__name__)


@dataclass(eq=False)
class Job:
    """One piece of work under way. `cancel` asks it to stop and drops what it returns."""

    key: str | None
    cancelled: Event
    finished: bool = False
    lasting: bool = False
    work: Future[None] | None = field(default=None, repr=False)
    _deliver: Callable[[object, BaseException | None], None] | None = field(
        default=None, repr=False
    )

    def cancel(self) -> None:
        self.cancelled.set()
        self._deliver = None


@dataclass(frozen=True)
class Bug:
    """Failure that is no fault of the environment but the program's own, shown as such."""

    sentence: str
    details: str


@dataclass(frozen=True)
class _Receivers:
    """Who hears what came of a job: of its value, an error, a bug."""

    done: Callable[[Any], object] | None
    failed: Callable[[KnownError], object] | None
    broke: Callable[[Bug], object] | None


class Jobs(QObject):
    """Plain functions in threads, answers on the GUI thread.

    `failed` is the default way for a KnownError to reach the person, `broke` the only way for a
    bug; the window shows both. `busy` tells whether anything is under way.
    """

    failed = Signal(object)
    broke = Signal(object)
    busy = Signal(bool)
    _arrived = Signal(object, object, object)
    _hopped = Signal(object, object)

    def __init__(self, parent: QObject | None = None, threads: int = THREADS) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="job")
        self._lasting_pool = ThreadPoolExecutor(LASTING_THREADS, thread_name_prefix="lasting job")
        self._running: set[Job] = set()
        self._keyed: dict[str, Job] = {}
        self._closed = False
        self._waiting: deque[tuple[Job, object, BaseException | None]] = deque()
        self._turns = QTimer(self, interval=0)
        self._turns.timeout.connect(self._deliver_one)
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)
        self._hopped.connect(self._on_hopped, Qt.ConnectionType.QueuedConnection)

    def run(
        self,
        function: Callable[[], T],
        *,
        done: Callable[[T], object] | None = None,
        failed: Callable[[KnownError], object] | None = None,
        broke: Callable[[Bug], object] | None = None,
        key: str | None = None,
        cancelled: Event | None = None,
        owner: QObject | None = None,
        lasting: bool = False,
    ) -> Job:
        """Run `function` in a thread; then `done(value)`, `failed(error)` or `broke(bug)` here.

        A newer job with the same `key` cancels the older and drops its answer. `cancelled` is
        the Event the function looks at. Nothing is delivered once `owner` is deleted. A
        `lasting` job (saving what was typed) waits behind no other, and is run to its end even
        while shutting down.
        """
        job = Job(key, cancelled or Event(), lasting=lasting)
        to = _Receivers(done, failed, broke)
        job._deliver = lambda value, error: self._deliver(to, value, error, owner)
        if self._closed:
            job.cancel()
            return job
        if key is not None:
            self.cancel(key)
            self._keyed[key] = job
        self._running.add(job)
        self.busy.emit(True)
        pool = self._lasting_pool if lasting else self._pool
        job.work = pool.submit(self._work, job, function)
        return job

    def cancel(self, key: str) -> None:
        """Cancel the job under `key`, if there is one."""
        older = self._keyed.pop(key, None)
        if older is not None:
            older.cancel()

    def hop(self, receive: Callable[[T], None]) -> Callable[[T], None]:
        """`receive` in a form any thread may call: it runs on the GUI thread, in order."""

        def send(value: T) -> None:
            if not self._closed:
                self._hopped.emit(receive, value)

        return send

    @property
    def idle(self) -> bool:
        """Whether nothing is under way (cancelled jobs count until they have returned)."""
        return not self._running

    def shutdown(self, patience: float = PATIENCE_SECONDS) -> None:
        """Cancel all but lasting jobs and deliver nothing more. Those are waited for to their end;
        the others, which may hang in something that can't be cancelled, for `patience` seconds."""
        self._closed = True
        works = {job: job.work for job in self._running if job.work is not None}
        for job in works:
            if not job.lasting:
                job.cancel()
        wait(works.values(), patience)
        wait([work for job, work in works.items() if job.lasting])
        for pool in (self._pool, self._lasting_pool):
            pool.shutdown(wait=False, cancel_futures=True)
        self._running.clear()
        self._keyed.clear()

    def _work(self, job: Job, function: Callable[[], object]) -> None:
        """In the thread."""
        value: object = None
        problem: BaseException | None = None
        try:
            if not job.cancelled.is_set():
                value = function()
        except BaseException as error:  # noqa: BLE001 - whatever it is, the GUI thread decides
            problem = error
        if not self._closed:
            self._arrived.emit(job, value, problem)

    @Slot(object, object)
    def _on_hopped(self, receive: Callable[[object], None], value: object) -> None:
        if not self._closed:
            receive(value)

    @Slot(object, object, object)
    def _on_arrived(self, job: Job, value: object, error: BaseException | None) -> None:
        """Qt hands over all that has arrived at once; it is delivered one answer a turn."""
        self._waiting.append((job, value, error))
        self._turns.start()

    def _deliver_one(self) -> None:
        job, value, error = self._waiting.popleft()
        if not self._waiting:
            self._turns.stop()
        self._running.discard(job)
        job.finished = True
        if job.key is not None and self._keyed.get(job.key) is job:
            del self._keyed[job.key]
        deliver, job._deliver = job._deliver, None
        if deliver is not None:
            deliver(value, error)
        if not self._running:
            self.busy.emit(False)

    def _deliver(
        self, to: _Receivers, value: object, error: BaseException | None, owner: QObject | None
    ) -> None:
        if owner is not None and not shiboken6.isValid(owner):
            return
        if error is None:
            if to.done is not None:
                to.done(value)
        elif isinstance(error, KnownError):
            (to.failed or self.failed.emit)(error)
        else:
            (to.broke or self.broke.emit)(_bug(error))


def _bug(error: BaseException) -> Bug:
    import traceback

    log.error("A job broke.", exc_info=error)
    details = "".join(traceback.format_exception(error))
    return Bug("Something went wrong inside Draftdesk.", details)


def run_application(
    app: QApplication, start: Callable[[], None], *, is_over: Callable[[], bool]
) -> int:
    """Show the window through `start`, then run qasync's event loop until `app.quit()`. `is_over`
    says whether that was called before there was a loop that could be told; a window that is
    hidden is not over.

    Qt's own loop runs while the libraries of qasync's are loaded beside it: the first picture
    does not wait for them, and the window answers meanwhile. Garbage is collected by the window's
    thread alone, from then on. Returns the exit code.
    """
    app.setQuitOnLastWindowClosed(False)
    start()
    _handle_events(app, ALONE_MS)
    _load_beside(app)
    Collector(app)
    if is_over():
        return 0
    import asyncio

    import qasync

    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    with loop:
        loop.run_forever()
    return 0


def run_without_window(app: QApplication, start: Callable[[], None]) -> int:
    """Run Qt's own loop until `app.quit()`, with a window only where one is made later. Returns the
    exit code."""
    app.setQuitOnLastWindowClosed(False)
    Collector(app, rest_ms=RESTING_MS)
    QTimer.singleShot(0, app, start)
    return app.exec()


def run_until(app: QApplication, over: Callable[[], bool]) -> None:
    """Handle events until it is over: for a small window before the application's own loop."""
    app.setQuitOnLastWindowClosed(False)
    flags = QEventLoop.ProcessEventsFlag
    while not over():
        app.processEvents(flags.AllEvents | flags.WaitForMoreEvents)


def _handle_events(app: QApplication, milliseconds: int) -> None:
    """What Qt's loop does, for a while."""
    flags = QEventLoop.ProcessEventsFlag
    timer = QTimer(app, singleShot=True, interval=milliseconds)
    timer.start()
    while timer.isActive():
        app.processEvents(flags.AllEvents | flags.WaitForMoreEvents)
    timer.deleteLater()


def _load_beside(app: QApplication) -> None:
    """Import what qasync needs in a thread while events are handled here; qasync itself makes Qt
    classes and is imported by this thread."""
    thread = Thread(target=importlib.import_module, args=("asyncio",), name="loop libraries")
    thread.start()
    while thread.is_alive():
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, LOADING_SLICE_MS)
        thread.join(LOADING_SLICE_MS / 1000)
