"""Keeper of the profile's backups: one a day, a check of every page in idle time, and the mail that
a restored profile reads from its files again. It notes in the activity record what became of
proposals, and takes from it what is not kept any longer.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

from desktop_app.model.backup import Occasion
from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.errors import Cancelled, KnownError
from desktop_app.model.loop import Loop
from desktop_app.store.store import Store
from desktop_app.workers.importer import Importer

_log = logging.getLogger(__name__)
FIRST_SECONDS = 90.0
"""The first minute belongs to the window."""
LOOK_SECONDS = 600.0
IDLE_SECONDS = 30.0
"""Idle is when nothing was committed for that long."""
DAY = 86_400.0


class BackupKeeper:
    """Thread of the process that has the window. `steady` is a clock that is never set."""

    def __init__(
        self,
        store: Store,
        importer: Importer,
        *,
        clock: Clock,
        steady: Clock = time.monotonic,
        record_days: Callable[[], int] = int,
    ) -> None:
        """`record_days`: for how many days of use the activity record is kept, 0 for good."""
        self._store = store
        self._importer = importer
        self._clock = clock
        self._steady = steady
        self._record_days = record_days
        self._changed = steady()
        self._checked = -DAY
        self._thread = Loop("backups", self._loop)

    def start(self) -> None:
        self._store.subscribe(self._on_change)
        self._thread.start()

    def shutdown(self) -> None:
        self._thread.shutdown()

    def _on_change(self, _: Changes) -> None:
        self._changed = self._steady()

    def _loop(self) -> None:
        self._try(self._store.backups.tidy)
        self._try(self.read_again)
        pause = FIRST_SECONDS
        while self._thread.pause(pause):
            self.work()
            pause = LOOK_SECONDS

    def work(self) -> None:
        """What is due: the backup of the day, then the check of the day. A damaged database is
        backed up as far as it can be read, and no good backup goes for that."""
        self._try(self._store.note_proposals)
        if self._due():
            self._back_up()  # first: it says what the record's last row was
            self._try(self._shorten_record)
        idle = self._steady() - self._changed >= IDLE_SECONDS
        if idle and self._steady() - self._checked >= DAY:
            self._checked = self._steady()
            self._try(self._check)

    def _back_up(self) -> None:
        """One attempt; what it says is told to the window, as is the first that succeeds again."""
        backups, trouble = self._store.backups, ""
        try:
            backups.add(Occasion.DAILY, now=self._clock())
        except KnownError as error:
            _log.warning("The profile can't be backed up: %s %s", error, error.details)
            trouble = f"{error.sentence} {error.next_step}".strip()
        if trouble != backups.trouble:
            backups.trouble = trouble
            self._store.announce(Changes(accounts=True))

    def _shorten_record(self) -> None:
        if days := self._record_days():
            self._store.shorten_record(days)

    def _due(self) -> bool:
        """Once a day; a clock that was set back does not put the next one off."""
        since = self._clock() - self._store.backups.newest_time(Occasion.DAILY)
        return not 0 <= since < DAY

    def _check(self) -> None:
        if not self._store.check(self._thread.stopping):
            _log.warning("The mail database is damaged.")
            self._store.announce(Changes(accounts=True))

    def read_again(self) -> None:
        """Import what a restored profile expects from the files it came from. A file that has gone
        is passed over: what was in it is awaited until it is imported."""
        for account_id, paths in self._store.import_progress.to_read_again().items():
            there = [path for path in map(Path, paths) if path.exists()]
            self._importer.run(
                there,
                account_id,
                progress=lambda _: None,
                cancelled=self._thread.stopping,
                paused=Event(),
                expected_only=True,
            )
            if not self._thread.stopping.is_set():
                self._store.import_progress.read_again(account_id)

    def _try(self, work: Callable[[], object]) -> None:
        try:
            work()
        except Cancelled:
            return
        except KnownError as error:
            _log.warning("The profile can't be kept safe: %s %s", error, error.details)
