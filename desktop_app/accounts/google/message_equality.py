"""Equality of an approved message and one found in Sent.

Gmail replaces the Message-ID and may encode a message anew, so recipients, subject and text are
compared, not bytes.
"""

from __future__ import annotations

from desktop_app.mail.message.body import read_body
from desktop_app.mail.message.parse import parse
from desktop_app.model.message import ParsedMessage


def same_mail(approved: bytes, found: bytes) -> bool:
    """Whether all visible recipients, the subject, the visible text, and the names and sizes of
    the attachments are equal."""
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
