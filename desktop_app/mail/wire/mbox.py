"""Writer of mbox files: messages as consecutive bytes (the mboxrd convention, RFC 4155)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from time import gmtime

_FROM = re.compile(rb"^(>*From )", re.MULTILINE)
_NOT_ADDRESS = re.compile(r"[^\x21-\x7e]")
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


@dataclass(frozen=True, slots=True)
class MboxMail:
    """One message with its envelope line's fields: the sender, and the time in seconds."""

    raw: bytes
    sender: str
    date: float


def mbox(mails: Iterable[MboxMail]) -> bytes:
    """The mails as one mbox with `\\n` line ends, every `From ` in a body quoted."""
    return b"".join(map(entry, mails))


def entry(mail: MboxMail) -> bytes:
    """One mail of an mbox, with the empty line behind it."""
    moment = gmtime(max(mail.date, 0))
    when = (
        f"{_DAYS[moment.tm_wday]} {_MONTHS[moment.tm_mon - 1]} {moment.tm_mday:2d}"
        f" {moment.tm_hour:02d}:{moment.tm_min:02d}:{moment.tm_sec:02d} {moment.tm_year}"
    )
    sender = _NOT_ADDRESS.sub("", mail.sender) or "MAILER-DAEMON"
    body = _FROM.sub(rb">\1", mail.raw.replace(b"\r\n", b"\n"))
    end = b"\n" if body.endswith(b"\n") else b"\n\n"
    return f"From {sender} {when}\n".encode("ascii") + body + end
