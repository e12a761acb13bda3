"""Parsing and preparing messages, here or in processes of their own.

The processes get bytes and give bytes; they know no database and no file. A message that
kills its process is reported and costs nobody else's.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from queue import Queue

import msgspec

from desktop_app.mime.parse import parse
from desktop_app.model.progress import Unreadable
from desktop_app.store.prepare import Preparer, pack_batch
from desktop_app.store.rows import Prepared, batch_decoder
from desktop_app.workers.import_chunks import Chunk

_PROCESSES = 2
_AHEAD = 16
_KILLED = "The message made its reader fail; it was left out."

_Item = tuple[bytes, int, tuple[str, ...]]
_items_decoder = msgspec.msgpack.Decoder(list[_Item])
Parsed = tuple[Chunk, list[Prepared]]
_Work = Callable[[str, bool, bytes], bytes]
_Ahead = tuple[Chunk, "Future[bytes]"] | Exception | None


class InProcess:
    """Parses where it stands: right for a few hundred messages."""

    def __init__(self, account_id: str, *, counting: bool) -> None:
        self._preparer = Preparer(account_id, counting=counting)

    def parse(self, chunks: Iterable[Chunk]) -> Iterator[Parsed]:
        for chunk in chunks:
            yield chunk, _prepare(self._preparer, _items(chunk))

    def close(self) -> None:
        """Nothing to close."""


class InProcesses:
    """Two parsing processes, a bounded number of chunks ahead of whoever takes the results."""

    def __init__(self, account_id: str, *, counting: bool, work: _Work | None = None) -> None:
        """`work` is what runs in the processes; a test may plant a failing one."""
        self._account_id = account_id
        self._counting = counting
        self._work = work or parse_block
        self._pool = _pool()
        self._lock = threading.Lock()

    def parse(self, chunks: Iterable[Chunk]) -> Iterator[Parsed]:
        """The chunks in their order, each with its messages prepared."""
        ahead: Queue[_Ahead] = Queue(_AHEAD)
        feeder = threading.Thread(target=self._feed, args=(chunks, ahead), daemon=True)
        feeder.start()
        while (following := ahead.get()) is not None:
            if isinstance(following, Exception):
                raise following
            yield self._result(*following)

    def _feed(self, chunks: Iterable[Chunk], ahead: Queue[_Ahead]) -> None:
        """Reads and submits in a thread of its own, so that reading goes on while the caller
        writes; whatever goes wrong here is raised there."""
        try:
            for chunk in chunks:
                ahead.put((chunk, self._submit(_items(chunk))))
            ahead.put(None)
        except Exception as error:  # noqa: BLE001 - carried over to the thread that waits
            ahead.put(error)

    def _submit(self, items: Sequence[_Item]) -> Future[bytes]:
        data = msgspec.msgpack.encode(items)
        with self._lock:
            for _ in range(2):
                try:
                    return self._pool.submit(self._work, self._account_id, self._counting, data)
                except BrokenProcessPool:
                    self._pool = _pool()
        raise BrokenProcessPool("No parsing process can be started.")

    def _result(self, chunk: Chunk, future: Future[bytes]) -> Parsed:
        try:
            return chunk, batch_decoder.decode(future.result())
        except BrokenProcessPool:
            return chunk, list(self._one_by_one(chunk))

    def _one_by_one(self, chunk: Chunk) -> Iterator[Prepared]:
        for item, packed in zip(chunk.items, _items(chunk), strict=True):
            try:
                yield from batch_decoder.decode(self._submit([packed]).result())
            except BrokenProcessPool:
                chunk.unreadable.append(Unreadable(item.location, _KILLED))

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


def _pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(
        _PROCESSES,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=begin_process,
    )


def begin_process() -> None:
    """Prepares a parsing process, and ends it when the one that started it does, however."""
    # What parsing makes is freed by itself; looking for cycles so often costs a tenth.
    gc.set_threshold(100_000, 50, 100)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_leave, args=(parent.join,), daemon=True).start()


def _wait_and_leave(join: Callable[[], None]) -> None:
    join()
    os._exit(0)


def parse_block(account_id: str, counting: bool, data: bytes) -> bytes:
    """What runs in a parsing process: packed items in, packed prepared messages out."""
    return pack_batch(
        _prepare(Preparer(account_id, counting=counting), _items_decoder.decode(data))
    )


def _items(chunk: Chunk) -> list[_Item]:
    return [(item.raw, item.fallback_date, tuple(item.labels)) for item in chunk.items]


def _prepare(preparer: Preparer, items: Iterable[_Item]) -> list[Prepared]:
    return [preparer.prepare(parse(raw, fallback_date=date), labels) for raw, date, labels in items]
