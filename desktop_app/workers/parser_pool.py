"""Parser pool: parsing and preparing messages, in this process or in two others.

The processes exchange bytes; they know no database and no file. A message that kills its process is
reported, and the others are parsed.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from queue import Queue

import msgspec

from desktop_app.accounts.local.readers import MaildirEntry, read_file
from desktop_app.mime.parse import parse
from desktop_app.model.progress import Unreadable
from desktop_app.store.message_record import MessageRecord, Preparer
from desktop_app.workers.import_chunks import Chunk

_PROCESSES = 2
_AHEAD = 16
_KILLED = "The message made its reader fail; it was left out."


class RawBlock(msgspec.Struct, frozen=True, array_like=True):
    """Input of a parsing process: messages (bytes, fallback date, labels), and entries to read
    messages from."""

    items: list[tuple[bytes, int, tuple[str, ...]]]
    entries: list[MaildirEntry]


class ParsedBlock(msgspec.Struct, frozen=True, array_like=True):
    """Output of a parsing process: messages to store, and (location, reason) of those that could
    not be read."""

    messages: list[MessageRecord]
    unreadable: list[tuple[str, str]]


_block_decoder = msgspec.msgpack.Decoder(RawBlock)
_result_decoder = msgspec.msgpack.Decoder(ParsedBlock)
Parsed = tuple[Chunk, list[MessageRecord]]
_Work = Callable[[str, bool, bytes], bytes]
_Ahead = tuple[Chunk, "Future[bytes]"] | Exception | None


class SingleProcessParser:
    """Parser in this process, for a few hundred messages."""

    def __init__(self, account_id: str, *, counting: bool) -> None:
        self._preparer = Preparer(account_id, counting=counting)

    def parse(self, chunks: Iterable[Chunk]) -> Iterator[Parsed]:
        for chunk in chunks:
            yield _joined(chunk, _read(self._preparer, _block(chunk)))

    def close(self) -> None:
        """Nothing to close."""


class ProcessPoolParser:
    """Parser in two processes, a bounded number of chunks ahead of the consumer."""

    def __init__(self, account_id: str, *, counting: bool, work: _Work | None = None) -> None:
        """`work` runs in the processes; a test may hand in a failing one."""
        self._account_id = account_id
        self._counting = counting
        self._work = work or parse_block
        self._pool = _pool()
        self._lock = threading.Lock()

    def parse(self, chunks: Iterable[Chunk]) -> Iterator[Parsed]:
        """Chunks in their order, each with its prepared messages."""
        ahead: Queue[_Ahead] = Queue(_AHEAD)
        feeder = threading.Thread(target=self._feed, args=(chunks, ahead), daemon=True)
        feeder.start()
        while (following := ahead.get()) is not None:
            if isinstance(following, Exception):
                raise following
            yield self._result(*following)

    def _feed(self, chunks: Iterable[Chunk], ahead: Queue[_Ahead]) -> None:
        """Read and submit chunks in a thread of its own, so that reading goes on while the
        caller writes. Its errors are raised in `parse`."""
        try:
            for chunk in chunks:
                ahead.put((chunk, self._submit(_block(chunk))))
            ahead.put(None)
        except Exception as error:  # noqa: BLE001 - carried over to the thread that waits
            ahead.put(error)

    def _submit(self, block: RawBlock) -> Future[bytes]:
        data = msgspec.msgpack.encode(block)
        with self._lock:
            for _ in range(2):
                try:
                    with _unheard_interrupts():
                        return self._pool.submit(self._work, self._account_id, self._counting, data)
                except BrokenProcessPool:
                    self._pool = _pool()
        raise BrokenProcessPool("No parsing process can be started.")

    def _result(self, chunk: Chunk, future: Future[bytes]) -> Parsed:
        try:
            return _joined(chunk, _result_decoder.decode(future.result()))
        except BrokenProcessPool:
            return chunk, list(self._one_by_one(chunk))

    def _one_by_one(self, chunk: Chunk) -> Iterator[MessageRecord]:
        """Messages of a chunk in which one message has killed its process."""
        block = _block(chunk)
        singles = [
            (i.location, RawBlock([one], []))
            for i, one in zip(chunk.items, block.items, strict=True)
        ]
        singles += [(entry.location, RawBlock([], [entry])) for entry in block.entries]
        for location, single in singles:
            try:
                result = _result_decoder.decode(self._submit(single).result())
            except BrokenProcessPool:
                chunk.unreadable.append(Unreadable(location, _KILLED))
            else:
                yield from _joined(chunk, result)[1]

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _unheard_interrupts() -> Iterator[None]:
    """Processes that are started here never hear of Ctrl+C, which goes to all processes of a
    terminal: the one that started them ends them when it has finished its batch."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(
        _PROCESSES,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=begin_process,
    )


def begin_process() -> None:
    """Set up a parsing process, which ends with the process that started it."""
    # What parsing makes is freed by itself; looking for cycles so often costs a tenth.
    gc.set_threshold(100_000, 50, 100)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_leave, args=(parent.join,), daemon=True).start()


def _wait_and_leave(join: Callable[[], None]) -> None:
    join()
    os._exit(0)


def parse_block(account_id: str, counting: bool, data: bytes) -> bytes:
    """Work of a parsing process: a packed RawBlock in, a packed ParsedBlock out."""
    preparer = Preparer(account_id, counting=counting)
    return msgspec.msgpack.encode(_read(preparer, _block_decoder.decode(data)))


def _block(chunk: Chunk) -> RawBlock:
    items = [(item.raw, item.fallback_date, tuple(item.labels)) for item in chunk.items]
    return RawBlock(items, chunk.entries)


def _joined(chunk: Chunk, result: ParsedBlock) -> Parsed:
    chunk.unreadable += [Unreadable(location, reason) for location, reason in result.unreadable]
    return chunk, result.messages


def _read(preparer: Preparer, block: RawBlock) -> ParsedBlock:
    read = [read_file(entry) for entry in block.entries]
    items = block.items + [
        (item.raw, item.fallback_date, tuple(item.labels)) for item in read if not item.problem
    ]
    return ParsedBlock(
        [preparer.prepare(parse(raw, fallback_date=date), labels) for raw, date, labels in items],
        [(item.location, item.problem) for item in read if item.problem],
    )
