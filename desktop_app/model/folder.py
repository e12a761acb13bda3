"""Folders of a mail server, as the mirror of an account keeps them.

A message of the account is known by an id that no move, renaming or new UIDVALIDITY changes. A
folder has copies of messages, each under a UID. A copy has labels: those of its folder and of its
flags.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

MARKED = frozenset({"\\Deleted"})
"""Labels of a copy that somebody has marked as deleted: it is there, and nobody shows it."""


@dataclass(frozen=True, slots=True)
class FolderCursor:
    """State of a folder when it was last read to its end (RFC 3501 section 2.3.1.1, RFC 7162).
    `modseq` is 0 where the server has none; `total` is the number of its messages."""

    name: str
    uidvalidity: int = 0
    uidnext: int = 0
    modseq: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class FolderCopy:
    """Copy of a message in a folder."""

    uid: int
    message_id: str
    labels: frozenset[str]


@dataclass(frozen=True, slots=True)
class FoundCopy:
    """Copy that was not known. `thread_id` is empty where the server has no threads; `date` is
    when the server received it, in seconds since the epoch, UTC, 0 where it does not say; `size` is
    in bytes. `header` is the `header_digest` where it had to be known."""

    uid: int
    message_id: str
    thread_id: str
    date: int
    size: int
    labels: frozenset[str]
    header: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a copy of a message is. `size` is in bytes."""

    folder: str
    uid: int
    size: int
    labels: frozenset[str]


def header_digest(raw: bytes) -> str:
    """Digest of a message's header, whatever ends its lines; `raw` is the message or its header
    alone."""
    head = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0].rstrip(b"\n")
    return hashlib.sha256(head).hexdigest()[:32]
