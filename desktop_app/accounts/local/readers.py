"""Readers of local mail: mbox, Maildir, single messages.

Sources are only read, piece by piece; an error in one message or file does not end the reading.
Nothing is parsed beyond what labels need.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from desktop_app.accounts.local import labels, mbox
from desktop_app.accounts.local.sources import (
    SourceFile,
    SourceFormat,
    discover,
    maildir_files,
    shown,
    trouble,
)
from desktop_app.mail.wire.headers import label_names
from desktop_app.model.message import SystemLabel

__all__ = [
    "MaildirEntry",
    "RawItem",
    "SourceFile",
    "SourceFormat",
    "discover",
    "maildir_entries",
    "read",
    "read_file",
]

_HEAD = 262_144
_HEAD_END = re.compile(rb"\n\r?\n")
_GMAIL = re.compile(rb"^X-Gmail-Labels:[ \t]*((?:.*(?:\n[ \t].*)*))", re.IGNORECASE | re.MULTILINE)
_AWAY = frozenset((SystemLabel.TRASH, SystemLabel.SPAM, SystemLabel.DRAFT))
_TOO_LARGE = "The message is larger than 100 MB."


@dataclass(frozen=True, slots=True)
class RawItem:
    """Message as found, or a record of what could not be read.

    `raw` is the message (empty when `problem` is set), `location` the place where it was found,
    `next_offset` the offset to resume from (and the part of `SourceFile.size` that is done),
    `fallback_date` is in seconds since the epoch, `labels` are label ids, `problem` is a sentence.
    """

    raw: bytes
    location: str
    next_offset: int
    fallback_date: int = 0
    labels: frozenset[str] = frozenset()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class MaildirEntry:
    """Message of a Maildir, to be read later or by another process. `labels` are those of its
    folder; `next_offset` as in RawItem. Folder and name are the file system's own bytes, because
    they need not be UTF-8."""

    folder: bytes
    part: str
    name: bytes
    size: int
    next_offset: int
    labels: frozenset[str]

    @property
    def path(self) -> str:
        return str(Path(os.fsdecode(self.folder)) / self.part / os.fsdecode(self.name))

    @property
    def location(self) -> str:
        return shown(self.path)


def read(source: SourceFile, start: int = 0) -> Iterator[RawItem]:
    """Messages of `source` from offset `start` on (0, or the `next_offset` of an item).

    A resumed reading equals the rest of a full one, as long as the source is unchanged.
    """
    try:
        yield from _READERS[source.kind](source, start)
    except OSError as error:
        yield RawItem(b"", shown(source.path), source.size, problem=trouble(error))


def _read_none(source: SourceFile, start: int) -> Iterator[RawItem]:
    if start <= 0:
        yield RawItem(b"", shown(source.path), max(source.size, 1), problem=source.problem)


def _read_mbox(source: SourceFile, start: int) -> Iterator[RawItem]:
    with source.path.open("rb") as file:
        for span in mbox.spans(file, start):
            location = f"{shown(source.path)} at byte {span.start}"
            if span.raw is None:
                yield RawItem(b"", location, span.end, problem=_TOO_LARGE)
                continue
            raw, date = mbox.unwrap(span.raw)
            if not raw.strip():
                yield RawItem(b"", location, span.end, problem="The message is empty.")
                continue
            yield RawItem(raw, location, span.end, date, _labels(raw, source.labels))


def _read_eml(source: SourceFile, start: int) -> Iterator[RawItem]:
    if start > 0:
        return
    location, end = shown(source.path), max(source.size, 1)
    if source.size > mbox.LARGEST:
        yield RawItem(b"", location, end, problem=_TOO_LARGE)
        return
    raw = source.path.read_bytes().removeprefix(b"\xef\xbb\xbf")
    date = int(source.path.stat().st_mtime)
    yield RawItem(raw, location, end, date, _labels(raw, source.labels))


def _read_maildir(source: SourceFile, start: int) -> Iterator[RawItem]:
    return (read_file(entry) for entry in maildir_entries(source, start))


def maildir_entries(source: SourceFile, start: int = 0) -> Iterator[MaildirEntry]:
    """Entries of a Maildir from offset `start` on, not read yet."""
    folder, done = os.fsencode(source.path), 0
    for part, name, size in maildir_files(source.path):
        begin, done = done, done + size
        if begin < start or (begin == start and size == 0 and start):
            continue
        yield MaildirEntry(folder, part, os.fsencode(name), size, done, source.labels)


def read_file(entry: MaildirEntry) -> RawItem:
    """Message of an entry, or a record of its error."""
    path, done = entry.location, entry.next_offset
    try:
        with Path(entry.path).open("rb") as file:
            status = os.fstat(file.fileno())
            if not 0 < status.st_size <= mbox.LARGEST:
                problem = _TOO_LARGE if status.st_size else "The message is empty."
                return RawItem(b"", path, done, problem=problem)
            raw, date = file.read(), int(status.st_mtime)
    except OSError as error:
        return RawItem(b"", path, done, problem=trouble(error))
    flags = re.split(r"[:;!]2,", os.fsdecode(entry.name))
    found = labels.from_maildir(flags[1] if len(flags) > 1 else "", new=entry.part == "new")
    return RawItem(raw, path, done, date, _placed(entry.labels, found))


_READERS = {
    SourceFormat.NONE: _read_none,
    SourceFormat.MBOX: _read_mbox,
    SourceFormat.EML: _read_eml,
    SourceFormat.MAILDIR: _read_maildir,
}


def _labels(raw: bytes, place: frozenset[str]) -> frozenset[str]:
    """Gmail's labels where the message has them, else those of status fields and folder."""
    end = _HEAD_END.search(raw, 0, _HEAD)
    head = raw[: end.start() if end else _HEAD]
    match = _GMAIL.search(head)
    if match is not None:
        return _gmail_labels(match[1])
    return _placed(place, labels.from_mbox(head))


@lru_cache(maxsize=4096)
def _gmail_labels(value: bytes) -> frozenset[str]:
    text = value.replace(b"\r", b"").replace(b"\n", b"").decode("ascii", "surrogateescape")
    return labels.from_gmail(label_names(text))


def _placed(place: frozenset[str], flags: frozenset[str]) -> frozenset[str]:
    """Labels of folder and flags. A message in the trash or a draft is not in the inbox."""
    if flags & _AWAY:
        place = place - {SystemLabel.INBOX}
    return place | flags
