"""Digest of an older result of a tool: what was used of it, when a conversation grows too long.

Ids, senders and dates stay, and the lines that what was said later rests on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from desktop_app.mail.claims.claims import quotes
from desktop_app.tools.answers.rows import one_line
from desktop_app.tools.calls.results import UNTRUSTED

CONDENSED = "Shortened to save room: what was used of it. Call the tool again for all of it."
MOST_MAILS = 12
LONGEST_LINE = 240
SMALL = 600
"""Characters of a result that is not worth a digest."""

_KEPT = ("draft_id", "revision", "to", "subject", "note", "decision", "error", "request_id")
_NAMES = ("message_id", "from", "from_", "date", "subject")


def is_digest(content: object) -> bool:
    return isinstance(content, dict) and content.get("condensed") == CONDENSED


def digest(content: Any, said_later: str, *, bare: bool = False) -> dict[str, Any]:
    """Result with what was used of it. `said_later` is all that the model wrote afterwards: answers
    and arguments of its calls. Of many mails, those whose ids it named come first; a bare digest
    has no others, and no lines."""
    mails = sorted(_mails(content), key=lambda each: str(each["message_id"]) not in said_later)
    if bare:
        mails = [each for each in mails if str(each["message_id"]) in said_later]
    kept: dict[str, Any] = {"condensed": CONDENSED}
    if isinstance(content, dict):
        kept |= {key: content[key] for key in _KEPT if key in content and key not in kept}
    if mails:
        kept["mails"] = [_named(each) for each in mails[:MOST_MAILS]]
        if len(mails) > MOST_MAILS:
            kept["further_mails"] = len(mails) - MOST_MAILS
    lines = [] if bare else [*_lines(content, said_later)]
    if lines:
        kept["content_notice"] = UNTRUSTED
        kept["untrusted_lines"] = [one_line(line, LONGEST_LINE) for line in dict.fromkeys(lines)]
    return kept


def _lines(content: Any, said_later: str) -> Iterator[str]:
    """Lines that what was said later rests on; those of a digest stay."""
    if isinstance(content, dict):
        yield from content.get("untrusted_lines", ())
    for text in _texts(content):
        yield from quotes(said_later, text)


def named(content: Any, said_later: str) -> list[str]:
    """Lines about the draft of a result, and the mails of it that were named later: ids, dates and
    addresses, no words of a stranger."""
    lines = []
    if isinstance(content, dict) and "draft_id" in content:
        lines.append(f"Draft: draft_id={content['draft_id']} revision={content.get('revision')}")
    for mail in _mails(content):
        if str(mail["message_id"]) in said_later:
            sender = str(mail.get("from", "")).rpartition(" <")[2].rstrip(">")
            when = one_line(str(mail.get("date", "")), 30)
            lines.append(
                f"Mail: message_id={mail['message_id']} from {one_line(sender, 80)} {when}"
            )
    return lines


def _named(mail: dict[str, Any]) -> dict[str, Any]:
    return {key: mail[key] for key in _NAMES if key in mail}


def _mails(value: Any) -> Iterator[dict[str, Any]]:
    """Everything in a result that is a mail, in order."""
    if isinstance(value, dict):
        if "message_id" in value:
            yield value
        for each in value.values():
            yield from _mails(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _mails(each)


def _texts(value: Any) -> Iterator[str]:
    """Texts of mails, files and events."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key in {"untrusted_text", "snippet"} and isinstance(each, str):
                yield each
            else:
                yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
