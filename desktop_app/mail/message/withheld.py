"""A mail's bytes without what is not to be shown of it: subject, text, files.

Pure. Fields that say what a mail is about are left out with the subject, and fields that nobody
here knows with anything: only those below are kept. Never raises, whatever the bytes.
"""

from __future__ import annotations

import re

from desktop_app.mail.message.parse import parse

KEPT = frozenset(
    b"from sender reply-to to cc bcc date message-id in-reply-to references return-path"
    b" delivered-to received authentication-results arc-authentication-results"
    b" dkim-signature list-id list-post".split()
)
"""Fields that name people, times and ways. Sources: RFC 5322, RFC 8601, RFC 6376, RFC 2919."""

SUBJECT = frozenset((b"subject",))
OF_THE_BODY = frozenset(
    b"mime-version content-type content-transfer-encoding content-disposition".split()
)
_END = re.compile(rb"\r?\n\r?\n")
_NAME = re.compile(rb"([!-9;-~]{1,200})[ \t]*:")


def without(raw: bytes, *, subject: bool, text: bool, files: bool) -> bytes:
    """The mail with its subject, its text, its files where each is wanted; files only with the
    text. Where the files are not, its text is what the Reader shows of it, as plain text."""
    end = _END.search(raw)
    head, body = (raw[: end.start()], raw[end.end() :]) if end else (raw, b"")
    names = KEPT | (SUBJECT if subject else frozenset())
    if text and files:
        return b"\r\n".join((*_fields(head, names | OF_THE_BODY), b"", body))
    fields = _fields(head, names)
    if not text:
        return b"\r\n".join((*fields, b"", b""))
    words = parse(raw).text.encode("utf-8", "surrogateescape")
    kind = (b"Content-Type: text/plain; charset=utf-8", b"Content-Transfer-Encoding: 8bit")
    return b"\r\n".join((*fields, b"MIME-Version: 1.0", *kind, b"", words))


def _fields(head: bytes, names: frozenset[bytes]) -> list[bytes]:
    """The fields of these names, each with the lines that continue it."""
    kept: list[bytes] = []
    keeps = False
    for line in head.splitlines():
        if line[:1] in {b" ", b"\t"}:
            if keeps:
                kept.append(line)
            continue
        name = _NAME.match(line)
        keeps = name is not None and name[1].lower() in names
        if keeps:
            kept.append(line)
    return kept
