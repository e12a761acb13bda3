"""Subjects and chains that make messages one conversation. Pure values in and out."""

from __future__ import annotations

import re

_REPLY = (
    "re|aw|antw|antwort|sv|vs|vá|ref|rif|res|odp|ynt|r|hta|atb|отв|ответ"
    "|回复|回覆|答复|返信|답장|回信"
)
_FORWARD = (
    "fwd|fw|wg|tr|rv|enc|i|vl|vb|doorst|pd|ilt|пересл|转发|轉寄|転送|전달|továbbítás|fs|videresend"
)
_COUNT = r"\s*+(?:\[\d{1,4}\]|\(\d{1,4}\)|\^\d{1,4}|\*\d{1,4})?"
REPLY_PREFIX = re.compile(rf"\s*+(?:{_REPLY}){_COUNT}\s*+[:：]\s*+", re.IGNORECASE)
FORWARD_PREFIX = re.compile(rf"\s*+(?:{_FORWARD}){_COUNT}\s*+[:：]\s*+", re.IGNORECASE)
PLAIN_REPLY = re.compile(rf"\s*+re{_COUNT}\s*+[:：]\s*+", re.IGNORECASE)
PLAIN_FORWARD = re.compile(rf"\s*+fwd{_COUNT}\s*+[:：]\s*+", re.IGNORECASE)
"""The prefixes that programs of every language write, as ours does."""
_ANY_PREFIX = re.compile(rf"\s*+(?:{_REPLY}|{_FORWARD}){_COUNT}\s*+[:：]\s*+", re.IGNORECASE)
_TAG = re.compile(r"\s*+\[[^\[\]]{1,60}\]\s*+")
_FORWARDED = re.compile(r" ?\(fwd\) ?$", re.IGNORECASE)


def base_subject(subject: str) -> str:
    """The subject that mails of a conversation share, in lower case: without reply and forward
    prefixes, list tags before or between them, and `(fwd)` (after RFC 5256 section 2.1)."""
    text = _FORWARDED.sub("", " ".join(subject.split()))
    position = 0
    while True:
        match = _ANY_PREFIX.match(text, position) or _TAG.match(text, position)
        if match is None or match.end() >= len(text):
            break
        position = match.end()
    return text[position:].strip().lower()


def is_reply_subject(subject: str) -> bool:
    """Whether the subject begins with a reply or forward prefix."""
    return _ANY_PREFIX.match(subject) is not None


def without(prefix: re.Pattern[str], subject: str) -> str:
    """`subject` without any run of `prefix` at its beginning."""
    position = 0
    while (match := prefix.match(subject, position)) is not None:
        position = match.end()
    return subject[position:].strip()
