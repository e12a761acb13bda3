"""Attachments read for the search, newest mail first: one thread beside the window, and a process
that reads (workers/file_process.py).

After each portion it rests for as long as the portion took, so that the window and the sync have
the processor first. On battery only the mail of these days is read. What was read, and that it is
not due any more, is stored in one transaction: an end at any moment loses nothing.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.errors import Damaged, KnownError, NotFound, Unavailable
from desktop_app.model.file_state import FileState, ReadingPhase
from desktop_app.model.loop import LAST_SECONDS, Loop
from desktop_app.model.message import MessageId
from desktop_app.settings import Settings
from desktop_app.store.mail.file_texts import DueMail
from desktop_app.store.rows.file_rows import FileRecord
from desktop_app.store.store import Store
from desktop_app.workers.battery import on_battery

if TYPE_CHECKING:
    from desktop_app.bounded_process import KeptProcess

_log = logging.getLogger(__name__)
SETTING, SCANS = "search.attachments", "search.scans"
FIRST_SECONDS = 4.0
"""The first moments belong to the window, and to what syncs first."""

PORTION = 8
"""Mails whose files are stored in one transaction."""

MOST_BYTES = 90_000_000
"""Bytes of a mail whose files are read at all."""

RESTS = 1.0
"""How long it rests, in portions."""

FRESH_SECONDS = 2 * 86_400
"""Mail that is not older is read on battery too: it is little, and it is what is looked for."""

TELL_SECONDS = 2.0
"""How often the window is told while much is read."""

_LOOKS = 50
"""At the end, whether the thread has ended."""

_LEAST_REST = 0.01
_AGAIN_SECONDS = 30.0
"""When it is looked again: after an error, and whether there is a cable."""


class _Over(Exception):
    """It ends in the middle of a file."""


def _reading_process() -> KeptProcess:
    from desktop_app.workers.file_process import reading_process

    return reading_process()


class FileReader:
    """Thread of the process that has the window. `steady` is a clock that is never set, `clock`
    says how old mail is, `battery` whether the computer runs on one."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        *,
        clock: Clock = time.time,
        steady: Clock = time.monotonic,
        battery: Callable[[], bool] = on_battery,
        process: Callable[[], KeptProcess] = _reading_process,
    ) -> None:
        self._store, self._settings = store, settings
        self._clock, self._steady, self._battery = clock, steady, battery
        self._begin = process
        self._process: KeptProcess | None = None
        self._paused = self._once_more = False
        self._left: set[MessageId] = set()
        """Mails that the database can't give: they are left for another start."""
        self.phase = ReadingPhase.DONE
        self._thread = Loop("attachments", self._loop)

    def start(self) -> None:
        self._store.subscribe(self._on_change)
        self._settings.watch(self._on_setting)
        self._thread.wake()
        self._thread.start()

    def shutdown(self) -> None:
        self._thread.end()
        for _ in range(_LOOKS):
            self._close()  # a process may be on its way yet
            if self._thread.ended(LAST_SECONDS / _LOOKS):
                break
        self._close()

    def _close(self) -> None:
        """End the process; it is started anew when there is more to read."""
        if self._process is not None:
            self._process.close()

    @property
    def paused(self) -> bool:
        """Whether the person has paused it: until it goes on, or the next start."""
        return self._paused

    def pause(self, *, paused: bool) -> None:
        self._paused = paused
        self._thread.wake()
        self._store.file_texts.told()

    def _on_change(self, changes: Changes) -> None:
        if changes.messages or changes.accounts:
            self._thread.wake()

    def _on_setting(self, key: str) -> None:
        self._once_more = self._once_more or key == SCANS
        if key in {SETTING, SCANS}:
            self._thread.wake()

    def _loop(self) -> None:
        going = self._thread.pause(FIRST_SECONDS)
        again: float | None = None
        while going and self._thread.rest(again):
            again = self.work() or None

    def work(self) -> float:
        """Read what is due; seconds until it is to be looked at again, 0 when all is read."""
        try:
            if self._settings.flag(SETTING):
                self._mark_scans()
                return self._read_all()
            self._say(ReadingPhase.OFF)
            while self._store.file_texts.counts().files and not self._thread.stopping.is_set():
                self._store.file_texts.forget_some()
        except _Over:
            return 0.0
        except KnownError as error:
            _log.warning("Attachments can't be read now: %s", error)
            return _AGAIN_SECONDS
        return 0.0

    def _read_all(self) -> float:
        told = self._steady() - TELL_SECONDS
        while not self._thread.stopping.is_set():
            begun = self._steady()
            is_saving = self._battery()
            due = [] if self._paused else self._due(is_saving=is_saving)
            if not due or not self._settings.flag(SETTING):
                return self._nothing_now(is_saving=is_saving)
            self._say(ReadingPhase.READING)
            self._read_portion(due)
            if begun - told >= TELL_SECONDS:
                self._store.file_texts.told()
                told = begun
            self._thread.pause(max(_LEAST_REST, RESTS * (self._steady() - begun)))
        return 0.0

    def _mark_scans(self) -> None:
        """Files without words are read once more where that has just been switched on."""
        if self._once_more and self._settings.flag(SCANS):
            while self._store.file_texts.once_more() and not self._thread.stopping.is_set():
                pass
        self._once_more = False

    def _due(self, *, is_saving: bool) -> list[MessageId]:
        since = int(self._clock() - FRESH_SECONDS) if is_saving else 0
        found = self._store.file_texts.due(PORTION + len(self._left), since=since)
        return [id_ for id_ in found if id_ not in self._left][:PORTION]

    def _read_portion(self, due: Sequence[MessageId]) -> None:
        texts, read, gone = self._store.file_texts, [], []
        for message in due:
            try:
                mail = texts.mail(message)
                if mail is None:
                    gone.append(message)
                else:
                    read.append((mail, self._read(mail)))
            except Damaged:
                self._left.add(message)
            except NotFound:
                gone.append(message)
        texts.store(read)
        if gone:
            texts.not_due(gone)

    def _read(self, mail: DueMail) -> list[FileRecord]:
        """What was read of the files of a mail. Raises `_Over`, `NotFound`."""
        # On first use: the readers are not loaded on the way to the first window.
        from desktop_app.bounded_process import Passed
        from desktop_app.mail.files.extract import has_reader
        from desktop_app.mail.files.scans import may_be_scanned
        from desktop_app.workers.file_process import NoReaderError, read_of_mail, unread

        scans = self._settings.flag(SCANS)
        if not any(
            has_reader(f.filename, f.content_type) or (scans and may_be_scanned(f.filename))
            for f in mail.files
        ):
            return unread(mail.files, FileState.NOTHING)
        if mail.size > MOST_BYTES:
            return unread(mail.files, FileState.TOO_LARGE)
        raw = self._store.messages.raw(mail.id)
        if self._process is None:
            self._process = self._begin()
        try:
            over = self._thread.stopping.is_set
            return read_of_mail(self._process, raw, mail.files, over, scans=scans)
        except Passed:
            raise _Over from None
        except NoReaderError:
            raise Unavailable("The process that reads attachments can't be started.") from None

    def _nothing_now(self, *, is_saving: bool) -> float:
        waiting = self._store.file_texts.waiting() > len(self._left)
        if waiting and self._paused:
            self._say(ReadingPhase.PAUSED)
        elif waiting and is_saving:
            self._say(ReadingPhase.ON_BATTERY)
            return _AGAIN_SECONDS
        else:
            self._say(ReadingPhase.DONE)
            self._close()
        return 0.0

    def _say(self, phase: ReadingPhase) -> None:
        if phase is not self.phase:
            self.phase = phase
            self._store.file_texts.told()
