"""Aliases: names and argument names by which assistants already know these tools.

An alias is accepted on a call and never listed. One that sends makes the draft and asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

_NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Alias:
    """`names` maps their argument names to ours, `listed` those of ours that take a list where
    theirs may be one value, `fixed` what the alias implies, `sends` whether it asks to send."""

    tool: str
    names: Mapping[str, str] = field(default_factory=lambda: _NONE)
    listed: frozenset[str] = frozenset()
    fixed: Mapping[str, Any] = field(default_factory=lambda: _NONE)
    sends: bool = False


@dataclass(frozen=True, slots=True)
class CanonicalCall:
    """A call with canonical names. `then_send`: the result's draft is to be asked for."""

    name: str
    arguments: Mapping[str, Any]
    then_send: bool = False


_MESSAGE = {
    "messageId": "message_id",
    "email_id": "message_id",
    "emailId": "message_id",
    "id": "message_id",
}
_ONE_OF_MANY = {
    **dict.fromkeys(_MESSAGE, "ids"),
    "message_id": "ids",
    "messageIds": "ids",
    "message_ids": "ids",
    "email_ids": "ids",
}
_SEARCH = {
    "maxResults": "max_results",
    "limit": "max_results",
    "count": "max_results",
    "labelIds": "label_ids",
    "includeSpamTrash": "include_spam_trash",
    "q": "query",
}
_WRITE = {
    "htmlBody": "body",
    "text": "body",
    "message": "body",
    "content": "body",
    "contentType": "content_type",
    "replyToMessageId": "reply_to_message_id",
    "in_reply_to": "reply_to_message_id",
    "inReplyTo": "reply_to_message_id",
    "recipient": "to",
    "recipients": "to",
}
_LABELS = {
    **_ONE_OF_MANY,
    "addLabelIds": "add_label_ids",
    "removeLabelIds": "remove_label_ids",
    "add_labels": "add_label_ids",
    "remove_labels": "remove_label_ids",
}
_PART = {**_MESSAGE, "attachmentId": "attachment_id", "filename": "attachment_id"}
_REPLY = {**_MESSAGE, "text": "body", "message": "body", "content": "body", "replyAll": "reply_all"}
_CONFIRM = {
    "draftId": "draft_id",
    "preview_id": "draft_id",
    "previewId": "draft_id",
    "id": "draft_id",
}
_EVENTS = {
    "maxResults": "max_results",
    "limit": "max_results",
    "q": "query",
    "daysBack": "days_back",
    "daysAhead": "days_ahead",
}
_IDS = frozenset({"ids", "add_label_ids", "remove_label_ids", "label_ids"})

ALIASES: Mapping[str, Alias] = MappingProxyType(
    {
        "gmail_search_messages": Alias("search_messages", _SEARCH, _IDS),
        "gmail_get_message": Alias("get_message", _MESSAGE),
        "gmail_send_message": Alias("create_draft", _WRITE, sends=True),
        "gmail_modify_message": Alias("modify_messages", _LABELS, _IDS),
        "gmail_delete_message": Alias("delete_messages", _ONE_OF_MANY, _IDS),
        "gmail_create_draft": Alias("create_draft", _WRITE),
        "gmail_draft_create": Alias("create_draft", _WRITE),
        "gmail_list_labels": Alias("list_labels"),
        "gmail_create_label": Alias("create_label", {"label_name": "name", "labelName": "name"}),
        "gmail_get_attachment": Alias("get_attachment", _PART),
        "gmail_send": Alias("create_draft", _WRITE, sends=True),
        "list_emails": Alias("search_messages", _SEARCH, _IDS),
        "search_emails": Alias("search_messages", _SEARCH, _IDS),
        "create_email_draft": Alias("create_draft", _WRITE),
        "list_calendar_events": Alias("search_calendar_events", _EVENTS),
        "listEmails": Alias("search_messages", _SEARCH, _IDS),
        "getLatestEmail": Alias("search_messages", _SEARCH, _IDS, {"max_results": 1}),
        "getEmailById": Alias("get_message", _MESSAGE),
        "sendPreview": Alias("create_draft", _WRITE),
        "sendConfirm": Alias("send_draft", _CONFIRM),
        "replyPreview": Alias("draft_reply", _REPLY),
        "replyConfirm": Alias("send_draft", _CONFIRM),
        "markAsRead": Alias("modify_messages", _ONE_OF_MANY, _IDS, {"action": "read"}),
        "markAsUnread": Alias("modify_messages", _ONE_OF_MANY, _IDS, {"action": "unread"}),
    }
)


def canonical(name: str, arguments: Mapping[str, Any]) -> CanonicalCall:
    """The call with canonical names; a name that is no alias comes back as it is."""
    alias = ALIASES.get(name)
    if alias is None:
        return CanonicalCall(name, arguments)
    ours: dict[str, Any] = dict(alias.fixed)
    for key, value in arguments.items():
        known = alias.names.get(key, key)
        single = known in alias.listed and not isinstance(value, list | tuple)
        ours[known] = [value] if single else value
    return CanonicalCall(alias.tool, ours, alias.sends)
