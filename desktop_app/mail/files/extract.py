"""Text of an attachment, for reading and for a model: PDF, office files, text, mail, events;
of an archive the names in it.

Every file is hostile input: sizes are bounded, nothing runs, nothing is fetched. Libraries are
imported on first use.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from desktop_app.mail.calendar.invitation import calendar_text
from desktop_app.mail.files.archive_names import archive_names
from desktop_app.mail.files.office import DamagedFile, LockedFile, office_text
from desktop_app.mail.files.pdf import pdf_text
from desktop_app.mail.files.rtf import rtf_file
from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.mail.hidden.marks import with_marks
from desktop_app.mail.hidden.smuggled import reveal
from desktop_app.mail.message.body import read_body
from desktop_app.mail.message.parse import parse
from desktop_app.mail.reader.html import read_html
from desktop_app.mail.wire.charsets import decode
from desktop_app.model.errors import BadInput
from desktop_app.model.file_state import FileState

MOST_BYTES = 60_000_000
_OFFICE = {
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "application/vnd.oasis.opendocument.text": "odt",
    "application/vnd.oasis.opendocument.spreadsheet": "ods",
    "application/vnd.oasis.opendocument.presentation": "odp",
}
_OFFICE_SUFFIXES = frozenset(_OFFICE.values())
_TEXT_SUFFIXES = frozenset(
    "txt md csv tsv log json xml yaml yml toml ini py js ts c h cpp rs go java sh sql patch diff"
    " rst tex vcf srt conf cfg css".split()
)
_RICH_KINDS = frozenset(("application/rtf", "text/rtf", "application/x-rtf"))
_ARCHIVE_KINDS = frozenset(
    (
        *("application/zip", "application/x-zip-compressed", "application/java-archive"),
        *("application/x-tar", "application/gzip", "application/x-gzip", "application/x-gtar"),
    )
)
_ARCHIVE_SUFFIXES = frozenset("zip jar tar tgz gz".split())
_TEXT_KINDS = frozenset(
    ("application/json", "application/xml", "application/x-yaml", "application/sql")
)


@dataclass(frozen=True, slots=True)
class FileWords:
    """Text of a file as a reader shows it, what may not be seen between marks, and what the file
    hides from a reader. `cut`: there are more pages than were read."""

    text: str
    hidden: tuple[str, ...] = ()
    cut: bool = False


@dataclass(frozen=True, slots=True)
class FileReading:
    """What became of a file, and its words where it has some."""

    state: FileState
    words: FileWords = FileWords("")


_SENTENCES: Mapping[FileState, tuple[str, str]] = MappingProxyType(
    {
        FileState.TOO_LARGE: ("This file is too large to be read here.", "Save it instead."),
        FileState.NOTHING: ("There is no text to read in this file.", "Save it instead."),
        FileState.DAMAGED: ("This file is damaged and can't be read.", ""),
        FileState.LOCKED: (
            "This file is locked with a password and can't be read here.",
            "Save it, and open it with its password.",
        ),
    }
)


def attachment_text(filename: str, content_type: str, data: bytes, limit: int) -> str:
    """`file_words` without what is hidden."""
    return file_words(filename, content_type, data, limit).text


def file_words(filename: str, content_type: str, data: bytes, limit: int) -> FileWords:
    """At most `limit` characters of the file's readable text.

    Raises BadInput when the file has no text, or is damaged, locked or too large.
    """
    found = read_file(filename, content_type, data, limit)
    if found.state in _SENTENCES:
        sentence, step = _SENTENCES[found.state]
        named = without_invisible(filename)
        raise BadInput(sentence, next_step=step, untrusted=named)
    return found.words


def has_reader(filename: str, content_type: str) -> bool:
    """Whether a file of this name and type is of a kind that is read."""
    return _reader(filename.lower(), content_type.lower()) is not None


def read_file(
    filename: str, content_type: str, data: bytes, limit: int, seconds: float = math.inf
) -> FileReading:
    """At most `limit` characters of the file's readable text, and what of it is hidden. `seconds`
    of the processor end the reading of a file of many pages; one page may take longer."""
    if len(data) > MOST_BYTES:
        return FileReading(FileState.TOO_LARGE)
    reader = _reader(filename.lower(), content_type.lower())
    if reader is None:
        return FileReading(FileState.NOTHING)
    try:
        found = reader(data, limit, seconds)
    except LockedFile:
        return FileReading(FileState.LOCKED)
    except DamagedFile:
        return FileReading(FileState.DAMAGED)
    if reader is _archive and not found.text:
        return FileReading(FileState.NOTHING)
    text, carried = reveal(found.text)
    hidden = dict.fromkeys((*map(without_invisible, found.hidden), *carried))
    text = without_invisible(text)
    words = FileWords(text[:limit], tuple(words for words in hidden if words))
    cut = found.cut or len(text) > limit
    return FileReading(FileState.CUT if cut else FileState.READ, words)


_Reader = Callable[[bytes, int, float], FileWords]


def _reader(name: str, kind: str) -> _Reader | None:
    suffix = name.rpartition(".")[2]
    office = _OFFICE.get(kind) or (suffix if suffix in _OFFICE_SUFFIXES else "")
    if office:
        return lambda data, limit, _: _office(office, data, limit)
    if kind == "application/pdf" or suffix == "pdf":
        return _pdf
    if kind in {"text/calendar", "application/ics"} or suffix == "ics":
        return lambda data, *_: FileWords(calendar_text(decode(data)))
    if kind in {"text/html", "application/xhtml+xml"} or suffix in {"html", "htm", "xhtml"}:
        return lambda data, *_: _page(decode(data))
    if kind == "message/rfc822" or suffix == "eml":
        return lambda data, limit, _: _mail(data, limit)
    if kind in _RICH_KINDS or suffix == "rtf":
        return lambda data, *_: _rich(data)
    if kind in _ARCHIVE_KINDS or suffix in _ARCHIVE_SUFFIXES:
        return _archive
    if kind.startswith("text/") or kind in _TEXT_KINDS or suffix in _TEXT_SUFFIXES:
        return lambda data, limit, _: _plain(data, limit)
    return None


def _archive(data: bytes, _limit: int, _seconds: float) -> FileWords:
    return FileWords(archive_names(data))


def _rich(data: bytes) -> FileWords:
    found = rtf_file(data)
    return FileWords(found.seen, (found.unseen,) if found.unseen.strip() else ())


def _office(kind: str, data: bytes, limit: int) -> FileWords:
    found = office_text(kind, data, limit)
    return FileWords(found.seen, found.unseen)


def _page(source: str) -> FileWords:
    found = read_html(source)
    return FileWords(found.text, found.hidden_text)


def _plain(data: bytes, limit: int) -> FileWords:
    return FileWords(decode(data[: limit * 4 + 4]).replace("\r\n", "\n"))


def _mail(data: bytes, limit: int) -> FileWords:
    message = parse(data)
    head = [
        f"From: {', '.join(map(str, message.from_))}",
        f"To: {', '.join(map(str, message.to[:50]))}",
        f"Subject: {message.subject}",
    ]
    files = "".join(f"\nAttachment: {a.filename}" for a in message.attachments if not a.inline)
    body = read_body(data)
    return FileWords("\n".join(head) + files + f"\n\n{body.text[:limit]}", body.hidden_text)


def _pdf(data: bytes, limit: int, seconds: float) -> FileWords:
    """The words that nobody may see follow the others, between marks."""
    found = pdf_text(data, limit, seconds)
    return FileWords("\n\n".join([found.seen, *map(with_marks, found.unseen)]), cut=found.cut)
