"""Text of an attachment, for reading and for a model: PDF, office files, text, mail, events.

Every file is hostile input: sizes are bounded, nothing runs, nothing is fetched. Libraries are
imported on first use.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from desktop_app.mail.calendar.invitation import calendar_text
from desktop_app.mail.files.office import DamagedFile, office_text
from desktop_app.mail.files.pdf import pdf_text
from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.mail.hidden.marks import with_marks
from desktop_app.mail.hidden.smuggled import reveal
from desktop_app.mail.message.body import read_body
from desktop_app.mail.message.parse import parse
from desktop_app.mail.reader.html import read_html
from desktop_app.mail.wire.charsets import decode
from desktop_app.model.errors import BadInput

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
_TEXT_KINDS = frozenset(
    ("application/json", "application/xml", "application/x-yaml", "application/sql")
)


@dataclass(frozen=True, slots=True)
class FileWords:
    """Text of a file as a reader shows it, what may not be seen between marks, and what the file
    hides from a reader."""

    text: str
    hidden: tuple[str, ...] = ()


def _no_words(sentence: str, named: str) -> BadInput:
    return BadInput(sentence, next_step="Save it instead.", untrusted=named)


def attachment_text(filename: str, content_type: str, data: bytes, limit: int) -> str:
    """`file_words` without what is hidden."""
    return file_words(filename, content_type, data, limit).text


def file_words(filename: str, content_type: str, data: bytes, limit: int) -> FileWords:
    """At most `limit` characters of the file's readable text.

    Raises BadInput when the file has no text, or is damaged or too large.
    """
    named = without_invisible(filename)
    if len(data) > MOST_BYTES:
        raise _no_words("This file is too large to be read here.", named)
    reader = _reader(filename.lower(), content_type.lower())
    if reader is None:
        raise _no_words("There is no text to read in this file.", named)
    try:
        found = reader(data, limit)
    except DamagedFile as error:
        raise BadInput("This file is damaged and can't be read.", untrusted=named) from error
    text, carried = reveal(found.text)
    hidden = dict.fromkeys((*map(without_invisible, found.hidden), *carried))
    return FileWords(without_invisible(text)[:limit], tuple(words for words in hidden if words))


def _reader(name: str, kind: str) -> Callable[[bytes, int], FileWords] | None:
    suffix = name.rpartition(".")[2]
    office = _OFFICE.get(kind) or (suffix if suffix in _OFFICE_SUFFIXES else "")
    if office:
        return lambda data, limit: _office(office, data, limit)
    if kind == "application/pdf" or suffix == "pdf":
        return _pdf
    if kind in {"text/calendar", "application/ics"} or suffix == "ics":
        return lambda data, _: FileWords(calendar_text(decode(data)))
    if kind == "text/html" or suffix in {"html", "htm"}:
        return lambda data, _: _page(decode(data))
    if kind == "message/rfc822" or suffix == "eml":
        return _mail
    if kind.startswith("text/") or kind in _TEXT_KINDS or suffix in _TEXT_SUFFIXES:
        return _plain
    return None


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


def _pdf(data: bytes, limit: int) -> FileWords:
    """The words that nobody may see follow the others, between marks."""
    found = pdf_text(data, limit)
    return FileWords("\n\n".join([found.seen, *map(with_marks, found.unseen)]))
