"""Mail and drafts as resources, under `mail://` in our own shape and, as other servers have them,
under `gmail://` in that of Gmail's API.

Each is a call of a tool for whoever reads it, a conversation at Gmail's one for each of its mails:
the same limits, the same audit trail.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Event
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec
from mcp_types import Resource, ResourceTemplate

from desktop_app.mcp_bridge.answers import NOTICE, OF_STRANGERS, data_of, family_data_of
from desktop_app.mcp_bridge.visits import Visit
from desktop_app.model.errors import BadInput, NotFound, Refused
from desktop_app.tools.calls.arguments import printable
from desktop_app.tools.person.draft_review import SUGGEST_RECIPIENTS, SuggestRecipients

JSON = "application/json"
SCHEMES = ("mail", "gmail")


@dataclass(frozen=True, slots=True)
class ResourceKind:
    """`path` names the one part after the host, if any; `query` what may be asked for, by the
    resource's names and the tool's. `gmail` is the tool that answers under `gmail://`."""

    host: str
    title: str
    tool: str
    path: str = ""
    query: Mapping[str, str] | None = None
    schemes: tuple[str, ...] = SCHEMES
    gmail: str = ""


KINDS = (
    ResourceKind(
        "messages",
        "Mails that fit a search, newest first",
        "search_messages",
        query={"query": "query", "maxResults": "max_results", "pageToken": "page"},
        gmail="gmail_search_messages",
    ),
    ResourceKind(
        "message",
        "One mail",
        "get_message",
        "messageId",
        {"format": "format"},
        gmail="gmail_get_message",
    ),
    ResourceKind("thread", "One conversation", "get_thread", "threadId", {"pageToken": "page"}),
    ResourceKind(
        "labels", "The labels with their counts", "list_labels", gmail="gmail_list_labels"
    ),
    ResourceKind(
        "people",
        "Addresses by a name or the beginning of one, whom the person writes to first",
        "suggest_recipients",
        query={"name": "text"},
        schemes=("mail",),
    ),
    ResourceKind("drafts", "Drafts that wait for the person", "list_drafts", schemes=("mail",)),
    ResourceKind("draft", "One draft", "get_draft", "draftId", schemes=("mail",)),
)
_ARGUMENTS = {"messageId": "message_id", "threadId": "thread_id", "draftId": "draft_id"}
_THREAD = "get_thread"
_NUMBERS = frozenset({"max_results", "page"})

RESOURCES = [
    Resource(uri=f"{scheme}://{kind.host}", name=f"{scheme} {kind.host}", title=kind.title,
             mime_type=JSON)
    for kind in KINDS
    for scheme in kind.schemes
    if not kind.path
]  # fmt: skip
TEMPLATES = [
    ResourceTemplate(
        uri_template=f"{scheme}://{kind.host}"
        + (f"/{{{kind.path}}}" if kind.path else "")
        + (f"{{?{','.join(kind.query)}}}" if kind.query else ""),
        name=f"{scheme} {kind.host}",
        title=kind.title,
        mime_type=JSON,
    )
    for kind in KINDS
    for scheme in kind.schemes
    if kind.path or kind.query
]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The tool and its arguments; `as_gmail`: what it answers is put into the shape of Gmail's."""

    tool: str
    arguments: Mapping[str, Any]
    as_gmail: bool = False


def parse(uri: str) -> Wanted | None:
    """The tool and the arguments a resource stands for; None where it is none of ours.

    Raises `NotFound` for an address of ours at which nothing is, `BadInput` for one with something
    unknown in it.
    """
    if uri.partition(":")[0].lower() not in SCHEMES:
        return None
    try:
        parts = urlsplit(uri)
    except ValueError as error:
        raise _nothing_at(uri) from error
    kind = next((k for k in KINDS if k.host == parts.netloc and parts.scheme in k.schemes), None)
    if kind is None:
        raise _nothing_at(uri)
    arguments: dict[str, Any] = {}
    inner = unquote(parts.path).strip("/")
    if bool(inner) != bool(kind.path) or "/" in inner:
        raise _nothing_at(uri)
    if kind.path:
        arguments[_ARGUMENTS[kind.path]] = inner
    for name, values in parse_qs(parts.query, keep_blank_values=True).items():
        ours = (kind.query or {}).get(name)
        if ours is None:
            known = ", ".join(kind.query or ()) or "nothing"
            raise BadInput(
                f"{kind.host} can't be asked for {printable(name)}.",
                next_step=f"After the question mark comes {known}.",
            )
        arguments[ours] = _value(ours, values[-1])
    at_gmail = parts.scheme == "gmail"
    tool = (kind.gmail if at_gmail else "") or kind.tool
    return Wanted(tool, arguments, at_gmail and kind.tool == _THREAD)


def _value(name: str, text: str) -> Any:
    if name not in _NUMBERS:
        return text
    if not re.fullmatch(r"[1-9][0-9]{0,5}", text):
        raise BadInput(f"{printable(text)} is no number.")
    return int(text)


def _nothing_at(uri: str) -> NotFound:
    return NotFound(
        f"There is no resource {printable(uri)}.", next_step="Look at the resource templates."
    )


def read(visit: Visit, wanted: Wanted, stop: Event) -> str:
    """The result as JSON. Raises `KnownError`."""
    if wanted.tool == SUGGEST_RECIPIENTS.name:
        people = people_named(visit, str(wanted.arguments.get("text", "")), stop)
        return msgspec.json.encode({"untrusted_people": people}).decode()
    if wanted.as_gmail:
        return msgspec.json.encode(_gmail_thread(visit, wanted.arguments, stop)).decode()
    value = _value_of(visit, wanted, stop)
    return msgspec.json.encode(_data(wanted.tool, value)).decode()


def _data(tool: str, value: Any) -> Any:
    """A result as data, in Gmail's own shape where a name of Gmail's has been called."""
    is_gmails = tool.startswith("gmail_")
    return family_data_of(value, notice=True) if is_gmails else data_of(value)


def people_named(visit: Visit, typed: str, stop: Event, most: int = 20) -> list[str]:
    """Those the person writes to most, of the accounts that are allowed."""
    if not visit.runner.visible_accounts():
        return []
    wanted = SuggestRecipients(text=typed, limit=most)
    with visit.running(stop):
        found = visit.runner.call(SUGGEST_RECIPIENTS, wanted, cancelled=stop)
    return [str(address) for address in found.unwrap().addresses]


def _gmail_thread(visit: Visit, arguments: Mapping[str, Any], stop: Event) -> dict[str, Any]:
    """A conversation as Gmail's API has one: its mails with their headers and texts. Raises
    `KnownError`."""
    thread = _value_of(visit, Wanted(_THREAD, arguments), stop)
    mails = []
    for text in thread.messages:
        about = {"messageId": text.message.message_id, "format": "metadata"}
        found = _value_of(visit, Wanted("gmail_get_message", about), stop)
        mail = family_data_of(found, notice=False)
        mails.append({**mail, "body": {"plain": text.untrusted_text}})
    more = {"nextPageToken": str(thread.page + 1)} if thread.has_more else {}
    return {NOTICE: OF_STRANGERS, "id": thread.thread_id, "messages": mails, **more}


def _value_of(visit: Visit, wanted: Wanted, stop: Event) -> Any:
    _, found = visit.call(wanted.tool, wanted.arguments, stop)
    if found.value is None:
        raise Refused(found.reason)
    if isinstance(found.value, str):
        raise NotFound(found.value)
    return found.value
