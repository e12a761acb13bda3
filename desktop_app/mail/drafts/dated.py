"""Date of mail that leaves later: the one field that is not known at the press.

Everything else of the bytes that were approved stays as it is. Pure.
"""

from __future__ import annotations

import re

from desktop_app.mail.drafts.compose import date_field

_DATE = re.compile(rb"(?<=\r\n)Date: [^\r\n]*\r\n")


def with_date(mime: bytes, seconds: float) -> bytes:
    """The mail with this date (seconds since the epoch) in its header, and no other byte changed.
    Raises `ValueError` where it has not exactly one date: then it is none of ours."""
    head, end, body = mime.partition(b"\r\n\r\n")
    whole = b"\r\n" + head + b"\r\n"
    if not end or len(_DATE.findall(whole)) != 1:
        raise ValueError("not a mail as it was composed here")
    dated = _DATE.sub(lambda _: date_field(seconds), whole)
    return dated[2:-2] + end + body
