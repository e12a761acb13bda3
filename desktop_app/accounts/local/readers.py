"""Readers of local mail: mbox, Maildir, single messages.

Sources are only read, piece by piece; an error in one message or file does not end the reading.
Nothing is parsed beyond what labels need.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from desktop_app.accounts.local import emlx, labels, mbox
from desktop_app.accounts.local.sources import (
    Marks,
    SourceFile,
    SourceFormat,
    discover,
    emlx_files,
    maildir_files,
    shown,
    trouble,
)
from desktop_app.mail.wire import moved_fields as moved
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
    `deleted`: its program has deleted it, and it is left out. `partial`: the program had only its
    beginning.
    """

    raw: bytes
    location: str
    next_offset: int
    fallback_date: int = 0
    labels: frozenset[str] = frozenset()
    problem: str = ""
    deleted: bool = False
    partial: bool = False


@dataclass(frozen=True, slots=True)
class MaildirEntry:
    """Message of a Maildir or of a folder of .emlx files, to be read later or by another process.
    `labels` are those of its folder, or those that its folder's index `told`; `next_offset` as in
    RawItem. Folder and name are the file system's own bytes, because they need not be UTF-8."""

    folder: bytes
    part: str
    name: bytes
    size: int
    next_offset: int
    labels: frozenset[str]
    marks: Marks = field(default_factory=Marks)
    told: bool = False

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
    told = source.told() if source.told is not None else None
    places = sorted(int(place) for place in told or () if place.isdecimal())

    def until(place: int) -> int:
        """What the index says is the mail's own; the next mail that it knows is none of it."""
        known = told.get(str(place)) if told is not None else None
        if known is None:
            return place
        after = bisect_right(places, place)
        return min([place + known.least_size, *places[after : after + 1]])

    with source.path.open("rb") as file:
        for span in mbox.spans(file, start, until=until):
            location = f"{shown(source.path)} at byte {span.start}"
            known = None if told is None else told.get(str(span.start))
            if told is not None and known is None:
                yield RawItem(b"", location, span.end, deleted=True)
                continue
            if span.raw is None:
                yield RawItem(b"", location, span.end, problem=_TOO_LARGE)
                continue
            raw, date = mbox.unwrap(span.raw)
            if not raw.strip():
                yield RawItem(b"", location, span.end, problem="The message is empty.")
                continue
            yield _marked(
                RawItem(raw, location, span.end, date),
                source.labels,
                source.marks,
                None if known is None else known.labels,
            )


def _read_eml(source: SourceFile, start: int) -> Iterator[RawItem]:
    if start > 0:
        return
    location, end = shown(source.path), max(source.size, 1)
    if source.size > mbox.LARGEST:
        yield RawItem(b"", location, end, problem=_TOO_LARGE)
        return
    raw = source.path.read_bytes().removeprefix(b"\xef\xbb\xbf")
    date = int(source.path.stat().st_mtime)
    if source.path.suffix.lower() == ".emlx":
        name = os.fsencode(source.path.name)
        folder = os.fsencode(source.path.parent)
        entry = MaildirEntry(folder, "", name, source.size, end, source.labels, source.marks)
        yield _of_emlx(raw, entry, date)
        return
    yield _marked(RawItem(raw, location, end, date), source.labels, source.marks, None)


def _read_maildir(source: SourceFile, start: int) -> Iterator[RawItem]:
    return (read_file(entry) for entry in maildir_entries(source, start))


def _read_emlx(source: SourceFile, start: int) -> Iterator[RawItem]:
    return (read_file(entry) for entry in maildir_entries(source, start))


def maildir_entries(source: SourceFile, start: int = 0) -> Iterator[MaildirEntry]:
    """Entries of a Maildir, or of a folder of .emlx files, from offset `start` on, not read yet."""
    folder, done = os.fsencode(source.path), 0
    told = source.told() if source.told is not None else None
    if source.kind is SourceFormat.EMLX:
        files = [("", name, size) for name, size in emlx_files(source.path)]
    else:
        files = maildir_files(source.path)
    for part, name, size in files:
        begin, done = done, done + size
        if begin < start or (begin == start and size == 0 and start):
            continue
        known = None if told is None else told.get(name)
        labels = source.labels if known is None else _placed(source.labels, known.labels)
        found = os.fsencode(name), size, done, labels, source.marks, known is not None
        yield MaildirEntry(folder, part, *found)


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
    if entry.name.endswith(b".emlx"):
        return _of_emlx(raw, entry, date)
    item = RawItem(raw, path, done, date)
    if entry.told:
        return replace(item, labels=entry.labels)
    if entry.marks.in_fields or raw.startswith(moved.FIELD):
        return _marked(item, entry.labels, entry.marks, None)
    flags = re.split(r"[:;!]2,", os.fsdecode(entry.name))
    found = labels.from_maildir(flags[1] if len(flags) > 1 else "", new=entry.part == "new")
    return replace(item, labels=_placed(entry.labels, found))


def _of_emlx(data: bytes, entry: MaildirEntry, date: int) -> RawItem:
    """Message of an .emlx file: its length in a line, the message, a property list with flags."""
    raw, flags = emlx.split(data)
    place, done = entry.location, entry.next_offset
    if not raw:
        return RawItem(b"", place, done, problem="This is no whole .emlx file.")
    found = labels.from_emlx(flags)
    if flags & labels.EMLX_DELETED and entry.marks.leaves_deleted:
        return RawItem(b"", place, done, deleted=True)
    partial = entry.name.endswith(b".partial.emlx")
    return RawItem(raw, place, done, date, _placed(entry.labels, found), partial=partial)


_READERS = {
    SourceFormat.NONE: _read_none,
    SourceFormat.MBOX: _read_mbox,
    SourceFormat.EML: _read_eml,
    SourceFormat.MAILDIR: _read_maildir,
    SourceFormat.EMLX: _read_emlx,
}


def _marked(
    item: RawItem, place: frozenset[str], marks: Marks, known: frozenset[str] | None
) -> RawItem:
    """The message with its labels: those that its folder's index knows, else those that Draftdesk
    gave it out with, else those of other fields and its place; or left out, where it is deleted."""
    if known is not None:
        return replace(item, labels=_placed(place, known))
    raw, own = moved.without(item.raw)
    if own is not None:
        return replace(item, raw=raw, labels=own)
    head = _head(raw)
    if marks.leaves_deleted and labels.is_deleted(head):
        return replace(item, raw=b"", deleted=True)
    found = _labels(head, place)
    if marks.keywords:
        found |= labels.from_keywords(head, marks.keywords)
    return replace(item, labels=found, partial=marks.leaves_deleted and labels.is_partial(head))


def _head(raw: bytes) -> bytes:
    end = _HEAD_END.search(raw, 0, _HEAD)
    return raw[: end.start() if end else _HEAD]


def _labels(head: bytes, place: frozenset[str]) -> frozenset[str]:
    """Gmail's labels where the message has them, else those of status fields and folder."""
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
