"""Whether a message found in Sent is the one that was approved.

Gmail replaces the Message-ID and may encode a message anew, so the recipients, the subject and
the text are compared, not the bytes.
"""

from __future__ import annotations

from desktop_app.mime.body import read_body
from desktop_app.mime.parse import parse
from desktop_app.model.message import ParsedMessage


def same_mail(approved: bytes, found: bytes) -> bool:
    """True only if every visible recipient, the subject, the visible text and the names and
    sizes of the attachments are the same."""
    ours, theirs = parse(approved), parse(found)
    return (
        _people(ours) == _people(theirs)
        and ours.subject.split() == theirs.subject.split()
        and read_body(approved).text.split() == read_body(found).text.split()
        and _files(ours) == _files(theirs)
    )


def _people(message: ParsedMessage) -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(a.key for a in message.to), frozenset(a.key for a in message.cc)


def _files(message: ParsedMessage) -> list[tuple[str, int]]:
    return sorted((a.filename, a.size) for a in message.attachments)
