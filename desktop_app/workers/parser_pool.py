"""Parser pool: the chunks of an import parsed in one or two processes, in their order.

A message that passes the limits of its process is reported, and the others are parsed.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Queue

from desktop_app.bounded_process import KeptProcess
from desktop_app.model.progress import Unreadable
from desktop_app.store.rows.message_record import MessageRecord
from desktop_app.workers.import_chunks import Chunk
from desktop_app.workers.parsing import (
    ParsedBlock,
    Raw,
    RawBlock,
    Work,
    parse_block,
    parsing_process,
    read_block,
)

_PROCESSES = 2
_AHEAD = 16
Parsed = tuple[Chunk, list[MessageRecord]]
_Ahead = tuple[Chunk, "Future[ParsedBlock]"] | Exception | None


class SingleProcessParser:
    """Parser in the process that syncs share, for a few hundred messages."""

    def __init__(self, account_id: str, *, counting: bool) -> None:
        self._account_id, self._counting = account_id, counting

    def parse(self, chunks: Iterable[Chunk]) -> Iterator[Parsed]:
        for chunk in chunks:
            found = read_block(_block(chunk), self._account_id, counting=self._counting)
            yield _joined(chunk, found)

    def close(self) -> None:
        """Nothing to close."""


class ProcessPoolParser:
    """Parser in two processes, a bounded number of chunks ahead of the consumer."""

    def __init__(self, account_id: str, *, counting: bool, work: Work = parse_block) -> None:
        self._account_id, self._counting = account_id, counting
        self._free: Queue[KeptProcess] = Queue()
        for _ in range(_PROCESSES):
            self._free.put(parsing_process(work))
        self._waiting = ThreadPoolExecutor(_PROCESSES, thread_name_prefix="parsing")

    def parse(self, chunks: Iterable[Chunk]) -> Iterator[Parsed]:
        """Chunks in their order, each with its prepared messages."""
        ahead: Queue[_Ahead] = Queue(_AHEAD)
        feeder = threading.Thread(target=self._feed, args=(chunks, ahead), daemon=True)
        feeder.start()
        while (following := ahead.get()) is not None:
            if isinstance(following, Exception):
                raise following
            chunk, found = following
            yield _joined(chunk, found.result())

    def _feed(self, chunks: Iterable[Chunk], ahead: Queue[_Ahead]) -> None:
        """Read and submit chunks in a thread of its own, so that reading goes on while the
        caller writes. Its errors are raised in `parse`."""
        try:
            for chunk in chunks:
                ahead.put((chunk, self._waiting.submit(self._read, _block(chunk))))
            ahead.put(None)
        except Exception as error:  # noqa: BLE001 - carried over to the thread that waits
            ahead.put(error)

    def _read(self, block: RawBlock) -> ParsedBlock:
        process = self._free.get()
        try:
            return read_block(block, self._account_id, counting=self._counting, process=process)
        finally:
            self._free.put(process)

    def close(self) -> None:
        self._waiting.shutdown(wait=True, cancel_futures=True)
        while not self._free.empty():
            self._free.get().close()


def _block(chunk: Chunk) -> RawBlock:
    items = [
        Raw(item.raw, item.fallback_date, tuple(item.labels), location=item.location)
        for item in chunk.items
    ]
    return RawBlock(items, chunk.entries)


def _joined(chunk: Chunk, result: ParsedBlock) -> Parsed:
    chunk.unreadable += [Unreadable(location, reason) for location, reason in result.unreadable]
    chunk.deleted += result.deleted
    chunk.partial += result.partial
    return chunk, result.messages
