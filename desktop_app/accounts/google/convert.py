"""Conversion of Gmail's JSON into values of the model: messages, labels, history.

Source: https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from typing import Any

from desktop_app.mail.wire.addresses import addresses
from desktop_app.mail.wire.headers import clean, decode_words
from desktop_app.model.address import Address
from desktop_app.model.remote import (
    LabelChange,
    RemoteHistory,
    RemoteLabel,
    RemoteMessage,
    RemoteRef,
    RemoteSummary,
)


def message_of(resource: Mapping[str, Any]) -> RemoteMessage:
    """Message from a resource of format=raw."""
    return RemoteMessage(
        id=str(resource["id"]),
        thread_id=str(resource.get("threadId", "")),
        labels=frozenset(resource.get("labelIds", ())),
        date=int(resource.get("internalDate") or 0) // 1000,
        raw=decoded(str(resource["raw"])),
    )


def summary_of(resource: Mapping[str, Any], account_id: str) -> RemoteSummary:
    """Summary from a resource of format=metadata with From and Subject."""
    headers = (resource.get("payload") or {}).get("headers", ())
    fields = {str(h["name"]).lower(): str(h["value"]) for h in headers}
    senders = addresses(fields.get("from", ""))
    labels = resource.get("labelIds", ())
    return RemoteSummary(
        account_id=account_id,
        id=str(resource["id"]),
        thread_id=str(resource.get("threadId", "")),
        date=int(resource.get("internalDate") or 0) // 1000,
        from_=senders[0] if senders else Address("", ""),
        subject=clean(decode_words(fields.get("subject", ""))),
        snippet=unescape(str(resource.get("snippet") or "")),
        unread="UNREAD" in labels,
        starred="STARRED" in labels,
    )


def label_of(resource: Mapping[str, Any]) -> RemoteLabel:
    colour = resource.get("color") or {}
    return RemoteLabel(
        id=str(resource["id"]),
        name=str(resource.get("name") or resource["id"]),
        system=resource.get("type") == "system",
        background=str(colour.get("backgroundColor") or ""),
        text=str(colour.get("textColor") or ""),
        in_list=resource.get("labelListVisibility") != "labelHide",
        in_messages=resource.get("messageListVisibility") != "hide",
    )


def refs_of(resources: Iterable[Mapping[str, Any]]) -> tuple[RemoteRef, ...]:
    return tuple(RemoteRef(str(r["id"]), str(r.get("threadId", ""))) for r in resources)


def history_of(pages: Iterable[Mapping[str, Any]], start: str) -> RemoteHistory:
    """History of all pages of history.list; its id is `start` where nothing has happened."""
    events: list[RemoteRef | LabelChange | str] = []
    last = start
    for page in pages:
        last = str(page.get("historyId") or last)
        for record in page.get("history", ()):
            events.extend(_events(record))
    return RemoteHistory(last, tuple(events))


def _events(record: Mapping[str, Any]) -> Iterator[RemoteRef | LabelChange | str]:
    for entry in record.get("messagesAdded", ()):
        message = entry["message"]
        draft = "DRAFT" in message.get("labelIds", ())
        yield RemoteRef(str(message["id"]), str(message.get("threadId", "")), draft)
    for entry in record.get("labelsAdded", ()):
        yield _change(entry, added=frozenset(entry.get("labelIds", ())))
    for entry in record.get("labelsRemoved", ()):
        yield _change(entry, removed=frozenset(entry.get("labelIds", ())))
    for entry in record.get("messagesDeleted", ()):
        yield str(entry["message"]["id"])


def _change(
    entry: Mapping[str, Any],
    added: frozenset[str] = frozenset(),
    removed: frozenset[str] = frozenset(),
) -> LabelChange:
    message = entry["message"]
    return LabelChange(str(message["id"]), str(message.get("threadId", "")), added, removed)


def decoded(text: str) -> bytes:
    """Bytes of base64url text, with or without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def thread_number(thread_id: str) -> str:
    """Thread id as Takeout writes it (`X-GM-THRID`, decimal), so that imported mail joins its
    thread."""
    try:
        return str(int(thread_id, 16))
    except ValueError:
        return thread_id
