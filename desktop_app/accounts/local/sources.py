"""Mail sources on this computer: files and folders that hold mail, and their format.

The format is told by the content, not by the name. Nothing is changed.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from desktop_app.accounts.local import labels
from desktop_app.model.message import SystemLabel

_SNIFFED = 8192
_DEEPEST = 60
_INSIDE_MAILDIR = frozenset(("cur", "new", "tmp"))
_EMLX = ".emlx"
_CLAIMS = frozenset((".eml", ".mbox", ".mbx", ".msg", _EMLX))
_NO_FILES = (
    (stat.S_ISFIFO, "pipe"),
    (stat.S_ISSOCK, "socket"),
    (stat.S_ISCHR, "device"),
    (stat.S_ISBLK, "device"),
)
_FIELD = re.compile(rb"^[!-9;-~]{1,80}[ \t]*:", re.MULTILINE)
_MAIL_FIELDS = re.compile(
    rb"^(?:From|To|Date|Subject|Received|Message-ID|Return-Path|Delivered-To|MIME-Version"
    rb"|Content-Type|X-[\w-]+|Reply-To|Sender)[ \t]*:",
    re.MULTILINE | re.IGNORECASE,
)


class SourceFormat(StrEnum):
    MBOX = "mbox"
    MAILDIR = "maildir"
    EML = "eml"
    EMLX = "emlx"
    NONE = "none"


class Indexed(NamedTuple):
    """A mail that a folder's index knows: its labels, and how many bytes from where it lies are
    certainly its own."""

    labels: frozenset[str]
    least_size: int = 0


Told = Mapping[str, Indexed]
"""The mails that a folder's index knows, by where they lie: an offset in decimal, or the name of a
file. A mail that is not among them was deleted."""


@dataclass(frozen=True, slots=True)
class Marks:
    """How a program marks its mails. `keywords` are pairs of what stands in the mail's own field
    and the label it means. `in_fields`: marks of a Maildir stand in the fields of its mails, not in
    their names. `leaves_deleted`: mails marked as deleted are left out, instead of being put into
    the trash."""

    keywords: tuple[tuple[str, str], ...] = ()
    in_fields: bool = False
    leaves_deleted: bool = False


@dataclass(frozen=True, slots=True)
class SourceFile:
    """Source of mail: an mbox, a Maildir folder or one message.

    `size` is in bytes (of a Maildir: of all its messages); `next_offset` of the items counts up to
    it. `labels` are those of its place. `problem` is a sentence when it cannot be read at all;
    reading it then yields that one record.
    """

    path: Path
    kind: SourceFormat
    size: int = 0
    labels: frozenset[str] = frozenset((SystemLabel.INBOX,))
    problem: str = ""
    marks: Marks = field(default_factory=Marks)
    told: Callable[[], Told | None] | None = None
    """Reads the folder's index, which is asked when the reading begins; None where there is none
    that fits the folder as it is."""


def discover(
    paths: Iterable[Path], stopped: Callable[[], bool] = lambda: False
) -> list[SourceFile]:
    """Sources at or below `paths`, each once, in a stable order; those found so far once `stopped`.

    Other files inside folders are ignored, unless their names say they should be mail; a path named
    by the person always gives a source, if only with a problem. What is neither file nor folder is
    never opened: a pipe would be waited for, and a device has no end.
    """
    finder = _Finder(stopped)
    return [source for path in paths for source in finder.named(path)]


def shown(path: Path | str) -> str:
    """Path as it can be shown, stored and printed: what is not UTF-8 in it is replaced."""
    return str(path).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def kind_problem(mode: int) -> str:
    """Sentence for what is neither a file nor a folder, by its mode; else the empty text."""
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
        return ""
    for is_it, name in _NO_FILES:
        if is_it(mode):
            return f"This is a {name}, not a file."
    return "This is no file."


def trouble(error: OSError) -> str:
    """Sentence for an error of the file system."""
    if isinstance(error, FileNotFoundError):
        return "There is no such file or folder."
    if isinstance(error, PermissionError):
        return "You are not allowed to read this."
    return f"It cannot be read: {error.strerror or 'input/output error'}."


def maildir_files(folder: Path) -> list[tuple[str, str, int]]:
    """(`cur` or `new`, file name, size) of every message, in the order of their unique names."""
    found = []
    for part in ("cur", "new"):
        try:
            with os.scandir(folder / part) as entries:
                found += [(part, e.name, e.stat().st_size) for e in entries if _is_message(e)]
        except FileNotFoundError:
            continue
    return sorted(found, key=lambda f: (re.split(r"[:;!]2,", f[1])[0], f))


def emlx_files(folder: Path) -> list[tuple[str, int]]:
    """(File name, size) of every .emlx file, in a stable order."""
    with os.scandir(folder) as entries:
        named = (e for e in entries if e.name.endswith(".emlx") and _is_message(e))
        return sorted((e.name, e.stat().st_size) for e in named)


def _is_message(entry: os.DirEntry[str]) -> bool:
    return not entry.name.startswith(".") and entry.is_file()


class _Finder:
    """Search that visits each file and folder once, whatever links there are."""

    def __init__(self, stopped: Callable[[], bool]) -> None:
        self._seen: set[tuple[int, int]] = set()
        self._stopped = stopped

    def named(self, path: Path) -> Iterator[SourceFile]:
        try:
            yield from self._at(path, named=True, depth=0)
        except OSError as error:
            yield SourceFile(path, SourceFormat.NONE, problem=trouble(error))

    def _at(self, path: Path, *, named: bool, depth: int) -> Iterator[SourceFile]:
        status = path.stat()
        place = (status.st_dev, status.st_ino)
        if place in self._seen or depth > _DEEPEST or self._stopped():
            return
        self._seen.add(place)
        if stat.S_ISDIR(status.st_mode):
            yield from self._folder(path, depth)
        elif stat.S_ISREG(status.st_mode):
            source = _file(path, status.st_size, named=named)
            if source is not None:
                yield source
        elif _expected(path, named=named):
            yield SourceFile(path, SourceFormat.NONE, problem=kind_problem(status.st_mode))

    def _folder(self, path: Path, depth: int) -> Iterator[SourceFile]:
        with os.scandir(path) as entries:
            names = sorted(e.name for e in entries)
        maildir = (path / "cur").is_dir()
        if maildir:
            yield _maildir(path)
        letters = not maildir and any(name.endswith(_EMLX) for name in names)
        if letters:
            yield _emlx_folder(path)
        for name in names:
            if (maildir and name in _INSIDE_MAILDIR) or (letters and name.endswith(_EMLX)):
                continue
            try:
                yield from self._at(path / name, named=False, depth=depth + 1)
            except OSError as error:
                yield SourceFile(path / name, SourceFormat.NONE, problem=trouble(error))


def _maildir(path: Path) -> SourceFile:
    try:
        size = sum(f[2] for f in maildir_files(path))
    except OSError as error:
        return SourceFile(path, SourceFormat.NONE, problem=trouble(error))
    return SourceFile(path, SourceFormat.MAILDIR, size, _place(shown(path.name)))


def _emlx_folder(path: Path) -> SourceFile:
    """Apple Mail's folder of messages; the mailbox is called `….mbox`, some folders above it."""
    size = sum(size for _, size in emlx_files(path))
    above = [p.name for p in path.parents if p.name.endswith(".mbox")]
    name = shown(above[0].removesuffix(".mbox")) if above else ""
    return SourceFile(path, SourceFormat.EMLX, size, _place(name))


