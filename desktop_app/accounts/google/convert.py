"""Gmail's JSON as our values: messages, labels, history; and a payload as the bytes of a mail.

Source: https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages
"""

from __future__ import annotations

import base64
import binascii
import quopri
from collections.abc import Iterable, Iterator, Mapping
from email.message import Message
from html import unescape
from typing import Any

from desktop_app.mime.addresses import addresses
from desktop_app.mime.headers import clean, decode_words
from desktop_app.model.address import Address
from desktop_app.model.remote import (
    LabelChange,
    RemoteHistory,
    RemoteLabel,
    RemoteMessage,
    RemoteRef,
    RemoteSummary,
)

_WHOLE_ONLY = ("multipart/signed", "multipart/encrypted", "application/pkcs7", "message/")
"""Kinds that are worth nothing when a single byte differs."""
_LINE = 76


class Incomplete(Exception):
    """The payload does not hold all of the mail: ask for the bytes themselves."""


def message_of(resource: Mapping[str, Any]) -> RemoteMessage:
    """A message of format=raw or format=full. Raises `Incomplete`, only for the latter."""
    raw = resource.get("raw")
    date = int(resource.get("internalDate") or 0) // 1000
    return RemoteMessage(
        id=str(resource["id"]),
        thread_id=str(resource.get("threadId", "")),
        labels=frozenset(resource.get("labelIds", ())),
        date=date,
        raw=decoded(raw) if raw is not None else mime_of(resource.get("payload") or {}),
        rebuilt=raw is None,
    )


def summary_of(resource: Mapping[str, Any], account_id: str) -> RemoteSummary:
    """A message of format=metadata with From and Subject."""
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
    """All pages of history.list as one; `start` stands where nothing has happened."""
    events: list[RemoteRef | LabelChange | str] = []
    last = start
    for page in pages:
        last = str(page.get("historyId") or last)
        for record in page.get("history", ()):
            events.extend(_events(record))
    return RemoteHistory(last, tuple(events))


def _events(record: Mapping[str, Any]) -> Iterator[RemoteRef | LabelChange | str]:
    for entry in record.get("messagesAdded", ()):
        yield from refs_of([entry["message"]])
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
    """base64url, with or without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def thread_number(thread_id: str) -> str:
    """A thread's id as Takeout writes it (`X-GM-THRID`, decimal), so that both meet."""
    try:
        return str(int(thread_id, 16))
    except ValueError:
        return thread_id


def mime_of(payload: Mapping[str, Any]) -> bytes:
    """The mail that a payload of format=full describes, CRLF line ends.

    Headers come in their order and unfolded; bodies are encoded again as their header says.
    Raises `Incomplete` when a part's bytes are not in the payload, or must not be rebuilt.
    """
    return b"\r\n".join(_entity(payload))


def _entity(part: Mapping[str, Any]) -> list[bytes]:
    kind = str(part.get("mimeType") or "").lower()
    if kind.startswith(_WHOLE_ONLY):
        raise Incomplete(kind)
    headers = [(str(h["name"]), str(h["value"])) for h in part.get("headers", ())]
    lines = [f"{name}: {value}".encode() for name, value in headers]
    fields = {name.lower(): value for name, value in headers}
    if kind.startswith("multipart/"):
        return [*lines, b"", *_parts(part, fields.get("content-type", ""))]
    return [*lines, b"", _body(part, fields.get("content-transfer-encoding", ""))]


def _parts(part: Mapping[str, Any], content_type: str) -> list[bytes]:
    header = Message()
    header["Content-Type"] = content_type
    boundary = header.get_boundary()
    if not boundary:
        raise Incomplete("no boundary")
    mark = b"--" + boundary.encode()
    lines: list[bytes] = []
    for child in part.get("parts", ()):
        lines += [mark, *_entity(child)]
    return [*lines, mark + b"--", b""]


def _body(part: Mapping[str, Any], encoding: str) -> bytes:
    body = part.get("body") or {}
    data = body.get("data")
    if data is None and int(body.get("size") or 0) > 0:
        raise Incomplete("an attachment")
    try:
        content = decoded(str(data or ""))
    except binascii.Error as error:
        raise Incomplete("no base64") from error
    kind = encoding.strip().lower()
    if kind == "base64":
        text = base64.b64encode(content)
        return b"\r\n".join(text[n : n + _LINE] for n in range(0, len(text), _LINE))
    if kind == "quoted-printable":
        plain = content.replace(b"\r\n", b"\n")
        return quopri.encodestring(plain).replace(b"\n", b"\r\n")
    return content
