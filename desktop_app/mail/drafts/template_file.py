"""File of a template: a head of plain `Key: value` lines, an empty line, and the words.

It is written and read by hand too, so that nothing of it is needed: a file without a head is the
words alone. Formatted words are the source of a document (mail/rich/source.py), which looks like
Markdown. What can't be read is told with its line, and never guessed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from desktop_app.mail.drafts.given import as_typed, given_addresses
from desktop_app.mail.files.files import safe_filename
from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.mail.wire.mailboxes import valid_address
from desktop_app.model.address import Address, unique
from desktop_app.model.errors import BadInput
from desktop_app.model.template import Template

SUFFIX = ".txt"
MOST_BYTES = 262_144
"""Of one file; its attachments lie beside it."""

PLAIN, FORMATTED, HTML = "text/plain", "text/markdown", "text/html"
_KINDS = (PLAIN, FORMATTED, HTML)
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
"""Marks that editors put before a text, with what they say of it."""


def name_key(name: str) -> str:
    """Equal for two names that differ in case or in how their letters are composed alone."""
    folded = unicodedata.normalize("NFC", name).casefold()
    return unicodedata.normalize("NFC", " ".join(folded.split()))


def valid_name(name: str) -> str:
    """The name as it is kept. Raises `BadInput` for one that can't be a file's on every system."""
    kept = " ".join(unicodedata.normalize("NFC", name).split())
    if not kept:
        raise BadInput("A template needs a name.")
    if kept != without_invisible(kept):
        raise BadInput("The name has characters that can't be seen.", next_step="Type it anew.")
    if safe_filename(kept + SUFFIX) != kept + SUFFIX:
        shown = kept[:80]
        raise BadInput(
            f"A template can't be called “{shown}”.",
            next_step='Leave out / \\ : * ? " < > | and a dot at the start, and keep it short.',
        )
    return kept


def read_template(name: str, data: bytes) -> Template:
    """The template of a file. Raises `BadInput` with the number of the line in `details`."""
    if len(data) > MOST_BYTES:
        raise _bad(0, f"The file has more than {MOST_BYTES // 1024} kB.")
    lines = _text(data).split("\n")
    template = Template(name)
    if not lines[0].strip():
        return replace(template, body=_words(lines[1:]))
    if _key(lines[0]) not in _READ:
        return replace(template, body=_words(lines))
    for number, line in enumerate(lines, 1):
        if not line.strip():
            return replace(template, body=_words(lines[number:]))
        key, value = _key(line), line.partition(":")[2].strip()
        if key not in _READ:
            shown = " ".join(line.split())[:60]
            raise _bad(
                number,
                f"“{shown}” is no line of a template's head.",
                "Write Subject, To, Cc, Bcc, Account or Content-Type, then an empty line.",
            )
        template = _READ[key](template, value, number)
    return template


def write_template(template: Template) -> bytes:
    """The file of a template; `read_template` gives the same one back. Raises `BadInput` for one
    that is too large, and for somebody without an address."""
    head = [
        f"{key}: {value}"
        for key, value in (
            ("Subject", _line(template.subject)),
            ("To", _people(template.to)),
            ("Cc", _people(template.cc)),
            ("Bcc", _people(template.bcc)),
            ("Account", _line(template.account)),
            ("Content-Type", "" if template.content_type == PLAIN else template.content_type),
        )
        if value
    ]
    body = plain_lines(template.body)
    first = body.partition("\n")[0]
    parted = bool(head) or not first.strip() or _key(first) in _READ or first[0] == "\ufeff"
    text = "\n".join([*head, "", body] if parted else [body]) + "\n"
    data = text.encode("utf-8", "replace")
    if len(data) > MOST_BYTES:
        raise _bad(0, f"A template can't have more than {MOST_BYTES // 1024} kB of words.")
    return data


def plain_lines(text: str) -> str:
    """The text with line feeds alone between its lines, and nothing that no file of text has."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    return text.encode("utf-8", "replace").decode()


def _text(data: bytes) -> str:
    """Raises `BadInput` with the line that is no text."""
    encoding = "utf-8"
    for mark, of in _BOMS:
        if data.startswith(mark):
            data, encoding = data[len(mark) :], of
            break
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(encoding, "replace").count("\n") + 1
        raise _bad(line, "This is not UTF-8 text.", "Save the file as UTF-8.") from None
    if "\x00" in text:
        line = text[: text.index("\x00")].count("\n") + 1
        raise _bad(line, "There is a null character, which no text has.", "Take it out.")
    return plain_lines(text)


def _words(lines: Iterable[str]) -> str:
    """The lines as they are; a text file ends with a line end, which is none of the words."""
    return "\n".join(lines).removesuffix("\n")


def _key(line: str) -> str:
    key, colon, _ = line.partition(":")
    return key.strip().lower() if colon else ""


def _subject(template: Template, value: str, _number: int) -> Template:
    return replace(template, subject=_line(value))


def _account(template: Template, value: str, number: int) -> Template:
    if value and not valid_address(value):
        raise _bad(number, f"“{value[:60]}” is no address.", "Write one of your own addresses.")
    return replace(template, account=value)


def _kind(template: Template, value: str, number: int) -> Template:
    kind = value.partition(";")[0].strip().lower() or PLAIN
    if kind not in _KINDS:
        raise _bad(
            number,
            f"“{value[:60]}” is no kind of words.",
            f"Write {', '.join(_KINDS[:-1])} or {_KINDS[-1]}.",
        )
    return replace(template, content_type=kind)


def _to(template: Template, value: str, number: int) -> Template:
    return replace(template, to=unique((*template.to, *_read_people(value, number))))


def _cc(template: Template, value: str, number: int) -> Template:
    return replace(template, cc=unique((*template.cc, *_read_people(value, number))))


def _bcc(template: Template, value: str, number: int) -> Template:
    return replace(template, bcc=unique((*template.bcc, *_read_people(value, number))))


def _read_people(value: str, number: int) -> tuple[Address, ...]:
    found = given_addresses(value) if value else ()
    wrong = next((a for a in found if not valid_address(a.email)), None)
    if wrong is not None:
        raise _bad(number, f"“{(wrong.email or wrong.name)[:60]}” is no address.")
    return found


_READ: Mapping[str, Callable[[Template, str, int], Template]] = MappingProxyType(
    {
        "subject": _subject,
        "to": _to,
        "cc": _cc,
        "bcc": _bcc,
        "account": _account,
        "content-type": _kind,
    }
)
"""What a line of the head says, by its key in small letters."""


def _people(addresses: Sequence[Address]) -> str:
    for each in addresses:
        if not valid_address(each.email):
            raise _bad(0, f"“{(each.email or each.name)[:60]}” is no address.")
    return ", ".join(_line(as_typed(each)) for each in addresses)


def _line(text: str) -> str:
    """Text on one line."""
    return " ".join(plain_lines(text).split())


def _bad(line: int, sentence: str, next_step: str = "") -> BadInput:
    return BadInput(sentence, next_step=next_step, details={"line": str(line)} if line else {})
