"""Fields of results that hold words of a mail, or of anybody else than the person and Draftdesk.

In the data of an answer each has a name that begins with `untrusted_`: many hosts hand a model the
data alone, where no fence stands around a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from desktop_app.tools.answers.cloud_results import EventRow, FileRow, FileText
from desktop_app.tools.answers.status_results import StatRow
from desktop_app.tools.calls.results import (
    AttachmentContent,
    AttachmentRow,
    DraftList,
    DraftRow,
    DraftSaved,
    DraftText,
    LabelList,
    MessageRow,
    MessageText,
    ThreadText,
)

PREFIX = "untrusted_"
_PEOPLE = frozenset({"to", "cc", "bcc"})
MAIL_WORDS: Mapping[type, frozenset[str]] = MappingProxyType(
    {
        MessageRow: frozenset(
            {"rfc822_message_id", "from_", "to", "subject", "snippet", "labels", "why"}
        ),
        MessageText: frozenset({"cc", "hidden_text", "headers"}),
        AttachmentRow: frozenset({"filename", "content_type"}),
        AttachmentContent: frozenset({"filename", "content_type", "path", "hidden_text"}),
        ThreadText: frozenset({"subject"}),
        LabelList: frozenset({"labels"}),
        DraftList: frozenset({"templates"}),
        DraftRow: _PEOPLE | {"subject", "author"},
        DraftSaved: _PEOPLE | {"subject"},
        DraftText: frozenset({"body", "own_words", "checks", "edits"}),
        StatRow: frozenset({"key"}),
        FileRow: frozenset({"name", "content_type", "owner"}),
        FileText: frozenset({"hidden_text"}),
        EventRow: frozenset(
            {"title", "zone", "location", "meeting_link", "organiser", "attendees", "calendar"}
        ),
    }
)
"""The fields by their type; those named `untrusted_text` already are not among them."""


_WORD = re.compile(r"[^\s“”()<>\[\]]+")
_END = ".,:;!?"


def in_our_words(sentences: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Sentences of ours about a mail without its addresses and hosts, for which `[1]` and so on
    stand in them, and those: a sender can write what they like into an address."""
    named: dict[str, int] = {}

    def placed(found: re.Match[str]) -> str:
        word = found[0].rstrip(_END)
        if not _is_theirs(word):
            return found[0]
        return f"[{named.setdefault(word, len(named) + 1)}]{found[0][len(word) :]}"

    said = tuple(_WORD.sub(placed, sentence) for sentence in sentences)
    return said, tuple(named)


def _is_theirs(word: str) -> bool:
    """Whether the word has a sign that our own have not: those of an address, or of a host."""
    if not any(character.isalpha() for character in word):
        return False
    return "@" in word or "." in word or "://" in word or not word.isascii()


def name_in_data(result: type, field: str) -> str:
    """The name of a result's field in the data of an answer."""
    named = field.rstrip("_")
    return f"{PREFIX}{named}" if field in MAIL_WORDS.get(result, ()) else field
