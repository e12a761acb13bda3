"""Import run: sources in chunks, parsed, joined to batches, stored and counted.

One thread reads and writes, two processes parse; memory stays bounded for a mailbox of any size. No
mail format and no SQL is known here.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from threading import Event

from desktop_app.accounts.local.readers import SourceFile, discover
from desktop_app.model.clock import Clock
from desktop_app.model.errors import StorageError
from desktop_app.model.progress import ImportReport, Progress, Unreadable
from desktop_app.store.mail.import_progress import Position
from desktop_app.store.rows.loader import AddReport
from desktop_app.store.rows.message_record import MessageRecord
from desktop_app.store.store import Store
from desktop_app.workers.import_chunks import Chunk, SourceStart, chunks, starts
from desktop_app.workers.parser_pool import ProcessPoolParser, SingleProcessParser

_SMALL = 2
_FIRST_BATCH = 400
_BATCH = 500
_BATCH_BYTES = 5_000_000
"""One transaction: a draft that is being typed is saved between two of them."""

_MEAN_SIZE = 8_000
_BETWEEN_REPORTS = 0.1
_PAUSE = 0.1

Report = Callable[[Progress], None]
_Add = Callable[[Sequence[MessageRecord], Iterable[Position]], AddReport]


@dataclass(slots=True)
class _Tally:
    """Counts of an import; `done` counts every message met."""

    imported: int = 0
    duplicates: int = 0
    repeated: int = 0
    bytes_done: int = 0
    deleted: int = 0
    partial: int = 0
    unreadable: list[Unreadable] = field(default_factory=list)
    _added: list[array[int]] = field(default_factory=list)

    @property
    def done(self) -> int:
        taken = self.imported + self.duplicates + self.repeated
        return taken + len(self.unreadable) + self.deleted

    def stored(self, report: AddReport) -> None:
        """Tell what this import has met before from what was in the account before it."""
        self._added.append(array("q", sorted(report.fresh)))
        again = len(report.ids) - report.added
        known = sum(1 for id_ in report.ids if not self._is_added(id_)) if again else 0
        self.imported += report.added
        self.duplicates += known
        self.repeated += again - known

    def _is_added(self, id_: int) -> bool:
        for ids in self._added:
            place = bisect_left(ids, id_)
            if place < len(ids) and ids[place] == id_:
                return True
        return False


class ImportRun:
    """Import into one account, see workers/importer.py."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def run(
        self,
        paths: Sequence[Path],
        account_id: str,
        *,
        progress: Report,
        cancelled: Event,
        paused: Event,
        expected_only: bool,
        sources: Sequence[SourceFile] = (),
    ) -> ImportReport:
        """As Importer.run; `sources` are read besides what is found at the paths."""
        self._store.accounts.get(account_id)
        found = [*discover(paths, cancelled.is_set), *sources]
        begin = starts(found, self._store.import_progress.read(account_id))
        pace = _Pace(progress, self._clock, begin)
        tally = _Tally(bytes_done=sum(start.offset for start in begin))
        source = _Held(chunks(begin), cancelled, paused)
        first = list(islice(source, _SMALL))
        with ExitStack() as stack:
            small = len(first) < _SMALL
            add, counting = self._adding(stack, account_id, pace, small=small)
            kind = SingleProcessParser if small else ProcessPoolParser
            parser = stack.enter_context(closing(kind(account_id, counting=counting)))
            stack.enter_context(_telling(tally))
            for batch in _batches(parser.parse(chain(first, source))):
                if expected_only:
                    batch.messages = self._store.messages.expected(batch.messages)
                _count(tally, batch, add)
                pace.report(tally)
        if source.exhausted:
            paths_read = [str(start.source.path) for start in begin]
            with _telling(tally):
                self._store.import_progress.finish(account_id, paths_read)
        pace.report(tally, phase="Finished")
        return ImportReport(
            tally.imported,
            tally.duplicates,
            tuple(tally.unreadable),
            not source.exhausted,
            tally.repeated,
            deleted=tally.deleted,
            partial=tally.partial,
        )

    def _adding(
        self, stack: ExitStack, account_id: str, pace: _Pace, *, small: bool
    ) -> tuple[_Add, bool]:
        """Function that stores a batch, and whether words are counted one by one."""
        notes = self._store.import_progress
        if small:
            messages = self._store.messages
            return (
                lambda batch, positions: messages.add_prepared(
                    account_id, batch, lambda c: notes.note(c, account_id, positions)
                ),
                True,
            )
        counting = self._store.messages.count() > 10 * pace.total // _MEAN_SIZE
        load = stack.enter_context(
            self._store.bulk_load(account_id, counting=counting, told=pace.finishing)
        )
        return (
            lambda batch, positions: load.add(
                batch, lambda c: notes.note(c, account_id, positions)
            ),
            counting,
        )


