"""Reading mail that lies on this computer: mbox, Maildir, single messages.

The source is only ever read, a piece at a time; nothing that is wrong with one message or one
file ends the reading. No parsing beyond what labels need; no store.
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
    SourceKind,
    discover,
    maildir_files,
    trouble,
)
from desktop_app.mime.headers import label_names
from desktop_app.model.message import SystemLabel

__all__ = [
    "MaildirEntry",
    "RawItem",
    "SourceFile",
    "SourceKind",
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
    """One message as it lies there, or a record of what could not be read.

    `raw` is the message (empty when `problem` is set), `location` says where it was found,
    `next_offset` is where to go on after it (and how much of `SourceFile.size` is done),
    `fallback_date` is in seconds since the epoch, `labels` are label ids, `problem` a sentence.
    """

    raw: bytes
    location: str
    next_offset: int
    fallback_date: int = 0
    labels: frozenset[str] = frozenset()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class MaildirEntry:
    """A message of a Maildir that can be read by itself, in another process too. `labels` are
    those of the folder; `next_offset` as in RawItem."""

    folder: str
    part: str
    name: str
    size: int
    next_offset: int
    labels: frozenset[str]

    @property
    def path(self) -> str:
        return f"{self.folder}{os.sep}{self.part}{os.sep}{self.name}"


def read(source: SourceFile, start: int = 0) -> Iterator[RawItem]:
    """Every message of `source` from offset `start` on (0, or an item's `next_offset`).

    Resuming gives what a full reading gives after that item, as long as the source has not
    changed meanwhile.
    """
    try:
        yield from _READERS[source.kind](source, start)
    except OSError as error:
        yield RawItem(b"", str(source.path), source.size, problem=trouble(error))


def _read_none(source: SourceFile, start: int) -> Iterator[RawItem]:
    if start <= 0:
        yield RawItem(b"", str(source.path), max(source.size, 1), problem=source.problem)


def _read_mbox(source: SourceFile, start: int) -> Iterator[RawItem]:
    with source.path.open("rb") as file:
        for span in mbox.spans(file, start):
            location = f"{source.path} at byte {span.start}"
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
    location, end = str(source.path), max(source.size, 1)
    if source.size > mbox.LARGEST:
        yield RawItem(b"", location, end, problem=_TOO_LARGE)
        return
    raw = source.path.read_bytes().removeprefix(b"\xef\xbb\xbf")
    date = int(source.path.stat().st_mtime)
    yield RawItem(raw, location, end, date, _labels(raw, source.labels))


def _read_maildir(source: SourceFile, start: int) -> Iterator[RawItem]:
    return (read_file(entry) for entry in maildir_entries(source, start))


def maildir_entries(source: SourceFile, start: int = 0) -> Iterator[MaildirEntry]:
    """The messages of a Maildir from offset `start` on, not read yet."""
    folder, done = str(source.path), 0
    for part, name, size in maildir_files(source.path):
        begin, done = done, done + size
        if begin < start or (begin == start and size == 0 and start):
            continue
        yield MaildirEntry(folder, part, name, size, done, source.labels)


def read_file(entry: MaildirEntry) -> RawItem:
    """The message of an entry, or a record of what is wrong with it."""
    path, done = entry.path, entry.next_offset
    try:
        with Path(path).open("rb") as file:
            status = os.fstat(file.fileno())
            if not 0 < status.st_size <= mbox.LARGEST:
                problem = _TOO_LARGE if status.st_size else "The message is empty."
                return RawItem(b"", path, done, problem=problem)
            raw, date = file.read(), int(status.st_mtime)
    except OSError as error:
        return RawItem(b"", path, done, problem=trouble(error))
    flags = re.split(r"[:;!]2,", entry.name)
    found = labels.from_maildir(flags[1] if len(flags) > 1 else "", new=entry.part == "new")
    return RawItem(raw, path, done, date, _placed(entry.labels, found))


_READERS = {
    SourceKind.NONE: _read_none,
    SourceKind.MBOX: _read_mbox,
    SourceKind.EML: _read_eml,
    SourceKind.MAILDIR: _read_maildir,
}


def _labels(raw: bytes, place: frozenset[str]) -> frozenset[str]:
    """Gmail's own labels where the message carries them, else status fields and the place."""
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
    """The place's labels and the flags; what is in the trash or a draft is not in the inbox."""
    if flags & _AWAY:
        place = place - {SystemLabel.INBOX}
    return place | flags
