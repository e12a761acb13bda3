"""Results as the data of an answer: each text once, and no field that says nothing.

Some hosts hand a model the data alone, others the text alone. Each of the two is complete; neither
repeats the other's words within itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from desktop_app.tools.adapters.chat_drafts import Preview
from desktop_app.tools.adapters.gmail_labels import GmailLabels
from desktop_app.tools.adapters.gmail_server import Attached
from desktop_app.tools.adapters.gmail_shapes import Mail, Rows
from desktop_app.tools.adapters.google_tools import Emails
from desktop_app.tools.answers.cloud_results import EventList, FileList, FileText
from desktop_app.tools.answers.status_results import Stats
from desktop_app.tools.calls.results import (
    AttachmentContent,
    AttachmentContents,
    Candidates,
    DraftList,
    DraftText,
    LabelList,
    MessageList,
    MessageText,
    MessageTexts,
    ThreadText,
    ThreadTexts,
)

_SAID_BY_FIELDS = frozenset({"display"})
_TEXT = _SAID_BY_FIELDS | {"truncated"}
LEFT_OUT: Mapping[type, frozenset[str]] = MappingProxyType(
    {
        MessageList: _SAID_BY_FIELDS,
        Candidates: _SAID_BY_FIELDS,
        MessageText: _TEXT,
        MessageTexts: _TEXT,
        ThreadText: _TEXT,
        ThreadTexts: _TEXT,
        AttachmentContent: _TEXT,
        AttachmentContents: _TEXT,
        FileText: _TEXT,
        FileList: _SAID_BY_FIELDS,
        EventList: _SAID_BY_FIELDS,
        LabelList: _SAID_BY_FIELDS,
        DraftList: _SAID_BY_FIELDS,
        DraftText: _SAID_BY_FIELDS,
        Stats: _SAID_BY_FIELDS,
        Mail: _SAID_BY_FIELDS,
        Rows: _SAID_BY_FIELDS,
        GmailLabels: _SAID_BY_FIELDS,
        Emails: _SAID_BY_FIELDS,
        Attached: _SAID_BY_FIELDS,
        Preview: _SAID_BY_FIELDS,
    }
)
"""Fields of results whose other fields say it all."""

_LISTS: Mapping[type, str] = MappingProxyType({Rows: "messages", Emails: "emails"})
"""Lists of a family, which has a sentence of its own for an empty one."""

_INSIDE = frozenset({"display", "truncated", "content_notice", "rfc822_message_id"})
"""Fields that are left out of what stands inside a list."""


def data_of(value: Any) -> Any:
    """The result as data, with the fields that say something."""
    found = msgspec.to_builtins(value)
    left_out = LEFT_OUT.get(type(value))
    if left_out is None or not isinstance(found, dict):
        return found
    if (listed := _LISTS.get(type(value), "")) and not found[listed]:
        left_out = left_out - _SAID_BY_FIELDS  # an empty list says in words that it is one
    return {
        name: _lean(each)
        for name, each in found.items()
        if name not in left_out and not _is_empty(each)
    }


def _lean(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_lean(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        name: _lean(each)
        for name, each in value.items()
        if name not in _INSIDE and not _is_empty(each) and each is not False
    }


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, str | list | tuple | dict) and not value)