@contextmanager
def _telling(tally: _Tally) -> Iterator[None]:
    """Says with a failure of the disk how much had been imported by then."""
    try:
        yield
    except StorageError as error:
        if not tally.imported:
            raise
        raise StorageError(
            f"It stopped after {tally.imported:,} mails, which are here. {error.sentence}",
            next_step=f"{error.next_step} Importing again goes on from there.".strip(),
            details=error.details,
        ) from error


class _Held(Iterator[Chunk]):
    """Chunks until cancelled; none while paused. `exhausted`: all of the source was handed out, and
    an import that is cancelled after that is complete."""

    def __init__(self, source: Iterator[Chunk], cancelled: Event, paused: Event) -> None:
        self._source, self._cancelled, self._paused = source, cancelled, paused
        self.exhausted = False

    def __next__(self) -> Chunk:
        while self._paused.is_set() and not self._cancelled.wait(_PAUSE):
            pass
        if self._cancelled.is_set():
            raise StopIteration
        chunk = next(self._source, None)
        if chunk is None:
            self.exhausted = True
            raise StopIteration
        return chunk


@dataclass(slots=True)
class _Batch:
    messages: list[MessageRecord] = field(default_factory=list)
    positions: dict[str, Position] = field(default_factory=dict)
    unreadable: list[Unreadable] = field(default_factory=list)
    size: int = 0
    weight: int = 0
    deleted: int = 0
    partial: int = 0


def _batches(parsed: Iterable[tuple[Chunk, list[MessageRecord]]]) -> Iterator[_Batch]:
    """Chunks joined into transactions. The first is small, so that mail shows soon."""
    batch, most = _Batch(), _FIRST_BATCH
    for chunk, messages in parsed:
        batch.messages += messages
        batch.positions.update(chunk.positions)
        batch.unreadable += chunk.unreadable
        batch.size += chunk.size
        batch.deleted += chunk.deleted
        batch.partial += chunk.partial
        batch.weight += sum(len(m.raw) + len(m.text[5]) for m in messages)
        if len(batch.messages) >= most or batch.weight > _BATCH_BYTES:
            yield batch
            batch, most = _Batch(), _BATCH
    if batch.messages or batch.positions:
        yield batch


def _count(tally: _Tally, batch: _Batch, add: _Add) -> None:
    report = add(batch.messages, batch.positions.values())
    tally.stored(report)
    tally.unreadable += batch.unreadable
    tally.bytes_done += batch.size
    tally.deleted += batch.deleted
    tally.partial += batch.partial


class _Pace:
    """Progress reports, those of mails at most ten a second, with an estimate as soon as there is
    one."""

    def __init__(self, report: Report, clock: Clock, begin: Sequence[SourceStart]) -> None:
        self._report = report
        self._clock = clock
        self._started = self._last = clock()
        self._skipped = sum(start.offset for start in begin)
        self.total = sum(start.source.size for start in begin)

    def report(self, tally: _Tally, *, phase: str = "Importing") -> None:
        now = self._clock()
        if phase == "Importing" and now - self._last < _BETWEEN_REPORTS:
            return
        self._last = now
        self._report(
            Progress(
                done=tally.done,
                bytes_done=tally.bytes_done,
                bytes_total=self.total,
                eta_seconds=self._eta(tally, now - self._started) if phase == "Importing" else -1.0,
                phase=phase,
            )
        )

    def finishing(self, phase: str, done: int, total: int) -> None:
        """After the last mail: what is done, in portions. How long it takes is not known."""
        self._report(Progress(done, total, phase=phase))

    def _eta(self, tally: _Tally, elapsed: float) -> float:
        read = tally.bytes_done - self._skipped
        if read <= 0 or elapsed < 1:
            return -1.0
        return max(0.0, (self.total - tally.bytes_done) * elapsed / read)
