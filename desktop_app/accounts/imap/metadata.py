"""What is known of a message without its words: its identity, flags, size, date.

The identity is the same in every folder and under every UID: Gmail's own id where there is one
(X-GM-MSGID), else a digest of the Message-ID and the size.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from imapclient import imap_utf7

from desktop_app.accounts.imap.folders import Folder, own_label
from desktop_app.model.coming_back import label_of_keyword
from desktop_app.model.folder import MARKED, FoundCopy
from desktop_app.model.message import SystemLabel

MOST_KEYWORDS = 8
"""Keywords of Draftdesk's own that are read of one mail."""

_MESSAGE_ID = re.compile(rb"<[^<>\r\n]{1,900}>")
_FIELD = "BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)]"
_SECTION = b"BODY[HEADER"
HEADER = "BODY.PEEK[HEADER]"
_PLAIN = ("FLAGS", "INTERNALDATE", "RFC822.SIZE", _FIELD)
_GMAIL = ("X-GM-MSGID", "X-GM-THRID", "X-GM-LABELS")
_GMAIL_LABELS: Mapping[str, SystemLabel] = MappingProxyType(
    {
        "\\inbox": SystemLabel.INBOX,
        "\\sent": SystemLabel.SENT,
        "\\starred": SystemLabel.STARRED,
        "\\important": SystemLabel.IMPORTANT,
        "\\draft": SystemLabel.DRAFT,
        "\\drafts": SystemLabel.DRAFT,
        "\\trash": SystemLabel.TRASH,
        "\\junk": SystemLabel.SPAM,
        "\\spam": SystemLabel.SPAM,
    }
)


def items(gmail: bool) -> list[str]:
    """What to fetch of a message that is not known."""
    return [*_PLAIN, *(_GMAIL if gmail else ())]


def flag_items(gmail: bool) -> list[str]:
    """What to fetch of one that is known."""
    return ["FLAGS", *(("X-GM-LABELS",) if gmail else ())]


def found_copy(
    uid: int, data: Mapping[bytes, Any], folder: Folder, own: frozenset[str] = frozenset()
) -> FoundCopy | None:
    """A copy as the server tells of it; None where it left out what is needed: without a size and
    a header there is nothing by which it is known. `date` is 0 where the server has none (RFC 3501
    section 7.4.2 knows no such thing, servers do). `own` is as in `labels_of`."""
    size, received = data.get(b"RFC822.SIZE"), data.get(b"INTERNALDATE")
    if not isinstance(size, int) and not isinstance(header_of(data), bytes):
        return None
    size = size if isinstance(size, int) else 0
    date = int(received.timestamp()) if isinstance(received, datetime) else 0
    gmail_id, gmail_thread = data.get(b"X-GM-MSGID"), data.get(b"X-GM-THRID")
    id_ = f"{gmail_id:x}" if isinstance(gmail_id, int) else identity(data, header_of(data))
    thread = f"{gmail_thread:x}" if isinstance(gmail_thread, int) else ""
    return FoundCopy(uid, id_, thread, date, size, labels_of(data, folder, own))


def unread_copy(uid: int, folder: Folder, uidvalidity: int) -> FoundCopy:
    """A copy of which the server tells nothing: its words are asked for all the same, and what
    does not come is set aside with the reason."""
    known_by = f"{folder.name}\0{uidvalidity}\0{uid}".encode("utf-8", "surrogateescape")
    id_ = hashlib.sha256(known_by).hexdigest()[:32]
    labels = frozenset({folder.label} if folder.label else ())
    return FoundCopy(uid, id_, "", 0, 0, labels)


def header_of(data: Mapping[bytes, Any]) -> Any:
    """The header lines in an answer. Servers write the name of the section that was asked for in
    quotes, in other case and order (RFC 3501 section 7.4.2 allows all of it)."""
    return next((data[key] for key in data if key.startswith(_SECTION)), None)


def told_apart(copy: FoundCopy) -> FoundCopy:
    """The same copy under an identity that its header decides too: another message has its
    Message-ID and size."""
    both = f"{copy.message_id} {copy.header}".encode()
    return replace(copy, message_id=hashlib.sha256(both).hexdigest()[:32])


def labels_of(
    data: Mapping[bytes, Any], folder: Folder, own: frozenset[str] = frozenset()
) -> frozenset[str]:
    """The labels a copy has by its folder, its flags and Gmail's labels. `own` are the names of
    the person's own folders, which tell a label of theirs from an unknown one of Gmail's."""
    flags = {bytes(flag).lower() for flag in data.get(b"FLAGS", ()) if isinstance(flag, bytes)}
    if b"\\deleted" in flags:
        return MARKED
    labels = {folder.label} if folder.label else set()
    if b"\\seen" not in flags:
        labels.add(str(SystemLabel.UNREAD))
    if b"\\flagged" in flags:
        labels.add(str(SystemLabel.STARRED))
    if b"\\draft" in flags:
        labels.add(str(SystemLabel.DRAFT))
    labels.update(_of_keywords(flags))
    return frozenset(labels | set(_gmail_labels(data.get(b"X-GM-LABELS"), own)))


def _of_keywords(flags: Iterable[bytes]) -> Iterable[str]:
    """The labels for which keywords stand; of those with a moment the first few, whatever a server
    makes up."""
    own = sorted(flag for flag in flags if flag.startswith((b"$draftdesk", b"$muted")))
    found = (label_of_keyword(flag.decode("ascii", "replace")) for flag in own[:MOST_KEYWORDS])
    return [label for label in found if label]


def reserved(name: str) -> bool:
    """Whether X-GM-LABELS means a label of Gmail's own by this name."""
    return name.lower() in _GMAIL_LABELS


def _gmail_labels(told: Any, own: frozenset[str]) -> Iterable[str]:
    for raw in told if isinstance(told, Iterable) else ():
        name = label_name(raw)
        if reserved(name):
            yield str(_GMAIL_LABELS[name.lower()])
        elif name and name.isprintable() and (name in own or not name.startswith("\\")):
            yield own_label(name)


def label_name(raw: Any) -> str:
    """Name of an element of X-GM-LABELS: an astring in modified UTF-7 (RFC 3501 section 5.1.3).
    The parser of responses takes the atoms `2026` and `NIL` for a number and for nothing."""
    if isinstance(raw, bytes):
        try:
            return str(imap_utf7.decode(raw))
        except ValueError:
            return raw.decode("ascii", "replace")
    return "NIL" if raw is None else str(raw)


def identity(data: Mapping[bytes, Any], header: Any) -> str:
    """Digest of what stays the same wherever a message goes: its Message-ID, else when it came,
    and its size. `header` are the header lines that were fetched."""
    size, received = data.get(b"RFC822.SIZE"), data.get(b"INTERNALDATE")
    size = size if isinstance(size, int) else 0
    named = _MESSAGE_ID.search(header) if isinstance(header, bytes) else None
    date = int(received.timestamp()) if isinstance(received, datetime) else 0
    known_by = named.group(0) if named is not None else str(date).encode()
    return hashlib.sha256(b"%s %d" % (known_by, size)).hexdigest()[:32]