def _place(name: str) -> frozenset[str]:
    """Labels for messages of a Maildir or mbox of that name."""
    if name.startswith(".") and len(name) > 1:
        return labels.from_folder(name[1:])
    system = labels.system_folder(labels.decode_folder(name))
    if system is None:
        return frozenset((SystemLabel.INBOX,))
    return frozenset((system,)) if system else frozenset()


def _expected(path: Path, *, named: bool) -> bool:
    """Whether the person, or its name, says that it is mail."""
    return named or path.suffix.lower() in _CLAIMS


def _file(path: Path, size: int, *, named: bool) -> SourceFile | None:
    expected = _expected(path, named=named)
    try:
        with path.open("rb") as file:
            start = file.read(_SNIFFED)
    except OSError as error:
        return (
            SourceFile(path, SourceFormat.NONE, size, problem=trouble(error)) if expected else None
        )
    kind = sniff(start, claimed=expected)
    if path.suffix.lower() == _EMLX:
        kind = sniff(start.partition(b"\n")[2], claimed=expected)
    if kind is SourceFormat.MBOX:
        return SourceFile(path, kind, size, _place(shown(path.stem)))
    if kind is SourceFormat.EML:
        return SourceFile(path, kind, size)
    if not expected:
        return None
    problem = "This file is empty." if not size else "This file is not a mail or a mailbox."
    return SourceFile(path, SourceFormat.NONE, size, problem=problem)


def sniff(start: bytes, *, claimed: bool = False) -> SourceFormat:
    """Format by the first bytes of a file. `claimed`: its name or the person says it is mail, so
    one header field is enough; otherwise two mail-only fields are required."""
    start = start.lstrip(b" \t\r\n").removeprefix(b"\xef\xbb\xbf")
    if start.startswith(b"From ") and b"\n" in start:
        return SourceFormat.MBOX
    head = re.split(rb"\r?\n\r?\n", start, maxsplit=1)[0]
    if claimed and _FIELD.match(head):
        return SourceFormat.EML
    if _FIELD.match(head) and len(set(_MAIL_FIELDS.findall(head))) >= 2:
        return SourceFormat.EML
    return SourceFormat.NONE
