"""Thread of one account that syncs, with its events, its status and the watch over its inbox."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Event, Lock, Thread

from desktop_app.model.progress import Progress
from desktop_app.model.sync import SyncStatus
from desktop_app.workers.idle_watch import IdleWatch


class AccountThread:
    """Not started until `open`."""

    def __init__(self, account_id: str) -> None:
        self.account_id = account_id
        self.thread: Thread | None = None
        self.watch: IdleWatch | None = None
        self.busy = Lock()
        self.wake = Event()
        self.wanted = Event()
        self.touched = Event()
        self.cancelled = Event()
        self.status = SyncStatus(account_id)

    def open(self, work: Callable[[AccountThread], None], watch: IdleWatch) -> None:
        """Start both threads; the watch waits for `reached`."""
        self.thread = Thread(target=work, args=(self,), name=f"sync {self.account_id}", daemon=True)
        self.watch = watch
        self.thread.start()
        watch.start()

    def want(self) -> None:
        """Ask for a pass now."""
        self.wanted.set()
        self.wake.set()

    def stop(self) -> None:
        """Both threads end by themselves."""
        self.cancelled.set()
        self.wake.set()
        if self.watch is not None:
            self.watch.stop()

    def ended(self, seconds: float) -> bool:
        """Wait for the end of the passes; whether it came."""
        if self.thread is None:
            return True
        self.thread.join(seconds)
        return not self.thread.is_alive()

    def reached(self) -> None:
        """A pass has succeeded."""
        if self.watch is not None:
            self.watch.reached()

    def note(self, announce: Callable[[], None]) -> Callable[[Progress], None]:
        """Callback that keeps each progress and announces it."""

        def keep(progress: Progress) -> None:
            self.status = replace(self.status, progress=progress)
            announce()

        return keep
