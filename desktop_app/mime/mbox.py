"""Writing an mbox in the mboxrd form (https://www.loc.gov/preservation/digital/formats/fdd/fdd000385.shtml)."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from dataclasses import dataclass

_FROM_LINE = re.compile(rb"^(>*From )", re.M)


@dataclass(frozen=True, slots=True)
class MboxMail:
    """One mail for the file: its bytes, the envelope sender, the date in seconds."""

    raw: bytes
    sender: str
    date: int


def mbox(mails: Iterable[MboxMail]) -> bytes:
    """The file: LF line ends, a From_ line before each mail, `From ` lines quoted with `>`."""
    return b"".join(_entry(mail) for mail in mails)


def _entry(mail: MboxMail) -> bytes:
    when = time.asctime(time.gmtime(max(0, mail.date)))
    sender = re.sub(r"[^\x21-\x7e]", "", mail.sender) or "MAILER-DAEMON"
    body = _FROM_LINE.sub(rb">\1", mail.raw.replace(b"\r\n", b"\n"))
    return f"From {sender} {when}\n".encode("ascii") + body.rstrip(b"\n") + b"\n\n"
