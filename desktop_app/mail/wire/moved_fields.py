"""Fields at the top of a mail that leaves the store as a file: its labels and its flags, in the
ways that other programs read, and in one that loses nothing.

`X-Draftdesk-Labels` comes first, and counts where it comes first alone: a mail that arrives with
such a field has Received fields in front of it.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable

from desktop_app.mail.wire.percent import decoded, encoded
from desktop_app.model.message import OWN_LABELS, SystemLabel, shown_labels

FIELD = b"X-Draftdesk-Labels:"
_NAMES = (
    *(FIELD, b"X-Gmail-Labels:", b"Status:", b"X-Status:", b"X-Mozilla-Status:"),
    *(b"X-Mozilla-Status2:", b"X-Keywords:"),
)
_MOST = 1_000_000
_GMAIL = (
    (SystemLabel.INBOX, "Inbox"),
    (SystemLabel.SENT, "Sent"),
    (SystemLabel.DRAFT, "Drafts"),
    (SystemLabel.TRASH, "Trash"),
    (SystemLabel.SPAM, "Spam"),
    (SystemLabel.STARRED, "Starred"),
    (SystemLabel.IMPORTANT, "Important"),
    (SystemLabel.CATEGORY_PERSONAL, "Category Personal"),
    (SystemLabel.CATEGORY_SOCIAL, "Category Social"),
    (SystemLabel.CATEGORY_PROMOTIONS, "Category Promotions"),
    (SystemLabel.CATEGORY_UPDATES, "Category Updates"),
    (SystemLabel.CATEGORY_FORUMS, "Category Forums"),
    (SystemLabel.UNREAD, "Unread"),
)
_SYSTEM = frozenset(str(label) for label in SystemLabel)
_ATOM = re.compile(r"[!#-'+\-./0-9:;<=>?@A-Z\[^-z|~]{1,60}")
_WORD = 10


def kept_labels(labels: Iterable[str]) -> frozenset[str]:
    """The labels that go along: all but those of moments of Draftdesk's own."""
    return shown_labels(labels) - OWN_LABELS


def fields(labels: Iterable[str]) -> bytes:
    """The fields for a mail with these label ids, each a line that ends in `\\n`. Source:
    https://doc.dovecot.org/main/core/config/mailbox_formats/mbox.html"""
    kept = kept_labels(labels)
    own = sorted(kept - _SYSTEM)
    named = [name for label, name in _GMAIL if label in kept]
    named += [] if SystemLabel.UNREAD in kept else ["Opened"]
    status = "O" if SystemLabel.UNREAD in kept else "RO"
    letters = (
        (SystemLabel.STARRED, "F"),
        (SystemLabel.DRAFT, "T"),
        (SystemLabel.TRASH, "D"),
    )
    flags = "".join(letter for label, letter in letters if label in kept)
    lines = [
        f"{FIELD.decode()} {' '.join(encoded(label) for label in sorted(kept))}",
        f"X-Gmail-Labels: {','.join(map(_quoted, (*named, *own)))}",
        f"Status: {status}",
        f"X-Status: {flags}",
        f"X-Mozilla-Status: {_mozilla(kept):04x}",
        "X-Mozilla-Status2: 00000000",
        f"X-Keywords: {' '.join(label for label in own if _ATOM.fullmatch(label))}",
    ]
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def _mozilla(labels: frozenset[str]) -> int:
    """Read and starred as Mozilla programs write them (nsMsgMessageFlags)."""
    read, starred = SystemLabel.UNREAD not in labels, SystemLabel.STARRED in labels
    return 0x0001 * read + 0x0004 * starred


def without(raw: bytes) -> tuple[bytes, frozenset[str] | None]:
    """A mail without the fields that `fields` has written, byte for byte as it was, and its label
    ids; as it is and None where it has none."""
    if not raw.startswith(FIELD):
        return raw, None
    lines = raw[:_MOST].split(b"\n", len(_NAMES))
    if len(lines) <= len(_NAMES) or not all(map(bytes.startswith, lines, _NAMES)):
        return raw, None
    words = lines[0].removeprefix(FIELD).decode("ascii", "replace").split()
    rest = raw[sum(len(line) + 1 for line in lines[:-1]) :]
    return rest, kept_labels(filter(None, map(decoded, words)))


def flags_of(labels: Iterable[str]) -> str:
    """Flags of a Maildir file's name, in their order."""
    kept = kept_labels(labels)
    letters = (
        ("D", SystemLabel.DRAFT in kept),
        ("F", SystemLabel.STARRED in kept),
        ("S", SystemLabel.UNREAD not in kept),
        ("T", SystemLabel.TRASH in kept),
    )
    return "".join(letter for letter, there in letters if there)


def _quoted(name: str) -> str:
    """A name as Gmail's export writes it: quoted where it has a comma, encoded (RFC 2047) where it
    is not ASCII."""
    if any(c in name for c in ',"\\'):
        name = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if name.isascii() and name.isprintable() and "=?" not in name:
        return name
    pieces = [name[i : i + _WORD] for i in range(0, len(name), _WORD)]
    words = (base64.b64encode(p.encode("utf-8", "replace")).decode() for p in pieces)
    return " ".join(f"=?UTF-8?B?{word}?=" for word in words)
