"""Reading of attachments, in a process with limits: one file, whatever it is, is said to be too
large or damaged, and the rest goes on.

The process exchanges bytes and knows no database. What a reader of the file does not see is left
out before anything is stored.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable, Sequence

import msgspec
import zstandard

from desktop_app.bounded_process import Answering, KeptProcess, Limits, Passed, Why
from desktop_app.mail.files.extract import has_reader, read_file
from desktop_app.mail.files.scans import may_be_scanned
from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.mail.hidden.marks import without_passages
from desktop_app.mail.message.access import parts_bytes
from desktop_app.model.file_state import FileState
from desktop_app.model.message import Attachment
from desktop_app.search.fold import fold, words
from desktop_app.search.plan import FILES_OF_A_MAIL
from desktop_app.store.rows.file_rows import FileRecord
from desktop_app.workers.recognition import recognised

LIMITS = Limits(memory=700_000_000, per_byte=24, cpu=20.0, per_megabyte=2.0)
"""Of the files of one mail. A PDF of 100 pages takes two seconds and 120 MB; a file that passes
the limit is read no further."""

SECONDS = 8.0
"""Of the processor, after which no further page of a file is read; what was read of it is kept."""

MOST_CHARACTERS = 1_000_000
"""Of one file: some 400 pages."""

MOST_OF_A_MAIL = 4_000_000
_NICE = 10
_LEVEL = 6
_PASSED = {
    Why.MEMORY: FileState.TOO_LARGE,
    Why.TIME: FileState.TOO_LARGE,
    Why.ENDED: FileState.DAMAGED,
}


class NoReaderError(Exception):
    """The process can't be started, or ends whatever it is asked: that says nothing of a file."""


class Wanted(msgspec.Struct, frozen=True, array_like=True):
    """A file of a mail: the number of its part, its name and its type."""

    part: str
    name: str
    kind: str


_Question = tuple[bytes, list[Wanted], bool]
_questions = msgspec.msgpack.Decoder(_Question)
_answers = msgspec.msgpack.Decoder(list[FileRecord])


def begin_reading() -> Answering:
    """Set up a reading process: the window and the sync have the processor first."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_NICE)
    logging.disable(logging.CRITICAL)  # what libraries say of strangers' files
    return read_files


def read_files(question: bytes) -> bytes:
    """Work of the process: a mail and its files in, and whether words on pictures of pages are
    recognised; what was read of them out."""
    raw, wanted, scans = _questions.decode(question)
    data = parts_bytes(raw, frozenset(one.part for one in wanted))
    room, found = MOST_OF_A_MAIL, []
    for one in wanted:
        record = _record(one, data.get(one.part, b""), min(room, MOST_CHARACTERS))
        if scans and record.state == FileState.NOTHING and room > 0 and may_be_scanned(one.name):
            record = _scanned(one, data.get(one.part, b""), min(room, MOST_CHARACTERS))
        room -= record.characters
        found.append(record)
    return msgspec.msgpack.encode(found)


def _record(one: Wanted, data: bytes, limit: int) -> FileRecord:
    if limit <= 0 and has_reader(one.name, one.kind):
        return _unread(one, FileState.TOO_LARGE)  # those before it have filled the mail's room
    try:
        reading = read_file(one.name, one.kind, data, limit, SECONDS)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - a reader of a stranger's file that fails: it is about that file
        return _unread(one, FileState.DAMAGED)
    return _with_text(one, reading.state, reading.words.text)


def _scanned(one: Wanted, data: bytes, limit: int) -> FileRecord:
    text = without_invisible(recognised(data))
    state = FileState.CUT if len(text) > limit else FileState.READ
    return _with_text(one, state, text[:limit])


def _with_text(one: Wanted, state: FileState, text: str) -> FileRecord:
    text = without_passages(text).replace("\0", " ").strip()
    text = text.encode("utf-8", "replace").decode()
    if not words(text[:MOST_CHARACTERS]):
        empty = state in {FileState.READ, FileState.CUT}
        return _unread(one, FileState.NOTHING if empty else state)
    packed = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True).compress(text.encode())
    return FileRecord(one.part, one.name, state, len(text), packed, fold(text))


def _unread(one: Wanted, state: FileState) -> FileRecord:
    return FileRecord(one.part, one.name, state, 0, b"", "")


def reading_process() -> KeptProcess:
    """It is started with the first question."""
    return KeptProcess(begin_reading, LIMITS)


def read_of_mail(
    process: KeptProcess,
    raw: bytes,
    files: Sequence[Attachment],
    over: Callable[[], bool] = lambda: False,
    *,
    scans: bool = False,
) -> list[FileRecord]:
    """What was read of the files of a mail. When one of them ends the process, each is read alone;
    one that passed a limit alone is not tried again. Raises `Passed` once it is `over`: then
    nobody knows why a process has ended; `NoReaderError`."""
    wanted = [Wanted(f.id, f.filename, f.content_type) for f in files[:FILES_OF_A_MAIL]]
    try:
        return _asked(process, raw, wanted, scans=scans)
    except Passed as passed:
        if over():
            raise
        if len(wanted) == 1 and passed.why is not Why.ENDED:
            return [_unread(wanted[0], FileState.TOO_LARGE)]
    found = []
    for one in wanted:
        try:
            found += _asked(process, raw, [one], scans=scans)
        except Passed as passed:
            if over():
                raise
            if passed.why is Why.ENDED:
                _look(process)
            found.append(_unread(one, _PASSED[passed.why]))
    return found


def _look(process: KeptProcess) -> None:
    """Raises `NoReaderError` where a process does not even answer that there is nothing to do."""
    try:
        _asked(process, b"", [])
    except Passed:
        raise NoReaderError from None


def unread(files: Sequence[Attachment], state: FileState) -> list[FileRecord]:
    """The records of files that are not even looked into."""
    return [
        _unread(Wanted(f.id, f.filename, f.content_type), state) for f in files[:FILES_OF_A_MAIL]
    ]


def _asked(
    process: KeptProcess, raw: bytes, wanted: list[Wanted], *, scans: bool = False
) -> list[FileRecord]:
    return _answers.decode(process.ask(msgspec.msgpack.encode((raw, wanted, scans))))
