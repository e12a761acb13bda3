"""What a call was given and what it gave, as the activity record takes it."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from desktop_app.store.programs.exchange import Exchange

MOST_MAILS = 500
_MAIL = re.compile(rb'"message_id":"([^"\\]{1,100})"')
"""A field of ours: a quotation mark in a text has a backslash before it."""


def exchange_of(
    params: object,
    value: object,
    *,
    mail_of: Callable[[str], int | None],
    keeps_words: bool,
) -> Exchange:
    """`value` is the result, a sentence where there is none, or None. `mail_of` reads an id of a
    mail as it was told."""
    gave = b"" if value is None else _json(value)
    told = dict.fromkeys(match[1].decode("utf-8", "replace") for match in _MAIL.finditer(gave))
    mails = (mail_of(each) for each in list(told)[:MOST_MAILS])
    draft = str(getattr(value, "draft_id", "") or "")
    revision = getattr(value, "revision", 0)
    return Exchange(
        given=_json(params),
        gave=gave,
        mails=tuple(mail for mail in mails if mail),
        draft=draft,
        revision=revision if isinstance(revision, int) else 0,
        keeps_words=keeps_words,
    )


def _json(value: object) -> bytes:
    """JSON. What can't be written so is written as Python shows it: a record
    is no reason for a call to fail."""
    try:
        return msgspec.json.encode(value, enc_hook=repr)
    except (TypeError, ValueError, RecursionError):
        return repr(value).encode("utf-8", "backslashreplace")
