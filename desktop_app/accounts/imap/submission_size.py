"""What a server for sending says of the mail it takes: in its greeting, and in a refusal for the
size of one."""

from __future__ import annotations

import re
from collections.abc import Mapping

from desktop_app.model.mail_server import SubmissionSaid

LEAST_BELIEVED = 64 * 1024
"""Bytes of a mail that every server has to take (RFC 5321 section 4.5.3.1.7). A smaller limit would
keep all mail from being sent, so it is taken as none."""

MOST_BELIEVED = 10_000_000_000
"""Bytes of a mail beyond which a number is no limit that somebody has set."""

_SIZE = re.compile(r"[0-9]{1,20}")
"""RFC 1870 section 4."""

_STATUS = re.compile(r"\s*([245]\.\d{1,3}\.\d{1,3})\b")
_OF_SIZE = ("5.3.4", "5.2.3")
"""Enhanced status codes for a mail that is too large for the server, or for one mailbox (RFC 3463
sections 3.3 and 3.4)."""


def said_of(features: Mapping[str, str]) -> SubmissionSaid:
    """What the greeting says, by the names of its extensions in lower case."""
    return SubmissionSaid("smtputf8" in features, _believed(features.get("size", "")))


def _believed(size: str) -> int:
    """The limit in bytes; 0 for none, and for a number that can't be meant."""
    limit = int(size) if _SIZE.fullmatch(size) else 0
    return limit if LEAST_BELIEVED <= limit <= MOST_BELIEVED else 0


def refused_for_size(code: int, text: str, *, recipient: bool = False) -> bool:
    """Whether a refusal is about the size of the mail. 552 alone says so (RFC 1870 section 6), but
    not of a recipient (`recipient`), whose mailbox is full then; and with an enhanced status code
    it may be about anything, as what is in an attachment."""
    status = _STATUS.match(text)
    if status is not None:
        return 500 <= code < 600 and status[1] in _OF_SIZE
    return code == 552 and not recipient


def told_size(size: int) -> str:
    """Bytes in words: `12.3 MB`."""
    return f"{size / 1e6:.1f} MB" if size >= 1_000_000 else f"{size / 1e3:.0f} kB"
