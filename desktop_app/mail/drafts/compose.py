"""Composer: a draft's content to the bytes that are sent, the same bytes for the same content.

Deterministic, so that frozen bytes can be compared with what was shown. No field can inject
another. Attachments pass through unchanged. Nothing is sent, and nothing is read but the arguments.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from time import gmtime

from desktop_app.mail.calendar.calendar_file import own_method
from desktop_app.mail.drafts.patches import has_patch
from desktop_app.mail.drafts.quotes import quoted_document, quoted_text, without_pictures
from desktop_app.mail.hidden.marks import unmarked
from desktop_app.mail.reader.html import read_html
from desktop_app.mail.reader.plain import plain_html
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.plain import plain
from desktop_app.mail.rich.reading import own_document
from desktop_app.mail.wire.encode import address_field, folded, ids_field, parameter, text_field
from desktop_app.mail.wire.headers import clean
from desktop_app.model.draft import DraftAttachment, DraftContent

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_LONGEST_LINE, _LONGEST_SHOWN = 990, 78
"""Characters of a line that every server takes, and of one that every program shows whole (RFC 5322
section 2.1.1)."""

_KIND = re.compile(r"[a-z0-9][a-z0-9.+-]{0,80}/[a-z0-9][a-z0-9.+-]{0,120}")


@dataclass(frozen=True, slots=True)
class _Entity:
    """A finished MIME part: its header fields, and its body with CRLF line ends."""

    head: bytes
    body: bytes

    @property
    def bytes(self) -> bytes:
        return self.head + b"\r\n" + self.body


def compose(
    content: DraftContent,
    *,
    message_id: str,
    date: float,
    read_attachment: Callable[[str], bytes],
    draft_header: str = "",
    include_bcc: bool = True,
) -> bytes:
    """`content` as an RFC 5322 message with CRLF line ends.

    `message_id` without angle brackets, `date` in seconds since the epoch, `read_attachment`
    gives an attachment's bytes by its id, `draft_header` goes into X-Draftdesk-Draft. HTML of our
    own form is sent as it is, that of others as the Reader shows it; beside it stands its text.
    """
    head = _head(content, message_id, date, include_bcc=include_bcc)
    if draft_header:
        head += text_field("X-Draftdesk-Draft", draft_header)
    read = [(a, read_attachment(a.id)) for a in content.attachments]
    pictures = _pictures(content, read)
    entity = _text_entity(content, message_id, pictures)
    read = [each for each in read if each not in pictures]
    calendars = [_calendar(a, data) for a, data in read if _method(a, data)]
    if calendars:
        entity = _multipart("alternative", [entity, *calendars], message_id)
    files = [_attachment(a, data) for a, data in read if not _method(a, data)]
    if files:
        entity = _multipart("mixed", [entity, *files], message_id)
    return head + b"MIME-Version: 1.0\r\n" + entity.bytes


def new_message_id(domain: str, entropy: str) -> str:
    """A Message-ID without angle brackets, the same for the same `entropy`."""
    host = re.sub(r"[^a-z0-9.-]", "", domain.lower()).strip(".-") or "draftdesk.invalid"
    return f"{hashlib.sha256(entropy.encode('utf-8', 'replace')).hexdigest()[:40]}@{host}"


def whole_text(content: DraftContent) -> str:
    """The text a recipient reads: the body, the signature, the quoted history."""
    text = body_text(content)
    pieces = [text.rstrip("\n") if has_patch(text) else text.rstrip()]
    below = []
    if content.signature.strip():
        below.append(f"-- \n{_lines(content.signature).strip()}")
    if content.quoted.strip():
        below.append(_lines(quoted_text(content)).strip("\n"))
    return "\n\n".join([*pieces, *_placed(content, below)])


def _placed(content: DraftContent, below: list[str]) -> list[str]:
    """The signature and the quote in the order in which they are sent."""
    return below[::-1] if content.signature_below else below


def body_text(content: DraftContent) -> str:
    """The words of the body as plain text."""
    if content.content_type != "text/html":
        return _lines(content.body)
    own = own_document(content.body)
    return unmarked(read_html(content.body).text) if own is None else plain(own)


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")


def _head(content: DraftContent, message_id: str, date: float, *, include_bcc: bool) -> bytes:
    fields = [
        address_field("From", (content.from_,)),
        address_field("To", content.to),
        address_field("Cc", content.cc),
        address_field("Bcc", content.bcc) if include_bcc else b"",
        text_field("Subject", content.subject),
        date_field(date),
        ids_field("Message-ID", (message_id,)),
        ids_field("In-Reply-To", (content.in_reply_to,)),
        ids_field("References", content.references),
    ]
    return b"".join(fields)


def date_field(seconds: float) -> bytes:
    """The Date field of a mail that leaves at this moment (seconds since the epoch)."""
    return folded("Date", [f" {_date(seconds)}"])


def _date(seconds: float) -> str:
    """A date (RFC 5322 section 3.3), in UTC so that the same draft is the same bytes everywhere."""
    moment = gmtime(max(int(seconds), 0))
    return (
        f"{_DAYS[moment.tm_wday]}, {moment.tm_mday:02d} {_MONTHS[moment.tm_mon - 1]}"
        f" {moment.tm_year:04d} {moment.tm_hour:02d}:{moment.tm_min:02d}:{moment.tm_sec:02d} +0000"
    )


_Read = tuple[DraftAttachment, bytes]


def _pictures(content: DraftContent, read: list[_Read]) -> list[_Read]:
    """The files that the formatted text shows, each once."""
    if content.content_type != "text/html":
        return []
    shown = {
        one.cid
        for html in (content.body, content.quoted, content.formatted_signature)
        if (document := own_document(html)) is not None
        for one in document.pictures
    }
    found: dict[str, _Read] = {}
    for part, data in read:
        if part.cid in shown and part.content_type.lower().startswith("image/"):
            found.setdefault(part.cid, (part, data))
    return list(found.values())


def _text_entity(content: DraftContent, seed: str, pictures: list[_Read]) -> _Entity:
    """The text; beside the formatted one its pictures (RFC 2387)."""
    text = _plain_entity(whole_text(content))
    if content.content_type != "text/html":
        return text
    page = _encoded("text/html; charset=utf-8", page_of(content))
    if pictures:
        parts = [page, *(_attachment(part, data, shown=True) for part, data in pictures)]
        page = _multipart("related", parts, seed)
    return _multipart("alternative", [text, page], seed)


def _plain_entity(text: str) -> _Entity:
    """The text line by line, as it is. A paragraph is one line, which whoever reads it breaks at
    their own width."""
    longest = _LONGEST_LINE if has_patch(text) else _LONGEST_SHOWN
    return _line_by_line("text/plain; charset=utf-8", text + "\n", longest)


def _line_by_line(kind: str, text: str, longest: int) -> _Entity:
    """The text so that no server on the way changes a line: one that begins with `From `, ends with
    a space or is longer than `longest` is written in signs."""
    if not re.search(r"(?m)^From |[ \t]$", text):
        return _encoded(kind, text, longest)
    data = binascii.b2a_qp(text.encode("utf-8", "replace").replace(b"\n", b"\r\n"), istext=True)
    return _Entity(_part_head(kind, "quoted-printable"), re.sub(rb"(?m)^From ", b"=46rom ", data))


def page_of(content: DraftContent) -> str:
    """The HTML that leaves, of a formatted draft: the body, the signature, the quoted history."""
    own = _own(content.body, content)
    body = own if own is not None else read_html(content.body).html
    apart = "\n<div><br></div>" if own is not None else ""
    below = []
    if content.signature.strip():
        below.append(f"{apart}\n{_signature(content)}")
    if content.quoted.strip():
        below.append(f'{apart}\n<div class="gmail_quote">{_quote(content)}</div>')
    body += "".join(_placed(content, below))
    return (
        '<!DOCTYPE html>\n<html><head><meta charset="utf-8"></head><body>\n'
        f"{body}\n</body></html>\n"
    )


def _signature(content: DraftContent) -> str:
    formatted = _own(content.formatted_signature, content) if content.formatted_signature else None
    if formatted is not None:
        return f"<div>-- <br></div>\n{formatted}"
    lines = html.escape(_lines(content.signature).strip()).replace("\n", "<br>\n")
    return f"<div>-- <br>\n{lines}</div>"


def _own(html: str, content: DraftContent) -> str | None:
    """HTML in our own form, with the descriptions of pictures whose file was taken off; None for
    HTML of others."""
    document = own_document(html)
    return None if document is None else markup(without_pictures(document, _cids(content)))


def _cids(content: DraftContent) -> frozenset[str]:
    return frozenset(part.cid for part in content.attachments if part.cid)


def _quote(content: DraftContent) -> str:
    own = _own(content.quoted, content) if quoted_document(content) is not None else None
    return plain_html(_lines(content.quoted))[0] if own is None else own


def _encoded(kind: str, text: str, longest: int = _LONGEST_LINE) -> _Entity:
    """Text as 7bit where it can, with lines of at most `longest`, else as the shorter of
    quoted-printable and base64."""
    data = text.encode("utf-8", "replace").replace(b"\n", b"\r\n")
    if data.isascii() and max(map(len, data.split(b"\r\n"))) <= longest:
        return _Entity(_part_head(kind, "7bit"), data)
    quoted = binascii.b2a_qp(data, istext=True)
    coded = _base64(data)
    if len(quoted) <= len(coded):
        return _Entity(_part_head(kind, "quoted-printable"), quoted)
    return _Entity(_part_head(kind, "base64"), coded)


def _part_head(kind: str, encoding: str) -> bytes:
    words = [f" {word}" for word in kind.split(" ")]
    return folded("Content-Type", words) + folded("Content-Transfer-Encoding", [f" {encoding}"])


def _base64(data: bytes) -> bytes:
    return base64.encodebytes(data).replace(b"\n", b"\r\n")


def _attachment(file: DraftAttachment, data: bytes, *, shown: bool = False) -> _Entity:
    """A file; `shown` in the text, by its content id (RFC 2392)."""
    kind = clean(file.content_type).lower()
    if not _KIND.fullmatch(kind) or kind.startswith(("multipart/", "message/")):
        kind = "application/octet-stream"  # RFC 2046 forbids to encode those; bytes come first
    name = clean(file.filename) or "attachment"
    head = folded("Content-Type", [f" {kind}"])
    words = parameter("filename", name)
    head += folded(
        "Content-Disposition",
        [" inline;" if shown else " attachment;", *(f"{w};" for w in words[:-1]), words[-1]],
    )
    if shown:
        head += ids_field("Content-ID", (file.cid,))
    head += folded("Content-Transfer-Encoding", [" base64"])
    return _Entity(head, _base64(data))


def _method(file: DraftAttachment, data: bytes) -> str:
    return own_method(data) if file.content_type.lower() == "text/calendar" else ""


def _calendar(file: DraftAttachment, data: bytes) -> _Entity:
    """An invitation or an answer to one, as a calendar takes it: another form of the text, with its
    method in the content type (RFC 6047 section 2.4)."""
    words = parameter("name", clean(file.filename) or "invitation.ics")
    kinds = [" text/calendar;", f" method={_method(file, data)};", " charset=utf-8;"]
    kinds += [*(f"{w};" for w in words[:-1]), words[-1]]
    head = folded("Content-Type", kinds) + folded("Content-Transfer-Encoding", [" base64"])
    return _Entity(head, _base64(data))


def _multipart(kind: str, entities: list[_Entity], seed: str) -> _Entity:
    boundary = _boundary(kind, entities, seed).encode("ascii")
    body = b"".join(b"--" + boundary + b"\r\n" + e.bytes + b"\r\n" for e in entities)
    quoted = f' boundary="{boundary.decode("ascii")}"'
    head = folded("Content-Type", [f" multipart/{kind};", quoted])
    return _Entity(head, body + b"--" + boundary + b"--\r\n")


def _boundary(kind: str, entities: list[_Entity], seed: str) -> str:
    """A line that no part contains, derived from the content alone."""
    hasher = hashlib.sha256(f"{kind} {seed}".encode("utf-8", "replace"))
    for entity in entities:
        hasher.update(entity.bytes)
    while True:
        boundary = f"=_{hasher.hexdigest()[:40]}"
        if not any(boundary.encode("ascii") in e.body for e in entities):
            return boundary
        hasher.update(b"again")
