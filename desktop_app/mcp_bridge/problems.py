"""Errors as data, and as the protocol has them where an answer has no place for one."""

from __future__ import annotations

import time
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST

from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.model.clock import iso
from desktop_app.model.errors import BadInput, KnownError, NotFound, Refused, SlowDown
from desktop_app.tools.answers.fence import Fence
from desktop_app.tools.calls.arguments import printable

LONGEST_DETAIL = 500
LONGEST_UNTRUSTED = 4_000
LONGEST_SENTENCE = 2_000
"""Characters: an error may say again what was asked, which may have some MB."""

FIELDS = ("code", "message", "details", "retryable", "next_step", "untrusted_text")


def words(error: KnownError) -> str:
    """The error in words; those of strangers are fenced."""
    said = " ".join(_cut(part) for part in (error.sentence, error.next_step) if part)
    return "\n".join((said, *Fence().around(_untrusted(error))))


def _cut(sentence: str) -> str:
    most = LONGEST_SENTENCE
    return sentence if len(sentence) <= most else f"{sentence[: most - 1]}…"


def _untrusted(error: KnownError) -> str:
    return without_invisible(error.untrusted)[:LONGEST_UNTRUSTED]


def described(error: KnownError) -> dict[str, Any]:
    """An error as data. A service that has had enough for now says until when."""
    details = {name: value[:LONGEST_DETAIL] for name, value in error.details.items()}
    if isinstance(error, SlowDown):
        details["resumes_at"] = iso(int(error.resumes_at))
        details["seconds"] = str(max(1, round(error.resumes_at - time.time())))
    found = {
        "code": error.code,
        "message": _cut(error.sentence),
        "details": details,
        "retryable": error.retryable,
        "next_step": _cut(error.next_step),
    }
    return found | ({"untrusted_text": _untrusted(error)} if error.untrusted else {})


def problem(error: KnownError, **about: str) -> MCPError:
    """The protocol's error: what was asked is wrong, is not allowed, or something is in the way.
    `about` names what was asked for."""
    code = INVALID_REQUEST if isinstance(error, Refused) else INTERNAL_ERROR
    if isinstance(error, BadInput | NotFound):
        code = INVALID_PARAMS
    named = {name: printable(value) for name, value in about.items()}
    return MCPError(code, words(error), {**described(error), **named})
