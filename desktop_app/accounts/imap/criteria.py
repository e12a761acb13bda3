"""Queries as SEARCH criteria (RFC 3501 section 6.4.4), as far as a server can be asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from desktop_app.accounts.imap.folders import Folder
from desktop_app.model.clock import here
from desktop_app.model.message import SystemLabel
from desktop_app.model.query import And, GmailOnly, Node, Not, Or, Term, Words
from desktop_app.search.operators import ANYWHERE, ARCHIVE, ATTACHMENTS, BY_NAME, PLACES, Takes
from desktop_app.search.parser import parse
from desktop_app.search.values import age_of, date_of, label_key, size_of

_STATES: Mapping[str, str] = MappingProxyType(
    {"unread": "UNSEEN", "read": "SEEN", "starred": "FLAGGED"}
)
_FLAGS: Mapping[str, str] = MappingProxyType(
    {str(SystemLabel.UNREAD): "UNSEEN", str(SystemLabel.STARRED): "FLAGGED"}
)
_TEXTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "from": ("FROM",),
        "cc": ("CC",),
        "bcc": ("BCC",),
        "subject": ("SUBJECT",),
        "list": ("HEADER", "List-Id"),
        "deliveredto": ("HEADER", "Delivered-To"),
        "rfc822msgid": ("HEADER", "Message-ID"),
    }
)
_MOMENTS: Mapping[str, tuple[str, Callable[[str, float], int | None]]] = MappingProxyType(
    {
        "after": ("SINCE", date_of),
        "before": ("BEFORE", date_of),
        "newer_than": ("SINCE", age_of),
        "older_than": ("BEFORE", age_of),
    }
)
_SIZES: Mapping[str, str] = MappingProxyType({"larger": "LARGER", "smaller": "SMALLER"})


_ALL, _NONE = ["ALL"], ["NOT", "ALL"]
_NOT_ARCHIVED = frozenset(
    map(
        str,
        (
            *(SystemLabel.INBOX, SystemLabel.SENT, SystemLabel.DRAFT),
            *(SystemLabel.SPAM, SystemLabel.TRASH),
        ),
    )
)
MOST_IDS = 20
"""Of a conversation, in one question."""


class CannotAskError(Exception):
    """A part of the query is nothing this server knows; the text says so in a sentence."""


def criteria_of(query: str, now: float, folder: Folder) -> list[Any]:
    """The criteria of a query for the mail of one folder. `now` is in seconds since the epoch.
    Raises `CannotAskError`, `QueryError`."""
    root = parse(query).root
    criteria = _Criteria(now, folder)
    if isinstance(root, And):
        return [part for node in root.nodes for part in criteria.of(node)]
    return _ALL if root is None else criteria.of(root)


def thread_criteria(message_ids: Sequence[str]) -> list[Any]:
    """The criteria of mail with one of these Message-IDs, or that refers to one."""
    asked = [
        ["HEADER", field, id_.strip("<>")]
        for id_ in message_ids[:MOST_IDS]
        for field in ("Message-ID", "References")
    ]
    return _any_of(asked) if asked else []


def _any_of(keys: Sequence[list[Any]]) -> list[Any]:
    """One key, in the prefix form, which needs no brackets around literals."""
    found = keys[0]
    for each in keys[1:]:
        found = ["OR", *found, *each]
    return found


def _all_of(keys: Sequence[list[Any]]) -> list[Any]:
    return keys[0] if len(keys) == 1 else ["NOT", *_any_of([["NOT", *key] for key in keys])]


class _Criteria:
    """Criteria for the mail of one folder: there, a place or a label is true or it is not."""

    def __init__(self, now: float, folder: Folder) -> None:
        self._now = now
        self._folder = folder

    def of(self, node: Node) -> list[Any]:
        if isinstance(node, And):
            return _all_of([self.of(each) for each in node.nodes])
        if isinstance(node, Or):
            return _any_of([self.of(each) for each in node.nodes])
        if isinstance(node, Not):
            return ["NOT", *self.of(node.node)]
        if isinstance(node, Words):
            words = [node.text] if node.phrase else node.text.split()
            return _all_of([["TEXT", word] for word in words])
        if isinstance(node, GmailOnly):
            raise CannotAskError(f"Only Gmail knows what “{node.text}” finds.")
        if BY_NAME[node.operator].takes in {Takes.PLACE, Takes.LABEL}:
            return self._place(node.value)
        return _term(node, self._now)

    def _place(self, value: str) -> list[Any]:
        key = value.strip().casefold()
        place = PLACES.get(key) or label_key(value).upper()
        if place == ATTACHMENTS:
            raise CannotAskError("The server can't be asked for words inside attachments alone.")
        if place in _FLAGS:
            return [_FLAGS[place]]
        if place == ARCHIVE:
            return _NONE if self._folder.label in _NOT_ARCHIVED else _ALL
        names = {self._folder.label, label_key(self._folder.title)}
        return _ALL if place == ANYWHERE or names & {place, label_key(value)} else _NONE


def _term(term: Term, now: float) -> list[Any]:
    name, value = term.operator, term.value
    if name == "to":
        return ["OR", "TO", value, "CC", value]
    if name in _TEXTS and value != "me":
        return [*_TEXTS[name], value]
    if name in _MOMENTS:
        key, read = _MOMENTS[name]
        moment = read(value, now)
        if moment is not None:
            return [key, here(moment).date()]
    if name in _SIZES and (size := size_of(value)) is not None:
        return [_SIZES[name], str(size)]
    if name == "is" and value.lower() in _STATES:
        return [_STATES[value.lower()]]
    raise CannotAskError(f"The server can't be asked for “{name}:{value}”.")
