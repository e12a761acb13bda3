"""Chunks of an import: the sources cut to a size that keeps memory bounded.

Reads and counts; neither parses nor stores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from desktop_app.accounts.local.readers import (
    MaildirEntry,
    RawItem,
    SourceFile,
    SourceFormat,
    maildir_entries,
    read,
)
from desktop_app.model.progress import Unreadable
from desktop_app.store.mail.import_progress import Position

CHUNK_BYTES = 1_000_000
CHUNK_ITEMS = 250


@dataclass(slots=True)
class Chunk:
    """Messages of a source, read (`items`) or left to be read by a parsing process (`entries`).

    `positions` are the offsets up to which the sources are read once this chunk is stored, `size`
    the bytes of the sources that it covers.
    """

    items: list[RawItem] = field(default_factory=list)
    entries: list[MaildirEntry] = field(default_factory=list)
    unreadable: list[Unreadable] = field(default_factory=list)
    positions: dict[str, Position] = field(default_factory=dict)
    size: int = 0
    deleted: int = 0
    partial: int = 0
    """Mails that were left out, and mails of which only the beginning is there."""

    @property
    def full(self) -> bool:
        return self.size > CHUNK_BYTES or len(self.items) + len(self.entries) >= CHUNK_ITEMS


@dataclass(frozen=True, slots=True)
class SourceStart:
    """Source with the offset to read it from."""

    source: SourceFile
    offset: int
    mtime: int


def starts(sources: Iterable[SourceFile], known: Mapping[str, Position]) -> list[SourceStart]:
    """Starting offset of each source: the last position of a killed import, if the file is
    unchanged."""
    found = []
    for source in sources:
        mtime = _mtime(source)
        position = known.get(str(source.path))
        unchanged = position and (position.size, position.mtime) == (source.size, mtime)
        found.append(SourceStart(source, position.position if position and unchanged else 0, mtime))
    return found


def _mtime(source: SourceFile) -> int:
    try:
        return source.path.stat().st_mtime_ns
    except OSError:
        return 0


def chunks(begin: Iterable[SourceStart]) -> Iterator[Chunk]:
    """All messages of the sources in chunks; small sources share a chunk."""
    chunk = Chunk()
    for start in begin:
        offset = start.offset
        if offset and offset >= start.source.size:
            continue
        for item in _messages(start):
            _take(chunk, start, item, item.next_offset - offset)
            offset = item.next_offset
            if chunk.full:
                yield chunk
                chunk = Chunk()
    if chunk.positions:
        yield chunk


def _messages(start: SourceStart) -> Iterator[RawItem | MaildirEntry]:
    """Messages of a source. Those of a Maildir are read by the parsing processes."""
    if start.source.kind not in {SourceFormat.MAILDIR, SourceFormat.EMLX}:
        yield from read(start.source, start.offset)
        return
    try:
        yield from maildir_entries(start.source, start.offset)
    except OSError:
        # It has vanished: the reader says so.
        yield from read(start.source, start.offset)


def _take(chunk: Chunk, start: SourceStart, item: RawItem | MaildirEntry, size: int) -> None:
    if isinstance(item, MaildirEntry):
        chunk.entries.append(item)
    elif item.deleted:
        chunk.deleted += 1
    elif item.problem:
        chunk.unreadable.append(Unreadable(item.location, item.problem))
    else:
        chunk.items.append(item)
        chunk.partial += item.partial
    chunk.size += max(size, 0)
    path = str(start.source.path)
    chunk.positions[path] = Position(path, start.source.size, start.mtime, item.next_offset)
