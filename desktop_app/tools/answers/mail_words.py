"""Fields of results that hold words of a mail, or of anybody else than the person and Draftdesk.

In the data of an answer each has a name that begins with `untrusted_`: many hosts hand a model the
data alone, where no fence stands around a text.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from desktop_app.tools.answers.cloud_results import EventRow, FileRow, FileText
from desktop_app.tools.answers.status_results import StatRow
from desktop_app.tools.calls.results import (
    AttachmentContent,
    AttachmentRow,
    DraftRow,
    DraftSaved,
    DraftText,
    LabelRow,
    MessageRow,
    MessageText,
    ThreadText,
)

PREFIX = "untrusted_"
_PEOPLE = frozenset({"to", "cc", "bcc"})
MAIL_WORDS: Mapping[type, frozenset[str]] = MappingProxyType(
    {
        MessageRow: frozenset({"rfc822_message_id", "from_", "to", "subject", "snippet", "labels"}),
        MessageText: frozenset({"cc", "hidden_text", "headers", "named"}),
        AttachmentRow: frozenset({"attachment_id", "filename", "content_type"}),
        AttachmentContent: frozenset({"filename", "content_type", "path", "hidden_text"}),
        ThreadText: frozenset({"subject"}),
        LabelRow: frozenset({"label_id", "name"}),
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


def name_in_data(result: type, field: str) -> str:
    """The name of a result's field in the data of an answer."""
    named = field.rstrip("_")
    return f"{PREFIX}{named}" if field in MAIL_WORDS.get(result, ()) else field
